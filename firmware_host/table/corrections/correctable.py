"""Which earlier facts can be amended and until when, as data with the paragraphs."""

from enum import StrEnum

from firmware_host.rules.act_and_fact import Amendable
from firmware_host.rules.round_facts import BettingCompleted
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.state.round_log import Told
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import MISCOUNTED_MONEY, MISREAD_WAGER, WRONG_SUM


class Until(StrEnum):
    """How long a fact may be amended."""

    STEP = "step"
    """While it belongs to the latest step and nothing has followed from it. A roll: until it is settled."""
    STREET = "street"
    """While the bets of its street lie before the players; in the pot they can no longer be told apart."""
    AWARD = "award"
    """Until the pot is awarded."""
    NO_MORE_BETS = "no-more-bets"
    """Until bets are closed: from then on the wagers on the table belong to the next shake."""


class Correctable(Record, frozen=True, kw_only=True):
    """A kind of amendment and its limit. The act's class says who may ask for it, and whether it needs two people."""

    amendable: Amendable
    until: Until
    paragraphs: Paragraphs


STEPS = Correctable(
    amendable=Amendable.STEP,
    until=Until.STEP,
    paragraphs=("14.6(e)2",),
)
"""Take back a step: the record holds what the dealer indicated, and a key pressed by mistake indicated nothing."""


CALLS = Correctable(
    amendable=Amendable.STEP,
    until=Until.STEP,
    paragraphs=("13.5(e)", "I-1"),
)
"""Take back a mini-dice dealer's call: only the dealer's words, never a sensor's report or money that moved."""


WAGERS = Correctable(
    amendable=Amendable.WAGER,
    until=Until.STREET,
    paragraphs=MISREAD_WAGER,
)
"""Correct a misread wager or fold: the announced action is binding."""


CARDS = Correctable(
    amendable=Amendable.CARDS,
    until=Until.AWARD,
    paragraphs=("14.3(g)", "I-11"),
)
"""Correct a wrongly named card: a hand is ranked by the cards actually in it."""


SUMS = Correctable(
    amendable=Amendable.SUM,
    until=Until.NO_MORE_BETS,
    paragraphs=WRONG_SUM,
)
"""Correct a wrongly called sum after money has moved on it."""


MONEY: Paragraphs = MISCOUNTED_MONEY
"""The paragraphs for miscounted stakes or a miscounted pot, which two people correct. No fact is amended."""


def is_open(row: Correctable, told: tuple[Told, ...], number: int) -> bool:
    """Return whether this fact of the round under way may still be amended."""
    if row.until is Until.AWARD:
        return True
    return not any(isinstance(later.body, BettingCompleted) for later in told if later.number > number)


def of_last_step(state: TableState) -> tuple[int, ...]:
    """Return the facts that taking back the last step takes back; none where there is nothing to take back."""
    return (state.dice.slip if state.dice else ()) or state.latest_step
