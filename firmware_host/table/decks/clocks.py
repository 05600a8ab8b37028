"""The clocks that run on the decks."""

from firmware_host.rules.answers import Draft
from firmware_host.table.contract import Deadline
from firmware_host.table.decks.bodies import ShuffleOverdue
from firmware_host.table.drafts import Drafts
from firmware_host.table.state import TableState

SHUFFLE = "shuffle-"


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return how long each shuffle under way may take."""
    if state.config is None:
        return ()
    limit_ms = state.config.shuffle_limit_s * 1000
    return tuple(
        Deadline(
            name=SHUFFLE + deck.back,
            boot=deck.ordered_at.boot,
            due_ms=deck.ordered_at.mono_ms + limit_ms,
            warn_ms=deck.ordered_at.mono_ms + limit_ms // 2,
            say=f"The shuffler takes long with the {deck.back} deck.",
            in_round=True,
            paragraphs=("14.5(a)",),
        )
        for deck in state.decks
        if deck.order and deck.ordered_at and not deck.overdue
    )


def bites(state: TableState, name: str) -> Drafts:
    """Return what follows when the deadline of this name has passed."""
    return tuple(
        Draft(body=ShuffleOverdue(back=deck.back, order=deck.order), paragraphs=("14.5(a)",))
        for deck in state.decks
        if SHUFFLE + deck.back == name and deck.order is not None
    )
