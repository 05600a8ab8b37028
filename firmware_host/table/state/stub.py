"""The stub that is still to be counted (14.6(e)4)."""

from msgspec.structs import replace

from firmware_host.rules.game import Tracking
from firmware_host.table.stamp import Stamp
from firmware_host.table.state.table import TableState


def timed_from(state: TableState) -> Stamp | None:
    """Return the start of the quarter of an hour; none where no round has left a stub to count."""
    return None if state.last_used is None else state.stub_counted_at


def gone(state: TableState) -> TableState:
    """Forget the stub and the discards; the next round starts the count again."""
    return replace(
        state, stub_due=False, stub_counted_at=None, stub_left=None, discards_left=None, rounds_since_counted=0
    )


def stub_is_known(state: TableState) -> bool:
    """
    Return whether the table can compute the number of cards in the stub.

    Without full tracking that is impossible in a game that deals to each player after the first street, because folds
    and draws are not recorded.
    """
    round_ = state.round
    if round_ is None or state.untold:
        return False
    later = round_.rules.streets[1:]
    return round_.tracking is Tracking.FULL or not any(street.down or street.up or street.draw for street in later)
