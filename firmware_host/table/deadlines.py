"""What must happen by when. The host runs the clock; the table only names the times."""

from firmware_host.table.contract import Deadline
from firmware_host.table.decks import Deck
from firmware_host.table.stamp import Stamp
from firmware_host.table.state import TableState

SHUFFLE = "shuffle-"


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return every deadline that runs now."""
    if state.config is None:
        return ()
    limit_ms = state.config.shuffle_limit_s * 1000
    return tuple(
        Deadline(
            name=SHUFFLE + deck.back,
            boot=deck.ordered_at.boot,
            due_ms=deck.ordered_at.mono_ms + limit_ms,
            warn_ms=deck.ordered_at.mono_ms + limit_ms // 2,
            paragraphs=("14.5(a)",),
        )
        for deck in state.decks
        if deck.order and deck.ordered_at and not deck.overdue
    )


def overdue_deck(state: TableState, name: str, at: Stamp) -> Deck | None:
    """
    Return the deck whose shuffle a passed deadline speaks of, if it still is under way.

    A deck put in again meanwhile has a new deadline of the same name, which has not passed.
    """
    passed = {deadline.name for deadline in deadlines(state) if _has_passed(deadline, at)}
    return next((deck for deck in state.decks if SHUFFLE + deck.back == name and name in passed), None)


def _has_passed(deadline: Deadline, at: Stamp) -> bool:
    """What ran on another boot's clock has passed (design, "Clocks")."""
    return deadline.boot != at.boot or deadline.due_ms <= at.mono_ms
