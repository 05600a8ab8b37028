"""Which earlier facts may be put right, by whom and until when. Data, with its paragraph."""

from enum import StrEnum

from firmware_host.rules.bodies import (
    BettingCompleted,
    CardsDrawn,
    CommunityDealt,
    HandsDealt,
    HandShown,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
)
from firmware_host.rules.record import Paragraphs, Record
from firmware_host.table.correcting.told import Told
from firmware_host.table.roles import FLOOR, ON_DUTY, Who


class Until(StrEnum):
    """How long a fact is open to it."""

    STREET = "street"
    """As long as the bets of its street lie before the players: then they are in the pot, and nobody can tell them."""
    AWARD = "award"
    """As long as the pot is not awarded."""


class Correctable(Record, frozen=True, kw_only=True):
    """
    Facts of these kinds, put right `by` these until then.

    What changes money is also in `approvals/by_two.py`: it takes two people.
    """

    kinds: tuple[type, ...]
    by: Who
    until: Until
    paragraphs: Paragraphs


WAGERS = Correctable(
    kinds=(PlayerBet, PlayerCalled, PlayerChecked, PlayerFolded),
    by=ON_DUTY,
    until=Until.STREET,
    paragraphs=("14.7(d)", "14.7(e)"),
)
"""A wager, or a fold, that was misread: what binds is what was announced, and the bet is corrected to it."""

CARDS = Correctable(
    kinds=(CommunityDealt, HandsDealt, CardsDrawn, HandShown),
    by=FLOOR,
    until=Until.AWARD,
    paragraphs=("14.3(g)", "I-11"),
)
"""A card that was named wrong: a hand is ranked by the cards actually in it."""

MONEY: Paragraphs = ("14.7(c)1", "14.7(h)")
"""What lies on the table is the players' stakes and the pot, and nobody may add to or take from them; a wrong count of
them is put right by two people."""


def is_open(row: Correctable, told: tuple[Told, ...], number: int) -> bool:
    """Return whether this fact of the round under way may still be put right."""
    if row.until is Until.AWARD:
        return True
    return not any(isinstance(later.body, BettingCompleted) for later in told if later.number > number)
