"""Five-card stud, 19:47-14.13: one down and one up, three more up; later openers must bet (I-18)."""

from firmware_host.rules.game import Game, GameName, OddMoney, Opener, Street, StreetName
from firmware_host.rules.ranking import Ranking


def _later(name: StreetName, card: str, paragraph: str, *, big: bool) -> Street:
    return Street(
        name=name,
        say=f"burn one, deal a {card} card face up to each player",
        burn=True,
        up=1,
        opens=Opener.BEST_SHOWING,
        must_bet=True,
        big=big,
        deal_paragraphs=(paragraph,),
        betting_paragraphs=("14.13(f)", "14.13(e)", "I-18"),
    )


FIVE_STUD = Game(
    name=GameName.FIVE_STUD,
    title="five-card stud high",
    most_players=8,
    players_paragraphs=("14.6(b)", "14.13(b)"),
    button=False,
    streets=(
        Street(
            name=StreetName.DEAL,
            say="deal one card face down and one face up to each player",
            down=1,
            up=1,
            opens=Opener.LOWEST_UP_CARD,
            forced=True,
            deal_paragraphs=("14.13(c)",),
            betting_paragraphs=("14.13(d)", "14.13(e)"),
        ),
        _later(StreetName.THIRD, "third", "14.13(f)", big=False),
        _later(StreetName.FOURTH, "fourth", "14.13(g)", big=True),
        _later(StreetName.FIFTH, "fifth and last", "14.13(g)", big=True),
    ),
    high=Ranking.HIGH,
    odd=OddMoney.FROM_DEALER,
    odd_paragraphs=("I-5",),
    showdown_paragraphs=("14.13(h)",),
)
