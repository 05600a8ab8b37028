"""
The grade of a shuffle proof: which this table deals on, and what to do with a deck whose proof is of a lower one.

Such a deck was shuffled, and nobody may deal from it. It goes through the shuffler again once that is put right, or
the floor agrees to shuffling by hand, or two people answer for a round; that is for people to choose between.
"""

from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.table.config import TableConfig
from firmware_host.table.state.decks import Deck, Proof
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, Grade


def witnesses(config: TableConfig | None) -> bool:
    """Return whether the lamps of a shuffler are read here: it speaks no protocol, and compares nothing by itself."""
    return config is not None and Grade.WITNESSED in config.accepts


def is_dealt_on(state: TableState, grade: Grade) -> bool:
    """Return whether a proof of this grade opens the gate here."""
    return grade is Grade.OVERRIDDEN or (state.config is not None and grade in state.config.accepts)


def is_too_low(state: TableState, deck: Deck) -> bool:
    """Return whether the deck has a proof, and one that this table does not deal on."""
    return deck.proof is not None and not is_dealt_on(state, deck.proof.grade)


def any_too_low(state: TableState) -> Deck | None:
    """Return a deck whose proof is too low, that whose turn it is before the other."""
    due = state.due_deck
    decks = sorted(state.decks, key=lambda deck: deck is not due)
    return next((deck for deck in decks if is_too_low(state, deck)), None)


def shortfall(proof: Proof) -> str:
    """Return what the shuffle is worth, and what keeps it from being worth more."""
    return f"only {proof.grade}" + (f": {proof.why}" if proof.why else "")


def refusal(state: TableState, deck: Deck, proof: Proof) -> Refusal:
    """Say why the gate stays closed, and every way past it."""
    accepts = state.config.accepts if state.config else ()
    by_hand = ", or a floorperson who agrees to shuffling by hand" if Grade.BY_HAND in accepts else ""
    return refuse(
        f"the {deck.back} deck's shuffle is {shortfall(proof)}; this table does not deal on that",
        f"a shuffle of a grade listed under `accepts`, {' or '.join(accepts)}: see to the shuffler and put the "
        f"{deck.back} deck into it again{by_hand}; else call the floor",
        *SHUFFLED,
        code=Code.GRADE_NOT_ACCEPTED,
    )
