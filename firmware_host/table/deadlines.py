"""What must happen by when. The host runs the clock; the table only names the times. Each area gives its own."""

from firmware_host.table.contract import Deadline
from firmware_host.table.decks import clocks as decks
from firmware_host.table.drafts import Drafts
from firmware_host.table.stamp import Stamp
from firmware_host.table.state import TableState


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return every deadline that runs now."""
    return () if state.config is None else decks.deadlines(state)


def passed(state: TableState, name: str, at: Stamp) -> Drafts:
    """
    Return what follows from a deadline's passing, nothing if none of this name runs or it has not passed.

    What was put right meanwhile may run on a new deadline of the same name, hence the look at the time.
    """
    running = {deadline.name for deadline in deadlines(state) if has_passed(deadline, at)}
    return decks.bites(state, name) if name in running else ()


def has_passed(deadline: Deadline, at: Stamp) -> bool:
    """What ran on another boot's clock has passed (design, "Clocks")."""
    return deadline.boot != at.boot or deadline.due_ms <= at.mono_ms
