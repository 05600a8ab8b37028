"""Players who are away, and what players owe of missed blinds."""

from collections.abc import Collection, Mapping
from typing import TypeVar

from msgspec import field
from msgspec.structs import replace

from firmware_host.rules.missed_blinds import MissedBlind
from firmware_host.rules.struct import Record, Seat
from firmware_host.table.terms import AwayStakes


class Away(Record, frozen=True, kw_only=True):
    """A seat that is kept for its player. `cents` is in the player's hands; none of it is where it lies covered."""

    stakes: AwayStakes
    cents: int = 0


def on_the_table(stacks: Mapping[Seat, int], away: Mapping[Seat, Away]) -> dict[Seat, int]:
    """Return what lies on the table after a round: what a player counted out of it in mid-round is not there."""
    return {seat: cents - (away[seat].cents if seat in away else 0) for seat, cents in stacks.items()}


V = TypeVar("V")


class BlindsOwed(Record, frozen=True, kw_only=True):
    """
    `missed` is which blinds passed a player by, `before` the same as the round under way began: a void round gives it
    back. `promised` make up for theirs before the next deal, and `straddler` posts a straddle.
    """

    missed: dict[int, tuple[MissedBlind, ...]] = field(default_factory=dict)
    before: dict[int, tuple[MissedBlind, ...]] = field(default_factory=dict)
    promised: tuple[Seat, ...] = ()
    straddler: Seat | None = None


def and_missed(owed: BlindsOwed, seat: Seat, blind: MissedBlind) -> BlindsOwed:
    """Note one more blind that passed a player by."""
    all_of_his = {*owed.missed.get(seat, ()), blind}
    return replace(owed, missed={**owed.missed, seat: tuple(each for each in MissedBlind if each in all_of_his)})


def dealt(owed: BlindsOwed, seats: Collection[Seat], *, with_blinds: bool) -> BlindsOwed:
    """Begin a round: whoever is dealt in has posted what was due, and promises are for one deal."""
    paid = seats if with_blinds else ()
    left = {seat: missed for seat, missed in owed.missed.items() if seat not in paid}
    return BlindsOwed(missed=left, before=owed.missed)


def over(owed: BlindsOwed, seats: Collection[Seat], *, is_void: bool) -> BlindsOwed:
    """End a round; a void one has settled nothing, and no blind of it passed anybody by."""
    stands = owed.before if is_void else owed.missed
    return replace(owed, missed={seat: missed for seat, missed in stands.items() if seat in seats}, before={})


def without(owed: BlindsOwed, seat: Seat) -> BlindsOwed:
    """Forget a player who has given the seat up."""
    return replace(without_promise(owed, seat), missed=_without(owed.missed, seat), before=_without(owed.before, seat))


def without_promise(owed: BlindsOwed, seat: Seat) -> BlindsOwed:
    """Take back what a player said he would post."""
    promised = tuple(each for each in owed.promised if each != seat)
    return replace(owed, promised=promised, straddler=None if owed.straddler == seat else owed.straddler)


def moved(owed: BlindsOwed, seat: Seat, to: Seat) -> BlindsOwed:
    """Take what a player owes along to another seat; what he would have posted from the old one is taken back."""
    debts = owed.missed.get(seat)
    gone = without(owed, seat)
    return gone if debts is None else replace(gone, missed={**gone.missed, to: debts})


def _without(all_: dict[int, V], seat: Seat) -> dict[int, V]:
    return {kept: value for kept, value in all_.items() if kept != seat}
