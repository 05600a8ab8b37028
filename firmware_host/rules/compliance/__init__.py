"""
The compliance matrix: every paragraph of the index, how it is met, and where.

    row(ENFORCED, "14.5(b)2", "Ten cards or more are cut ...", GATE)                  met: the code, tests by mark
    row(TIMED, "14.6(e)4", "The stub is counted ...", needs=Need.COUNTS)              open: what is still missing
    row(OUTSIDE, "14.6(a)", "Poker has an area ...", reason="the floor plan ...")     no software can meet it

The rows do not name their tests: each test is marked with the paragraphs it proves. The checks fail for a met row
without a test, a mark for a paragraph without a row, and a line of the index without a row.
"""

from firmware_host.rules.compliance.community_games import COMMUNITY_GAMES
from firmware_host.rules.compliance.draw_games import DRAW_GAMES
from firmware_host.rules.compliance.interpretations import INTERPRETATIONS
from firmware_host.rules.compliance.mini_dice import MINI_DICE, NOT_PRINTED, is_not_printed
from firmware_host.rules.compliance.poker import POKER
from firmware_host.rules.compliance.row import How, Need, Row, State, section_of
from firmware_host.rules.compliance.stud_games import STUD_GAMES
from firmware_host.rules.compliance.wagers import WAGERS

__all__ = ["MATRIX", "NOT_PRINTED", "SECTIONS", "How", "Need", "Row", "State", "is_not_printed", "section_of"]


SECTIONS: dict[str, str] = {
    "13.1": "mini-dice: paragraphs whose text is not available",
    "13.5": "mini-dice: the shake and the settlement",
    "13.6": "mini-dice: payout odds; vigorish prohibited",
    "13.7": "mini-dice: relinquishing the shaker",
    "13.8": "mini-dice: irregularities",
    "14.1": "definitions",
    "14.2": "cards; number of decks",
    "14.3": "poker rankings",
    "14.4": "opening the table for gaming",
    "14.5": "shuffle and cut of the cards",
    "14.6": "overview; general dealing procedures",
    "14.7": "wagers",
    "14.8": "types of permissible games",
    "14.9": "seven-card stud",
    "14.9B": "Super Seven",
    "14.10": "hold 'em",
    "14.11": "omaha",
    "14.11(A)": "Big Omaha",
    "14.12": "five-card draw",
    "14.12C": "Badugi",
    "14.13": "five-card stud",
    "14.13A": "mambo",
    "14.14": "rake",
    "14.19": "bad beat payouts",
    "8.3": "signs at the table",
    "46-1": "cards and equipment",
    "I": "interpretations, where the regulation gives no answer",
}
"""The sections in the order of the index, with its titles."""


MATRIX: tuple[Row, ...] = (
    *MINI_DICE,
    *POKER,
    *WAGERS,
    *STUD_GAMES,
    *COMMUNITY_GAMES,
    *DRAW_GAMES,
    *INTERPRETATIONS,
)
