"""What a dealer who counts right would count."""

from firmware_host.table.state.stub import expected
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Counted


def right(state: TableState, what: Counted) -> int:
    """Return a number that is right, the least of several."""
    found = expected(state, what)
    assert found is not None, f"there is no {what} to count"
    return found.least
