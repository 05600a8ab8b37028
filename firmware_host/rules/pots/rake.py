"""
What the house takes from a pot (14.14 is not printed: I-9 stands in), and when it takes nothing.

    rake = PercentageRake(per_mille=50, step_cents=100, cap_cents=400)
    rake_cents(rake, pot_cents=4750, board_dealt=True)      200: five percent are 237 cents, down to whole dollars

The pot is all that was put in, less what nobody called; once per hand, side pots and all. What is posted has to be in
whole chips (`Stakes` refuses the rest), and a posted amount has to be in the pot it is taken from, so what is taken is
in whole chips and never above the pot. Rounding is down, always: for the players.
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
    So many thousandths of the pot, down to a multiple of the step, and never more than the cap in one hand.

    `no_flop_no_drop`: nothing unless the flop was dealt.
    """

    per_mille: Annotated[int, Meta(gt=0, le=1000)]
    step_cents: _Amount = 100
    cap_cents: _Amount
    no_flop_no_drop: bool = False


class FromPot(Record, frozen=True, kw_only=True):
    """A line of the posted table: a pot of this size or more gives so much."""

    from_cents: _Amount
    takes_cents: _Amount

    def __post_init__(self) -> None:
        """Refuse to take from a pot what is not in it."""
        if self.takes_cents > self.from_cents:
            raise ValueError(f"{self.takes_cents} cents cannot be taken from a pot of {self.from_cents}")


class FixedRake(Tagged, frozen=True, kw_only=True, tag="by-pot-size"):
    """
    A fixed amount by the size of the pot: that of the last line it reaches, nothing below the first.

    `no_flop_no_drop`: nothing unless the flop was dealt.
    """

    table: Annotated[tuple[FromPot, ...], Meta(min_length=1)]
    no_flop_no_drop: bool = False

    def __post_init__(self) -> None:
        """Refuse a table that does not go up."""
        for line, after in pairwise(self.table):
            if after.from_cents <= line.from_cents or after.takes_cents < line.takes_cents:
                raise ValueError(f"a rake by pot size goes up: the line from {after.from_cents} cents does not")


class TimeCharge(Tagged, frozen=True, kw_only=True, tag="time-charge"):
    """Each player pays so much for every half hour, and nothing is taken from a pot. The amount is posted only."""

    half_hour_cents: _Amount


Rake = NoRake | PercentageRake | FixedRake | TimeCharge

"""How poker revenue is made at a table."""


def rake_cents(rake: Rake, *, pot_cents: int, board_dealt: bool) -> int:
    """
    Return what is taken from a pot of this size.

    `board_dealt` says that the flop was dealt, or that the game has none. Raises ValueError for a pot below zero.
    """
    if pot_cents < 0:
        raise ValueError(f"no rake is taken from a pot of {pot_cents} cents")
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
    """Return every amount that what is taken from a pot is made of: those have to be whole chips."""
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
    """Whether its terms speak of a flop."""
    return isinstance(rake, PercentageRake | FixedRake) and rake.no_flop_no_drop
