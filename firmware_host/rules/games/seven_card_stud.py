"""Seven-card stud, 19:47-14.9(c)-(l): two down and one up, three more up, the last down. High and two splits."""

from firmware_host.rules.game import Game, GameName, OddMoney, Opener, Street, StreetName, StubEnds
from firmware_host.rules.ranking import Ranking

PLAYERS = ("14.6(b)", "I-4")


def _streets(opens: Opener, paragraph: str) -> tuple[Street, ...]:
    return (
        Street(
            name=StreetName.DEAL,
            say="deal two cards face down and one face up to each player",
            down=2,
            up=1,
            opens=opens,
            forced=True,
            deal_paragraphs=("14.9(c)",),
            betting_paragraphs=("14.9(d)", paragraph, "14.9(e)"),
        ),
        _next_card(StreetName.FOURTH, "a fourth card face up", "14.9(f)", up=1),
        _next_card(StreetName.FIFTH, "a fifth card face up", "14.9(h)", up=1, big=True),
        _next_card(StreetName.SIXTH, "a sixth card face up", "14.9(h)", up=1, big=True),
        _next_card(StreetName.SEVENTH, "the seventh and last card face down", "14.9(h)", down=1, big=True),
    )


def _next_card(
    name: StreetName, which: str, paragraph: str, *, up: int = 0, down: int = 0, big: bool = False
) -> Street:
    return Street(
        name=name,
        say=f"burn one, deal {which} to each player",
        burn=True,
        up=up,
        down=down,
        opens=Opener.BEST_SHOWING,
        big=big,
        deal_paragraphs=(paragraph,),
        betting_paragraphs=("14.9(f)", "14.9(g)"),
    )


STUD = Game(
    name=GameName.STUD,
    title="seven-card stud high",
    most_players=8,
    players_paragraphs=PLAYERS,
    button=False,
    streets=_streets(Opener.LOWEST_UP_CARD, "14.9(d)1"),
    high=Ranking.HIGH,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=("I-5",),
    stub_ends=StubEnds.COMMON_CARD,
    stub_paragraphs=("14.9(h)",),
    showdown_paragraphs=("14.9(i)", "14.9(i)1"),
)


STUD_HILO = Game(
    name=GameName.STUD_HILO,
    title="seven-card stud high-low split",
    most_players=8,
    players_paragraphs=PLAYERS,
    button=False,
    streets=_streets(Opener.HIGHEST_UP_CARD_ACE_LOW, "14.9(d)2"),
    high=Ranking.HIGH,
    low=Ranking.LOW,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=("14.9(i)2i", "14.9(i)2ii", "14.9(i)2iii", "14.9(i)2iv"),
    stub_ends=StubEnds.COMMON_CARD,
    stub_paragraphs=("14.9(h)",),
    showdown_paragraphs=("14.9(i)", "14.9(i)2", "14.9(k)", "14.9(l)"),
)


STUD_HILO_8 = Game(
    name=GameName.STUD_HILO_8,
    title="seven-card stud high-low split eight or better",
    most_players=8,
    players_paragraphs=PLAYERS,
    button=False,
    streets=_streets(Opener.LOWEST_UP_CARD, "14.9(d)3"),
    high=Ranking.HIGH,
    low=Ranking.LOW_EIGHT_OR_BETTER,
    odd=OddMoney.BY_SUIT,
    odd_paragraphs=("14.9(i)2i", "14.9(i)2ii", "14.9(i)2iii", "14.9(i)2iv"),
    stub_ends=StubEnds.COMMON_CARD,
    stub_paragraphs=("14.9(h)",),
    showdown_paragraphs=("14.9(i)", "14.9(i)2", "14.9(j)", "14.9(k)", "14.9(l)"),
)
