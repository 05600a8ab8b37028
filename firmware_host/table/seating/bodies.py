"""What can become true of who sits where, with what."""

from firmware_host.rules.record import Seat, Tagged


class SeatTaken(Tagged, frozen=True, kw_only=True, tag="seat-taken"):
    """A player sits here, with `cents` on the table where that is tracked; only the seated are dealt in (14.7(a))."""

    seat: Seat
    cents: int = 0


class ChipsAdded(Tagged, frozen=True, kw_only=True, tag="chips-added"):
    """A player put more on the table, between rounds (14.7(c)1)."""

    seat: Seat
    cents: int


SeatingBody = SeatTaken | ChipsAdded
