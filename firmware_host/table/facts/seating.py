"""What can become true of who sits where, with what."""

from firmware_host.rules.missed_blinds import MissedBlind
from firmware_host.rules.struct import Seat, Tagged
from firmware_host.table.terms import AwayStakes


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


class BlindMissed(Tagged, frozen=True, kw_only=True, tag="blind-missed"):
    """This blind passed a player by who sits here and was not dealt in, or who moved out of its way (I-7)."""

    seat: Seat
    blind: MissedBlind


class MissedBlindsPromised(Tagged, frozen=True, kw_only=True, tag="missed-blinds-promised"):
    """The player makes up for these blinds with the next deal; until then no chip has moved (I-7)."""

    seat: Seat
    blinds: tuple[MissedBlind, ...]


class StraddleAnnounced(Tagged, frozen=True, kw_only=True, tag="straddle-announced"):
    """The player posts a straddle with the next deal; `cents` is 0 where amounts are not told (I-7)."""

    seat: Seat
    cents: int = 0


class PostingWithdrawn(Tagged, frozen=True, kw_only=True, tag="posting-withdrawn"):
    """What this player had promised for the next deal is taken back (I-7)."""

    seat: Seat


class SeatChanged(Tagged, frozen=True, kw_only=True, tag="seat-changed"):
    """The player sits at another seat now, with `cents` on the table where that is tracked (I-7)."""

    seat: Seat
    to: Seat
    cents: int = 0


SeatingBody = (
    SeatTaken
    | SeatLeft
    | PlayerWentAway
    | PlayerCameBack
    | ChipsAdded
    | BlindMissed
    | MissedBlindsPromised
    | StraddleAnnounced
    | PostingWithdrawn
    | SeatChanged
)
