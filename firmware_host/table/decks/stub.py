"""The stub there is to count, and that it goes with its deck (14.6(e)4)."""

from msgspec.structs import replace

from firmware_host.table.stamp import Stamp
from firmware_host.table.state import TableState


def timed_from(state: TableState) -> Stamp | None:
    """Return what the quarter of an hour is counted from; none where no round has left a stub that could be counted."""
    return None if state.last_used is None else state.stub_counted_at


def gone(state: TableState) -> TableState:
    """Return the table without a stub and discards to count: the next count falls due by the next round."""
    return replace(
        state, stub_due=False, stub_counted_at=None, stub_left=None, discards_left=None, rounds_since_counted=0
    )
