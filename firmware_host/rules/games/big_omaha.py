"""Big Omaha, 13:69F-14.11(A): five cards each, two of which play with three of the board. High, or high-low split."""

from firmware_host.rules.game import Game, GameName, OddMoney
from firmware_host.rules.games.board import community_streets
from firmware_host.rules.ranking import Ranking

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
