"""What can become true of who sits where, with what."""

from firmware_host.rules.record import Seat, Tagged
from firmware_host.table.seating.away import AwayStakes


class SeatTaken(Tagged, frozen=True, kw_only=True, tag="seat-taken"):
    """A player sits here, with `cents` on the table where that is tracked; only the seated are dealt in (14.7(a))."""

    seat: Seat
    cents: int = 0


class SeatLeft(Tagged, frozen=True, kw_only=True, tag="seat-left"):
    """The player gave the seat up and took `cents` off the table, where that is tracked."""

    seat: Seat
    cents: int = 0


class PlayerWentAway(Tagged, frozen=True, kw_only=True, tag="player-went-away"):
    """The player is away and keeps the seat; `cents` was counted out, or lies covered (14.7(c)5)."""

    seat: Seat
    stakes: AwayStakes
    cents: int


class PlayerCameBack(Tagged, frozen=True, kw_only=True, tag="player-came-back"):
    """The player is back; `cents` was counted in, or was uncovered."""

    seat: Seat
    stakes: AwayStakes
    cents: int


class ChipsAdded(Tagged, frozen=True, kw_only=True, tag="chips-added"):
    """A player put more on the table, between rounds (14.7(c)1)."""

    seat: Seat
    cents: int


SeatingBody = SeatTaken | SeatLeft | PlayerWentAway | PlayerCameBack | ChipsAdded
