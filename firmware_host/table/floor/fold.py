"""Calls for the floor, folded."""

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.floor.bodies import FloorBody, FloorCalled
from firmware_host.table.state import TableState


def folded(state: TableState, body: FloorBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del fact
    return replace(state, floor_called=isinstance(body, FloorCalled))
