"""What a dealer who counts right would count."""

from firmware_host.table.acts.decks import CountCards
from firmware_host.table.state.stub import expected
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Counted


def right(state: TableState, what: Counted) -> int:
    """Return a number that is right, the least of several."""
    found = expected(state, what)
    assert found is not None, f"there is no {what} to count"
    return found.least


def discards_due(state: TableState) -> tuple[CountCards, ...]:
    """Return what a dealer says by a key before the next deal, where the discards are to be counted (14.6(e)7)."""
    if not state.discards_due or state.last_used is None:
        return ()
    return (CountCards(what=Counted.DISCARDS, back=state.last_used, said_right=True),)
