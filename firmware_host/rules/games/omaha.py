"""Omaha, 19:47-14.11: four cards each, two of which play with three of the board. High, or high-low split."""

from firmware_host.rules.game import Game, GameName, OddMoney
from firmware_host.rules.games.board import community_streets
from firmware_host.rules.ranking import Ranking

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
