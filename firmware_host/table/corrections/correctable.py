"""Which earlier facts can be amended and until when. Data, with its paragraph."""

from enum import StrEnum

from firmware_host.rules.fact_body import Amendable
from firmware_host.rules.round_facts import BettingCompleted
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.state.round_log import Told
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import MISCOUNTED_MONEY, MISREAD_WAGER, WRONG_SUM


class Until(StrEnum):
    """How long a fact is open to it."""

    STEP = "step"
    """As long as it is of the latest step: nothing has followed from it yet. A roll: until it is settled."""
    STREET = "street"
    """As long as the bets of its street lie before the players: then they are in the pot, and nobody can tell them."""
    AWARD = "award"
    """As long as the pot is not awarded."""
    NO_MORE_BETS = "no-more-bets"
    """Until no more bets is called: from then on the wagers that lay there are another shake's."""


class Correctable(Record, frozen=True, kw_only=True):
    """Facts that are `amendable` so, until then. Who may ask for it, one person or two, stands with the act."""

    amendable: Amendable
    until: Until
    paragraphs: Paragraphs


STEPS = Correctable(
    amendable=Amendable.STEP,
    until=Until.STEP,
    paragraphs=("14.6(e)2",),
)

"""A step to nothing. The record says what the dealer indicated; a slip of the finger indicated nothing."""


CALLS = Correctable(
    amendable=Amendable.STEP,
    until=Until.STEP,
    paragraphs=("13.5(e)", "I-1"),
)

"""The same of what the dealer of a mini-dice table called: words, never what a sensor saw, and no money that moved."""


WAGERS = Correctable(
    amendable=Amendable.WAGER,
    until=Until.STREET,
    paragraphs=MISREAD_WAGER,
)

"""A wager, or a fold, that was misread: what binds is what was announced, and the bet is corrected to it."""


CARDS = Correctable(
    amendable=Amendable.CARDS,
    until=Until.AWARD,
    paragraphs=("14.3(g)", "I-11"),
)

"""A card that was named wrong: a hand is ranked by the cards actually in it."""


SUMS = Correctable(
    amendable=Amendable.SUM,
    until=Until.NO_MORE_BETS,
    paragraphs=WRONG_SUM,
)

"""A sum that was called wrong and found out only after money had moved on it."""


MONEY: Paragraphs = MISCOUNTED_MONEY

"""What lies on the table is the players' stakes and the pot, and nobody may add to or take from them; a wrong count of
them is put right by two people. It amends no fact."""


def is_open(row: Correctable, told: tuple[Told, ...], number: int) -> bool:
    """Return whether this fact of the round under way may still be amended."""
    if row.until is Until.AWARD:
        return True
    return not any(isinstance(later.body, BettingCompleted) for later in told if later.number > number)


def of_last_step(state: TableState) -> tuple[int, ...]:
    """Return the facts a dealer who takes the last step back takes back; none where there is none to take back."""
    return (state.dice.slip if state.dice else ()) or state.latest_step
