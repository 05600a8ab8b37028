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
from firmware_host.table.state import TableState


def folded(state: TableState, body: KeepingBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case BootChanged() | ClockJumped() | ClockSynchronised() | ClockUnsynchronised():
            return replace(state, clocks=first_seen(fact.at))
        case DiskLow():
            return replace(state, disk_low=True)
        case DiskRecovered():
            return replace(state, disk_low=False)
        case SnapshotTaken() | PublishSetAside():
            return state
        case _:
            assert_never(body)
