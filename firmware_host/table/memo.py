"""What follows from a state alone is found once, however many ask: the keys, the lamps, the topics and the pages."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from firmware_host.table.state.table import TableState

T = TypeVar("T")


def of_latest(found: Callable[[TableState], T]) -> Callable[[TableState], T]:
    """Remember what was found for the state that was asked about last."""
    latest: tuple[TableState, T] | None = None

    @wraps(found)
    def remembered(state: TableState) -> T:
        nonlocal latest
        # A state never changes, so the same one says the same.
        of = latest
        if of is None or of[0] is not state:
            of = latest = (state, found(state))
        return of[1]

    return remembered
