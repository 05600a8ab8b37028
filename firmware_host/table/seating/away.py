"""A player who is away for a while: what became of the stakes, and what of them lies on the table (14.7(c)5)."""

from collections.abc import Mapping
from enum import StrEnum

from firmware_host.rules.record import Record, Seat


class AwayStakes(StrEnum):
    """What became of the table stakes of a player who is away."""

    COUNTED = "counted"
    """Counted before the player took them along; the same amount is counted in again (14.7(c)5i)."""
    COVERED = "covered"
    """They lie on the table under a cover, at the player's request (14.7(c)5ii)."""


class Away(Record, frozen=True, kw_only=True):
    """A seat that is kept for its player. `cents` is in the player's hands; none of it is where it lies covered."""

    stakes: AwayStakes
    cents: int = 0


def on_the_table(stacks: Mapping[Seat, int], away: Mapping[Seat, Away]) -> dict[Seat, int]:
    """Return what lies on the table after a round: what a player counted out of it in mid-round is not there."""
    return {seat: cents - (away[seat].cents if seat in away else 0) for seat, cents in stacks.items()}
