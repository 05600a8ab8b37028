"""
Super Seven, 13:69F-14.9B: four down and one up; a player who stays in the first round discards two down cards.

Then one up, two up and the last down: nine dealt, two discarded, seven held, four of them up.
"""

from firmware_host.rules.game import Game, GameName, OddMoney, Opener, Street, StreetName, StubEnds
from firmware_host.rules.ranking import Ranking

SPLIT_ODD = ("14.9B(i)3i", "14.9B(i)3ii", "14.9B(i)3iii", "14.9B(i)3iv")


def _streets(opens: Opener, paragraph: str, showing: Opener, showing_paragraph: str) -> tuple[Street, ...]:
    def next_card(
        name: StreetName, which: str, paragraph: str, *, up: int = 0, down: int = 0, big: bool = False
    ) -> Street:
        return Street(
            name=name,
            say=f"burn one, deal {which} to each player",
            burn=True,
            up=up,
            down=down,
            opens=showing,
            big=big,
            deal_paragraphs=(paragraph,),
            betting_paragraphs=(showing_paragraph, "14.9B(f)3", "14.9B(g)"),
        )

    return (
        Street(
            name=StreetName.DEAL,
            say="deal four cards face down and one face up to each player",
            down=4,
            up=1,
            opens=opens,
            forced=True,
            discard=2,
            deal_paragraphs=("14.9B(c)",),
            betting_paragraphs=("14.9B(d)", paragraph, "14.9B(e)"),
        ),
        next_card(StreetName.FOURTH, "a fourth card face up", "14.9B(f)", up=1),
        next_card(StreetName.FIFTH, "a fifth card face up", "14.9B(h)", up=1, big=True),
        next_card(StreetName.SIXTH, "a sixth card face up", "14.9B(h)", up=1, big=True),
        next_card(StreetName.SEVENTH, "the seventh and last card face down", "14.9B(h)", down=1, big=True),
    )


SUPER_STUD = Game(
    name=GameName.SUPER_STUD,
    title="Super Seven high",
    most_players=7,
    players_paragraphs=("14.6(b)", "14.9B(b)"),
    button=False,
    streets=_streets(Opener.LOWEST_UP_CARD, "14.9B(d)1", Opener.BEST_SHOWING, "14.9B(f)1"),
    high=Ranking.HIGH,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=("I-5",),
    stub_ends=StubEnds.SHUFFLE_MUCK_AND_BURNS,
    stub_paragraphs=("14.9B(h)",),
    showdown_paragraphs=("14.9B(i)", "14.9B(i)1"),
)


SUPER_STUD_LOW = Game(
    name=GameName.SUPER_STUD_LOW,
    title="Super Seven low",
    most_players=7,
    players_paragraphs=("14.6(b)", "14.9B(b)"),
    button=False,
    streets=_streets(Opener.HIGHEST_UP_CARD_ACE_LOW, "14.9B(d)2", Opener.BEST_LOW_SHOWING, "14.9B(f)2"),
    low=Ranking.LOW,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=("I-5",),
    stub_ends=StubEnds.SHUFFLE_MUCK_AND_BURNS,
    stub_paragraphs=("14.9B(h)",),
    showdown_paragraphs=("14.9B(i)", "14.9B(i)2"),
)


SUPER_STUD_HILO = Game(
    name=GameName.SUPER_STUD_HILO,
    title="Super Seven high-low split",
    most_players=7,
    players_paragraphs=("14.6(b)", "14.9B(b)"),
    button=False,
    streets=_streets(Opener.HIGHEST_UP_CARD_ACE_LOW, "14.9B(d)3", Opener.BEST_SHOWING, "14.9B(f)1"),
    high=Ranking.HIGH,
    low=Ranking.LOW,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=SPLIT_ODD,
    stub_ends=StubEnds.SHUFFLE_MUCK_AND_BURNS,
    stub_paragraphs=("14.9B(h)",),
    showdown_paragraphs=("14.9B(i)", "14.9B(i)3", "14.9B(k)", "14.9B(l)"),
)


SUPER_STUD_HILO_8 = Game(
    name=GameName.SUPER_STUD_HILO_8,
    title="Super Seven high-low split eight or better",
    most_players=7,
    players_paragraphs=("14.6(b)", "14.9B(b)"),
    button=False,
    streets=_streets(Opener.HIGHEST_UP_CARD_ACE_LOW, "14.9B(d)4", Opener.BEST_SHOWING, "14.9B(f)1"),
    high=Ranking.HIGH,
    low=Ranking.LOW_EIGHT_OR_BETTER,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=SPLIT_ODD,
    stub_ends=StubEnds.SHUFFLE_MUCK_AND_BURNS,
    stub_paragraphs=("14.9B(h)",),
    showdown_paragraphs=("14.9B(i)", "14.9B(i)3", "14.9B(j)", "14.9B(k)", "14.9B(l)"),
)
