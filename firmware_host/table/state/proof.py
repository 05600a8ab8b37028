"""
The grade of a shuffle proof: which grades this table accepts, and what to do with a deck of a lower grade.

Such a deck was shuffled but may not be dealt. People choose: fix the shuffler and shuffle again, let the floor approve
shuffling by hand, or let two people override the gate for one round.
"""

from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.table.config import TableConfig
from firmware_host.table.state.decks import Deck, Proof
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, Grade


def witnesses(config: TableConfig | None) -> bool:
    """Return whether the table accepts a shuffler without a protocol, whose lamps are read."""
    return config is not None and Grade.WITNESSED in config.accepts


def is_dealt_on(state: TableState, grade: Grade) -> bool:
    """Return whether this table accepts a proof of this grade."""
    return grade is Grade.OVERRIDDEN or (state.config is not None and grade in state.config.accepts)


def is_too_low(state: TableState, deck: Deck) -> bool:
    """Return whether the deck has a proof of a grade that this table does not accept."""
    return deck.proof is not None and not is_dealt_on(state, deck.proof.grade)


def any_too_low(state: TableState) -> Deck | None:
    """Return a deck whose proof is too low, first the deck that is due."""
    due = state.due_deck
    decks = sorted(state.decks, key=lambda deck: deck is not due)
    return next((deck for deck in decks if is_too_low(state, deck)), None)


def shortfall(proof: Proof) -> str:
    """Return the grade in words, and what prevents a better one."""
    return f"only grade {proof.grade}" + (f" ({proof.why})" if proof.why else "")


def refusal(state: TableState, deck: Deck, proof: Proof) -> Refusal:
    """Refuse to deal the deck, and name every way out."""
    accepts = state.config.accepts if state.config else ()
    by_hand = ", or ask a floorperson to approve shuffling by hand" if Grade.BY_HAND in accepts else ""
    return refuse(
        f"the proof that the {deck.back} deck was shuffled is too weak for this table: {shortfall(proof)}",
        f"get a proof that this table accepts ({' or '.join(accepts)}): fix the shuffler and put the "
        f"{deck.back} deck into it again{by_hand}; if that fails, call the floor",
        *SHUFFLED,
        code=Code.GRADE_NOT_ACCEPTED,
    )
