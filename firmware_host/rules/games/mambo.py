"""Mambo, 19:47-14.13A: one down, one up, a third down, one community card; three-card high-low split six or better."""

from firmware_host.rules.game import Game, GameName, OddMoney, Opener, Street, StreetName
from firmware_host.rules.ranking import Ranking

MAMBO_HILO_6 = Game(
    name=GameName.MAMBO_HILO_6,
    title="mambo high-low split six or better",
    most_players=11,
    players_paragraphs=("14.6(b)", "14.13A(b)"),
    button=False,
    streets=(
        Street(
            name=StreetName.DEAL,
            say="deal one card face down and one face up to each player",
            down=1,
            up=1,
            opens=Opener.LOWEST_UP_CARD,
            forced=True,
            deal_paragraphs=("14.13A(c)",),
            betting_paragraphs=("14.13A(d)", "14.13A(e)"),
        ),
        Street(
            name=StreetName.THIRD,
            say="burn one, deal a third card face down to each player",
            burn=True,
            down=1,
            opens=Opener.HIGHEST_UP_CARD,
            deal_paragraphs=("14.13A(f)",),
            betting_paragraphs=("14.13A(f)", "14.13A(g)"),
        ),
        Street(
            name=StreetName.COMMUNITY,
            say="burn one, deal a community card face up",
            burn=True,
            board=1,
            opens=Opener.BEST_WITH_COMMUNITY,
            big=True,
            deal_paragraphs=("14.13A(h)",),
            betting_paragraphs=("14.13A(h)1", "14.13A(h)2", "14.13A(i)"),
        ),
    ),
    high=Ranking.THREE_CARD_HIGH,
    low=Ranking.THREE_CARD_LOW_SIX_OR_BETTER,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=("I-5",),
    showdown_paragraphs=("14.13A(j)", "I-4"),
)
