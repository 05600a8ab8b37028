"""What can become true of who sits where, with what."""

from firmware_host.rules.fact_body import Amendable, FactBody
from firmware_host.rules.missed_blinds import MissedBlind
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import money
from firmware_host.table.terms import AwayStakes


class SeatTaken(FactBody, frozen=True, kw_only=True, tag="seat-taken"):
    """A player sits here, with `cents` on the table where that is tracked; only the seated are dealt in (14.7(a))."""

    ends_turn_between_rounds = True

    seat: Seat
    cents: int = 0

    def sentence(self) -> str:
        return f"A player sits at seat {self.seat}{f' with {money(self.cents)}' if self.cents else ''}."


class SeatLeft(FactBody, frozen=True, kw_only=True, tag="seat-left"):
    """The player gave the seat up and took `cents` off the table, where that is tracked."""

    ends_turn_between_rounds = True

    seat: Seat
    cents: int = 0

    def sentence(self) -> str:
        return f"The player of seat {self.seat} gives it up{f' and takes {money(self.cents)}' if self.cents else ''}."


class PlayerWentAway(FactBody, frozen=True, kw_only=True, tag="player-went-away"):
    """The player is away and keeps the seat; `cents` was counted out, or lies covered (14.7(c)5)."""

    ends_turn = True

    seat: Seat
    stakes: AwayStakes
    cents: int

    def sentence(self) -> str:
        if self.stakes is AwayStakes.COVERED:
            return f"The player of seat {self.seat} is away; the stakes lie covered."
        return f"The player of seat {self.seat} is away with {money(self.cents)}, which was counted."


class PlayerCameBack(FactBody, frozen=True, kw_only=True, tag="player-came-back"):
    """The player is back; `cents` was counted in, or was uncovered."""

    ends_turn_between_rounds = True

    seat: Seat
    stakes: AwayStakes
    cents: int

    def sentence(self) -> str:
        if self.stakes is AwayStakes.COVERED:
            return f"The player of seat {self.seat} is back; the cover is off."
        return f"The player of seat {self.seat} is back with {money(self.cents)}, which was counted."


class ChipsAdded(FactBody, frozen=True, kw_only=True, tag="chips-added"):
    """A player put more on the table, between rounds (14.7(c)1)."""

    seat: Seat
    cents: int

    def sentence(self) -> str:
        return f"Seat {self.seat} adds {money(self.cents)}."


class BlindMissed(FactBody, frozen=True, kw_only=True, tag="blind-missed"):
    """This blind passed a player by who sits here and was not dealt in, or who moved out of its way (I-7)."""

    ends_turn = True
    amendable_as = frozenset({Amendable.STEP})

    seat: Seat
    blind: MissedBlind

    def sentence(self) -> str:
        return f"The {self.blind} blind passes seat {self.seat} by."


class MissedBlindsPromised(FactBody, frozen=True, kw_only=True, tag="missed-blinds-promised"):
    """The player makes up for these blinds with the next deal; until then no chip has moved (I-7)."""

    ends_turn_between_rounds = True

    seat: Seat
    blinds: tuple[MissedBlind, ...]

    def sentence(self) -> str:
        return f"Seat {self.seat} makes up for the missed blinds: {' and '.join(self.blinds)}."


class StraddleAnnounced(FactBody, frozen=True, kw_only=True, tag="straddle-announced"):
    """The player posts a straddle with the next deal; `cents` is 0 where amounts are not told (I-7)."""

    ends_turn_between_rounds = True

    seat: Seat
    cents: int = 0

    def sentence(self) -> str:
        return f"Seat {self.seat} straddles{f' for {money(self.cents)}' if self.cents else ''}."


class PostingWithdrawn(FactBody, frozen=True, kw_only=True, tag="posting-withdrawn"):
    """What this player had promised for the next deal is taken back (I-7)."""

    ends_turn_between_rounds = True

    seat: Seat

    def sentence(self) -> str:
        return f"Seat {self.seat} posts nothing of its own accord after all."


class SeatChanged(FactBody, frozen=True, kw_only=True, tag="seat-changed"):
    """The player sits at another seat now, with `cents` on the table where that is tracked (I-7)."""

    ends_turn_between_rounds = True

    seat: Seat
    to: Seat
    cents: int = 0

    def sentence(self) -> str:
        stakes = f" with {money(self.cents)}" if self.cents else ""
        return f"The player of seat {self.seat} moves to seat {self.to}{stakes}."


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
