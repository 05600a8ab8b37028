"""Players who are away, and the missed blinds that players owe."""

from collections.abc import Collection, Mapping
from typing import TypeVar

from msgspec import field
from msgspec.structs import replace

from firmware_host.rules.straddle_missed_blinds import MissedBlind
from firmware_host.rules.struct import Record, Seat
from firmware_host.table.terms import AwayStakes


class Away(Record, frozen=True, kw_only=True):
    """A seat kept for an absent player. `cents` is the amount the player took along, 0 where it lies covered."""

    stakes: AwayStakes
    cents: int = 0


def on_the_table(stacks: Mapping[Seat, int], away: Mapping[Seat, Away]) -> dict[Seat, int]:
    """Return the stakes on the table after a round, without amounts that players counted out in mid-round."""
    return {seat: cents - (away[seat].cents if seat in away else 0) for seat, cents in stacks.items()}


V = TypeVar("V")


class BlindsOwed(Record, frozen=True, kw_only=True):
    """
    Missed blinds by player, and what players announced for the next deal.

    `before` is `missed` as of the start of the round under way, which a void round restores. `promised` are the seats
    that will post their missed blinds, `straddler` the seat that will post a straddle.
    """

    missed: dict[int, tuple[MissedBlind, ...]] = field(default_factory=dict)
    before: dict[int, tuple[MissedBlind, ...]] = field(default_factory=dict)
    promised: tuple[Seat, ...] = ()
    straddler: Seat | None = None


def and_missed(owed: BlindsOwed, seat: Seat, blind: MissedBlind) -> BlindsOwed:
    """Add a missed blind."""
    all_of_his = {*owed.missed.get(seat, ()), blind}
    return replace(owed, missed={**owed.missed, seat: tuple(each for each in MissedBlind if each in all_of_his)})


def dealt(owed: BlindsOwed, seats: Collection[Seat], *, with_blinds: bool) -> BlindsOwed:
    """Begin a round: players dealt in have posted their missed blinds, and announcements are used up."""
    paid = seats if with_blinds else ()
    left = {seat: missed for seat, missed in owed.missed.items() if seat not in paid}
    return BlindsOwed(missed=left, before=owed.missed)


def over(owed: BlindsOwed, seats: Collection[Seat], *, is_void: bool) -> BlindsOwed:
    """End a round; a void round restores the missed blinds from before it."""
    stands = owed.before if is_void else owed.missed
    return replace(owed, missed={seat: missed for seat, missed in stands.items() if seat in seats}, before={})


def without(owed: BlindsOwed, seat: Seat) -> BlindsOwed:
    """Remove a player who gave up the seat."""
    return replace(without_promise(owed, seat), missed=_without(owed.missed, seat), before=_without(owed.before, seat))


def without_promise(owed: BlindsOwed, seat: Seat) -> BlindsOwed:
    """Withdraw a player's announcement."""
    promised = tuple(each for each in owed.promised if each != seat)
    return replace(owed, promised=promised, straddler=None if owed.straddler == seat else owed.straddler)


def moved(owed: BlindsOwed, seat: Seat, to: Seat) -> BlindsOwed:
    """Move a player's missed blinds to another seat and withdraw the announcement made at the old one."""
    debts = owed.missed.get(seat)
    gone = without(owed, seat)
    return gone if debts is None else replace(gone, missed={**gone.missed, to: debts})


def _without(all_: dict[int, V], seat: Seat) -> dict[int, V]:
    return {kept: value for kept, value in all_.items() if kept != seat}
