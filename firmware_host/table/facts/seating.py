"""Facts about seats: players, stakes, absences, straddles, missed blinds."""

from firmware_host.rules.act_and_fact import Amendable, FactBody
from firmware_host.rules.straddle_missed_blinds import MissedBlind
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import money
from firmware_host.table.terms import AwayStakes


class SeatTaken(FactBody, frozen=True, kw_only=True, tag="seat-taken"):
    """A player sits here, with `cents` on the table where that is tracked; only the seated are dealt in (14.7(a))."""

    ends_turn_between_rounds = True

    seat: Seat
    cents: int = 0

    def sentence(self) -> str:
        return f"A player takes seat {self.seat}{f' with {money(self.cents)}' if self.cents else ''}."


class SeatLeft(FactBody, frozen=True, kw_only=True, tag="seat-left"):
    """The player gave up the seat and took `cents` off the table, where that is tracked."""

    ends_turn_between_rounds = True

    seat: Seat
    cents: int = 0

    def sentence(self) -> str:
        return f"The player in seat {self.seat} leaves{f' with {money(self.cents)}' if self.cents else ''}."


class PlayerWentAway(FactBody, frozen=True, kw_only=True, tag="player-went-away"):
    """The player is away and keeps the seat; `cents` was counted out, or lies covered (14.7(c)5)."""

    ends_turn = True

    seat: Seat
    stakes: AwayStakes
    cents: int

    def sentence(self) -> str:
        if self.stakes is AwayStakes.COVERED:
            return f"The player in seat {self.seat} steps away; the stakes stay on the table, covered."
        return f"The player in seat {self.seat} steps away; the chips taken along were counted: {money(self.cents)}."


class PlayerCameBack(FactBody, frozen=True, kw_only=True, tag="player-came-back"):
    """The player is back; `cents` was counted in, or had been left covered."""

    ends_turn_between_rounds = True

    seat: Seat
    stakes: AwayStakes
    cents: int

    def sentence(self) -> str:
        if self.stakes is AwayStakes.COVERED:
            return f"The player in seat {self.seat} is back; the stakes are uncovered."
        return f"The player in seat {self.seat} is back; the chips brought along were counted: {money(self.cents)}."


class ChipsAdded(FactBody, frozen=True, kw_only=True, tag="chips-added"):
    """A player added chips between rounds (14.7(c)1)."""

    seat: Seat
    cents: int

    def sentence(self) -> str:
        return f"Seat {self.seat} adds {money(self.cents)}."


class BlindMissed(FactBody, frozen=True, kw_only=True, tag="blind-missed"):
    """
    The player in this seat missed this blind: the player was not dealt in, or changed seats and so avoided the blind
    (I-7).
    """

    ends_turn = True
    amendable_as = frozenset({Amendable.STEP})

    seat: Seat
    blind: MissedBlind
    """The blind that was missed."""

    def sentence(self) -> str:
        return f"Seat {self.seat} misses the {self.blind} blind."


class MissedBlindsPromised(FactBody, frozen=True, kw_only=True, tag="missed-blinds-promised"):
    """The player will post these missed blinds with the next deal; no chip moves until then (I-7)."""

    ends_turn_between_rounds = True

    seat: Seat
    blinds: tuple[MissedBlind, ...]
    """The blinds that the player will post."""

    def sentence(self) -> str:
        return f"Seat {self.seat} will post the missed blinds: {' and '.join(self.blinds)}."


class StraddleAnnounced(FactBody, frozen=True, kw_only=True, tag="straddle-announced"):
    """The player will post a straddle with the next deal; `cents` is 0 where amounts are not tracked (I-7)."""

    ends_turn_between_rounds = True

    seat: Seat
    cents: int = 0

    def sentence(self) -> str:
        return f"Seat {self.seat} straddles{f' for {money(self.cents)}' if self.cents else ''}."


class PostingWithdrawn(FactBody, frozen=True, kw_only=True, tag="posting-withdrawn"):
    """The player withdrew the straddle or missed blinds announced for the next deal (I-7)."""

    ends_turn_between_rounds = True

    seat: Seat

    def sentence(self) -> str:
        return f"Seat {self.seat} withdraws the blind that it had announced."


class SeatChanged(FactBody, frozen=True, kw_only=True, tag="seat-changed"):
    """The player moved to another seat, with `cents` on the table where that is tracked (I-7)."""

    ends_turn_between_rounds = True

    seat: Seat
    to: Seat
    """The seat that the player moves to."""
    cents: int = 0

    def sentence(self) -> str:
        stakes = f" with {money(self.cents)}" if self.cents else ""
        return f"The player in seat {self.seat} moves to seat {self.to}{stakes}."


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
