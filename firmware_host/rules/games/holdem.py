"""Hold 'em, 19:47-14.10: two cards each, five community cards, the best five of seven."""

from firmware_host.rules.game import Game, GameName, OddMoney
from firmware_host.rules.games.board import community_streets
from firmware_host.rules.ranking import Ranking

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
