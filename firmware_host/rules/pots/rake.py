"""
What the house takes from a pot, and when it takes nothing (I-9, because the text of 14.14 is not available).

    rake = PercentageRake(per_mille=50, step_cents=100, cap_cents=400)
    rake_cents(rake, pot_cents=4750, board_dealt=True)      200: five percent is 237 cents, down to whole dollars

The pot is all that was put in, less any uncalled bet; the rake is taken once per hand, from all pots together. Posted
amounts must be in whole chips (`Stakes` refuses others) and no larger than the pot they are taken from, so the rake is
always in whole chips and never above the pot. Rounding is always down, in favour of the players.
"""

from itertools import pairwise
from typing import Annotated, assert_never

from msgspec import Meta

from firmware_host.rules.struct import Record, Tagged

_Amount = Annotated[int, Meta(gt=0)]


class NoRake(Tagged, frozen=True, kw_only=True, tag="none"):
    """The house takes nothing."""


class PercentageRake(Tagged, frozen=True, kw_only=True, tag="percentage"):
    """
    A share of the pot in thousandths, rounded down to a multiple of the step, at most the cap in one hand.

    With `no_flop_no_drop` nothing is taken unless the flop was dealt.
    """

    per_mille: Annotated[int, Meta(gt=0, le=1000)]
    """The share of the pot, in thousandths."""
    step_cents: _Amount = 100
    """The rake is a multiple of this many cents."""
    cap_cents: _Amount
    """The most that is taken in one hand, in cents."""
    no_flop_no_drop: bool = False


class FromPot(Record, frozen=True, kw_only=True):
    """A line of the posted table: the rake from a pot of this size or more."""

    from_cents: _Amount
    """The smallest pot of this line, in cents."""
    takes_cents: _Amount
    """The rake from a pot of this line, in cents."""

    def __post_init__(self) -> None:
        """Refuse a rake above the pot."""
        if self.takes_cents > self.from_cents:
            raise ValueError(f"{self.takes_cents} cents cannot be taken from a pot of {self.from_cents}")


class FixedRake(Tagged, frozen=True, kw_only=True, tag="by-pot-size"):
    """
    A fixed amount by the size of the pot: the amount of the highest line reached, nothing below the first line.

    With `no_flop_no_drop` nothing is taken unless the flop was dealt.
    """

    table: Annotated[tuple[FromPot, ...], Meta(min_length=1)]
    """The lines of the posted table, from the smallest pot."""
    no_flop_no_drop: bool = False

    def __post_init__(self) -> None:
        """Refuse a table whose lines do not increase."""
        for line, after in pairwise(self.table):
            if after.from_cents <= line.from_cents or after.takes_cents < line.takes_cents:
                raise ValueError(f"a rake by pot size must increase; the line from {after.from_cents} cents does not")


class TimeCharge(Tagged, frozen=True, kw_only=True, tag="time-charge"):
    """A charge that each player pays for every half hour; nothing is taken from pots. The amount is only posted."""

    half_hour_cents: _Amount
    """The amount for half an hour, in cents."""


Rake = NoRake | PercentageRake | FixedRake | TimeCharge
"""The ways in which a poker table earns revenue."""


def rake_cents(rake: Rake, *, pot_cents: int, board_dealt: bool) -> int:
    """
    Return what is taken from a pot of this size.

    `board_dealt` means that the flop was dealt, or that the game has none. Raises ValueError for a pot below zero.
    """
    if pot_cents < 0:
        raise ValueError(f"a pot cannot be {pot_cents} cents")
    match rake:
        case NoRake() | TimeCharge():
            return 0
        case PercentageRake():
            share = pot_cents * rake.per_mille // 1000
            taken = min(share - share % rake.step_cents, rake.cap_cents)
        case FixedRake():
            taken = max((line.takes_cents for line in rake.table if pot_cents >= line.from_cents), default=0)
        case _:
            assert_never(rake)
    return taken if board_dealt or not rake.no_flop_no_drop else 0


def amounts_cents(rake: Rake) -> tuple[int, ...]:
    """Return every amount that the rake is made of; they must be in whole chips."""
    match rake:
        case NoRake() | TimeCharge():
            return ()
        case PercentageRake():
            return (rake.step_cents, rake.cap_cents)
        case FixedRake():
            return tuple(line.takes_cents for line in rake.table)
        case _:
            assert_never(rake)


def needs_a_flop(rake: Rake) -> bool:
    """Return whether this rake depends on the flop."""
    return isinstance(rake, PercentageRake | FixedRake) and rake.no_flop_no_drop
