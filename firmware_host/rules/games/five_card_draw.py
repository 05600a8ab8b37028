"""Five-card draw, 19:47-14.12: five down, one draw. High and low."""

from firmware_host.rules.game import Game, GameName, OddMoney, Opener, Street, StreetName, StubEnds
from firmware_host.rules.ranking import Ranking

STREETS = (
    Street(
        name=StreetName.DEAL,
        say="deal five cards face down to each player",
        down=5,
        opens=Opener.AFTER_BLINDS,
        deal_paragraphs=("14.12(d)",),
        betting_paragraphs=("14.12(e)", "14.10(f)"),
    ),
    Street(
        name=StreetName.DRAW,
        say="burn one; each player in turn discards and draws",
        burn=True,
        draw=True,
        opens=Opener.LEFT_OF_BUTTON,
        big=True,
        deal_paragraphs=("14.12(f)", "14.12(f)1"),
        betting_paragraphs=("14.12(g)",),
    ),
)


DRAW = Game(
    name=GameName.DRAW,
    title="five-card draw high",
    most_players=8,
    players_paragraphs=("14.6(b)", "14.12(b)"),
    button=True,
    button_paragraphs=("14.12(c)", "14.10(c)"),
    blind_paragraphs=("14.7(b)2", "14.10(d)", "14.12(e)"),
    streets=STREETS,
    high=Ranking.HIGH,
    odd=OddMoney.FROM_BUTTON,
    odd_paragraphs=("I-5",),
    stub_ends=StubEnds.SHUFFLE_DISCARDS,
    stub_paragraphs=("14.12(f)2",),
    showdown_paragraphs=("14.12(h)", "14.12(h)1"),
)


DRAW_LOW = Game(
    name=GameName.DRAW_LOW,
    title="five-card draw low",
    most_players=8,
    players_paragraphs=("14.6(b)", "14.12(b)"),
    button=True,
    button_paragraphs=("14.12(c)", "14.10(c)"),
    blind_paragraphs=("14.7(b)2", "14.10(d)", "14.12(e)"),
    streets=STREETS,
    low=Ranking.LOW,
    odd=OddMoney.FROM_BUTTON,
    odd_paragraphs=("I-5",),
    stub_ends=StubEnds.SHUFFLE_DISCARDS,
    stub_paragraphs=("14.12(f)2",),
    showdown_paragraphs=("14.12(h)", "14.12(h)2"),
)
