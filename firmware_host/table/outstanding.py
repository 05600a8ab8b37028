"""Device commands that should be under way. A restart works them out again from the state alone."""

from firmware_host.table.contract import ShuffleCommand
from firmware_host.table.state import TableState


def outstanding(state: TableState) -> tuple[ShuffleCommand, ...]:
    """Return the shuffles ordered and not yet answered for."""
    return tuple(
        ShuffleCommand(journal=state.journal, number=deck.order, back=deck.back) for deck in state.decks if deck.order
    )
