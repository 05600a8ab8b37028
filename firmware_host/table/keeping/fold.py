"""Clocks, disk and stored states, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.keeping.bodies import (
    BootChanged,
    ClockJumped,
    ClockSynchronised,
    ClockUnsynchronised,
    DiskLow,
    DiskRecovered,
    KeepingBody,
    PublishSetAside,
    SnapshotTaken,
)
from firmware_host.table.keeping.clock import first_seen
from firmware_host.table.stamp import set_by
from firmware_host.table.state import TableState


def folded(state: TableState, body: KeepingBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case ClockJumped(by_ms=by_ms):
            return replace(_marks_set_by(state, by_ms), clocks=first_seen(fact.at))
        case BootChanged() | ClockSynchronised() | ClockUnsynchronised():
            return replace(state, clocks=first_seen(fact.at))
        case DiskLow():
            return replace(state, disk_low=True)
        case DiskRecovered():
            return replace(state, disk_low=False)
        case SnapshotTaken() | PublishSetAside():
            return state
        case _:
            assert_never(body)


def _marks_set_by(state: TableState, ms: int) -> TableState:
    """
    Tell what clocks were started at by the wall as it is now.

    Within this boot nothing runs by the wall. At the next start it does, and a mark made before the wall was set is
    then subtracted from one made after: a deck could begin its hours anew.
    """
    return replace(
        state,
        started_at=set_by(state.started_at, ms),
        dealer_since=set_by(state.dealer_since, ms),
        stub_counted_at=set_by(state.stub_counted_at, ms),
        money=replace(state.money, time_since=set_by(state.money.time_since, ms)),
        people={name: replace(person, wrong_at=set_by(person.wrong_at, ms)) for name, person in state.people.items()},
        decks=tuple(
            replace(
                deck,
                opened_at=set_by(deck.opened_at, ms),
                sorted_at=set_by(deck.sorted_at, ms),
                ordered_at=set_by(deck.ordered_at, ms),
            )
            for deck in state.decks
        ),
    )
