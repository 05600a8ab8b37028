"""Badugi, 19:47-14.12C: four down, three draws, four suits and four ranks. Blinds in the first round only (I-17)."""

from firmware_host.rules.game import Game, GameName, OddMoney, Opener, Street, StreetName, StubEnds
from firmware_host.rules.ranking import Ranking

BADUGI = Game(
    name=GameName.BADUGI,
    title="Badugi",
    most_players=9,
    players_paragraphs=("14.6(b)", "14.12C(b)"),
    button=True,
    button_paragraphs=("14.12C(c)", "14.10(c)"),
    blind_paragraphs=("14.7(b)2", "14.10(d)", "14.12C(e)", "I-17"),
    streets=(
        Street(
            name=StreetName.DEAL,
            say="deal four cards face down to each player",
            down=4,
            opens=Opener.AFTER_BLINDS,
            deal_paragraphs=("14.12C(d)",),
            betting_paragraphs=("14.12C(e)", "14.10(f)"),
        ),
        Street(
            name=StreetName.DRAW,
            say="burn one; each player in turn discards and draws",
            burn=True,
            draw=True,
            opens=Opener.LEFT_OF_BUTTON,
            deal_paragraphs=("14.12C(f)",),
            betting_paragraphs=("14.12C(g)", "I-17"),
        ),
        Street(
            name=StreetName.SECOND_DRAW,
            say="burn one; each player in turn discards and draws a second time",
            burn=True,
            draw=True,
            opens=Opener.LEFT_OF_BUTTON,
            big=True,
            deal_paragraphs=("14.12C(h)",),
            betting_paragraphs=("14.12C(i)", "I-17"),
        ),
        Street(
            name=StreetName.THIRD_DRAW,
            say="burn one; each player in turn discards and draws a last time",
            burn=True,
            draw=True,
            opens=Opener.LEFT_OF_BUTTON,
            big=True,
            deal_paragraphs=("14.12C(j)",),
            betting_paragraphs=("14.12C(k)",),
        ),
    ),
    low=Ranking.BADUGI,
    odd=OddMoney.FROM_BUTTON,
    odd_paragraphs=("14.12C(l)5", "I-5"),
    stub_ends=StubEnds.SHUFFLE_OTHERS_DISCARDS,
    stub_paragraphs=("14.12C(f)",),
    showdown_paragraphs=("14.12C(l)",),
)
