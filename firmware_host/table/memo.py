"""A cache for functions of the state: keys, lamps, topics and pages share one result per state."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from firmware_host.table.state.table import TableState

T = TypeVar("T")


def of_latest(found: Callable[[TableState], T]) -> Callable[[TableState], T]:
    """Cache the result for the latest state."""
    latest: tuple[TableState, T] | None = None

    @wraps(found)
    def remembered(state: TableState) -> T:
        nonlocal latest
        # States are immutable, so the same object gives the same result.
        of = latest
        if of is None or of[0] is not state:
            of = latest = (state, found(state))
        return of[1]

    return remembered
