"""Hold 'em (14.10), omaha (14.11) and Big Omaha (14.11(A)): the streets that they share, and each game as data."""

from firmware_host.rules.game import Game, GameName, OddMoney, Opener, Street, StreetName
from firmware_host.rules.ranking import Ranking

NUMBERS = {2: "two", 4: "four", 5: "five"}


def community_streets(*, down: int, deal_paragraph: str) -> tuple[Street, ...]:
    """Return four streets: the deal of `down` cards to each player, flop, turn and river."""
    return (
        Street(
            name=StreetName.DEAL,
            say=f"deal {NUMBERS[down]} cards face down to each player",
            down=down,
            opens=Opener.AFTER_BLINDS,
            deal_paragraphs=(deal_paragraph,),
            betting_paragraphs=("14.10(f)",),
        ),
        Street(
            name=StreetName.FLOP,
            say="burn one, deal three community cards face up",
            burn=True,
            board=3,
            opens=Opener.LEFT_OF_BUTTON,
            deal_paragraphs=("14.10(g)",),
            betting_paragraphs=("14.10(g)",),
        ),
        Street(
            name=StreetName.TURN,
            say="burn one, deal the fourth community card",
            burn=True,
            board=1,
            opens=Opener.LEFT_OF_BUTTON,
            big=True,
            deal_paragraphs=("14.10(h)",),
            betting_paragraphs=("14.10(h)",),
        ),
        Street(
            name=StreetName.RIVER,
            say="burn one, deal the fifth and last community card",
            burn=True,
            board=1,
            opens=Opener.LEFT_OF_BUTTON,
            big=True,
            deal_paragraphs=("14.10(i)",),
            betting_paragraphs=("14.10(i)",),
        ),
    )


HOLDEM = Game(
    name=GameName.HOLDEM,
    title="hold 'em",
    most_players=11,
    players_paragraphs=("14.6(b)", "14.10(b)"),
    button=True,
    button_paragraphs=("14.10(c)",),
    blind_paragraphs=("14.7(b)2", "14.10(d)"),
    streets=community_streets(down=2, deal_paragraph="14.10(e)"),
    high=Ranking.HIGH,
    odd=OddMoney.FROM_BUTTON,
    odd_paragraphs=("I-5",),
    showdown_paragraphs=("14.10(j)",),
)


OMAHA = Game(
    name=GameName.OMAHA,
    title="omaha high",
    most_players=10,
    players_paragraphs=("14.6(b)", "14.11(b)"),
    button=True,
    button_paragraphs=("14.11(c)", "14.10(c)"),
    blind_paragraphs=("14.7(b)2", "14.10(d)", "14.11(e)"),
    streets=community_streets(down=4, deal_paragraph="14.11(d)"),
    high=Ranking.OMAHA_HIGH,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=("I-5",),
    showdown_paragraphs=("14.11(f)", "14.11(f)1"),
)


OMAHA_HILO_8 = Game(
    name=GameName.OMAHA_HILO_8,
    title="omaha high-low split eight or better",
    most_players=10,
    players_paragraphs=("14.6(b)", "14.11(b)"),
    button=True,
    button_paragraphs=("14.11(c)", "14.10(c)"),
    blind_paragraphs=("14.7(b)2", "14.10(d)", "14.11(e)"),
    streets=community_streets(down=4, deal_paragraph="14.11(d)"),
    high=Ranking.OMAHA_HIGH,
    low=Ranking.OMAHA_LOW_EIGHT_OR_BETTER,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=("14.11(f)2i", "14.11(f)2ii", "14.11(f)2iii", "14.11(f)2iv"),
    kill=True,
    showdown_paragraphs=("14.11(f)", "14.11(f)2", "14.11(g)", "14.11(h)"),
)


BIG_OMAHA = Game(
    name=GameName.BIG_OMAHA,
    title="Big Omaha high",
    most_players=8,
    players_paragraphs=("14.6(b)", "14.11(A)(b)"),
    button=True,
    button_paragraphs=("14.11(A)(c)", "14.10(c)"),
    blind_paragraphs=("14.7(b)2", "14.10(d)", "14.11(A)(e)"),
    streets=community_streets(down=5, deal_paragraph="14.11(A)(d)"),
    high=Ranking.OMAHA_HIGH,
    odd=OddMoney.FROM_BUTTON,
    odd_paragraphs=("I-5",),
    showdown_paragraphs=("14.11(A)(f)", "14.11(A)(f)1"),
)


BIG_OMAHA_HILO_8 = Game(
    name=GameName.BIG_OMAHA_HILO_8,
    title="Big Omaha high-low split eight or better",
    most_players=8,
    players_paragraphs=("14.6(b)", "14.11(A)(b)"),
    button=True,
    button_paragraphs=("14.11(A)(c)", "14.10(c)"),
    blind_paragraphs=("14.7(b)2", "14.10(d)", "14.11(A)(e)"),
    streets=community_streets(down=5, deal_paragraph="14.11(A)(d)"),
    high=Ranking.OMAHA_HIGH,
    low=Ranking.OMAHA_LOW_EIGHT_OR_BETTER,
    odd=OddMoney.FROM_BUTTON,
    odd_paragraphs=("14.11(A)(f)2i", "14.11(A)(f)2ii", "14.11(A)(f)2iii"),
    kill=True,
    showdown_paragraphs=("14.11(A)(f)", "14.11(A)(f)2", "14.11(A)(g)", "14.11(A)(h)"),
)
