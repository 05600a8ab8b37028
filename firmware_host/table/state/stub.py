"""The stub there is to count, and that it goes with its deck (14.6(e)4)."""

from msgspec.structs import replace

from firmware_host.rules.game import Tracking
from firmware_host.table.stamp import Stamp
from firmware_host.table.state.table import TableState


def timed_from(state: TableState) -> Stamp | None:
    """Return what the quarter of an hour is counted from; none where no round has left a stub that could be counted."""
    return None if state.last_used is None else state.stub_counted_at


def gone(state: TableState) -> TableState:
    """Return the table without a stub and discards to count: the next count falls due by the next round."""
    return replace(
        state, stub_due=False, stub_counted_at=None, stub_left=None, discards_left=None, rounds_since_counted=0
    )


def stub_is_known(state: TableState) -> bool:
    """
    Say whether anybody but the dealer can know how many cards the stub has.

    Where folds and draws are not told, a game that deals to each player after the first street keeps it from us.
    """
    round_ = state.round
    if round_ is None or state.untold:
        return False
    later = round_.rules.streets[1:]
    return round_.tracking is Tracking.FULL or not any(street.down or street.up or street.draw for street in later)
