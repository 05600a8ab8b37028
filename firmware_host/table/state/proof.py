"""
The grade of a shuffle proof, which grades this table accepts, and how a deck in the shuffler loses its proof.

A deck of a lower grade was shuffled but may not be dealt. People choose: fix the shuffler and shuffle again, let the
floor approve shuffling by hand, or let two people override the gate for one round.
"""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.decks import DeckSuspected, ProofVoided, ShuffleRejected
from firmware_host.table.facts.fact import Drafts
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.state.decks import Deck, Place, Proof, Stage
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
    return f"only {proof.grade}" + (f": {proof.why}" if proof.why else "")


def refusal(state: TableState, deck: Deck, proof: Proof) -> Refusal:
    """Refuse to deal the deck, and name every way out."""
    accepts = state.config.accepts if state.config else ()
    by_hand = ", or a floorperson who approves shuffling by hand" if Grade.BY_HAND in accepts else ""
    return refuse(
        f"the shuffle of the {deck.back} deck is {shortfall(proof)}; this table does not accept that grade",
        f"a shuffle of a grade listed under `accepts` ({' or '.join(accepts)}): fix the shuffler and put the "
        f"{deck.back} deck into it again{by_hand}; otherwise call the floor",
        *SHUFFLED,
        code=Code.GRADE_NOT_ACCEPTED,
    )


def touched(state: TableState, reason: str) -> Drafts:
    """End the shuffle of the deck inside, finished or under way: people count the deck and put it in again."""
    deck = state.in_shuffler
    if deck is None:
        return ()
    if deck.order is not None:
        rejected = ShuffleRejected(back=deck.back, order=deck.order, reason=reason)
        return (draft(rejected, *SHUFFLED),)
    if deck.proof is not None:
        voided = ProofVoided(back=deck.back, order=deck.proof.order, reason=reason, again=True)
        return (draft(voided, *SHUFFLED),)
    return ()


def unwatched(state: TableState) -> Drafts:
    """
    Take the witnessed proof of the deck inside when nothing reads the lamps any more.

    A machine with a protocol reports later what happened; a machine with lamps does not.
    """
    deck = state.in_shuffler
    witnessed = deck is not None and deck.proof is not None and deck.proof.grade is Grade.WITNESSED
    return touched(state, "nobody read the lamps of the shuffler meanwhile") if witnessed else ()


def lost(deck: Deck, reason: str) -> Drafts:
    """Return the end of the proof of a deck that lies ready outside the shuffler."""
    if deck.proof is None:
        return ()
    return (draft(ProofVoided(back=deck.back, order=deck.proof.order, reason=reason), *SHUFFLED),)


def all_suspect(state: TableState, reason: str) -> Drafts:
    """Hold every deck that has been through the shuffler: the cards found may belong to any of them."""
    return tuple(draft for deck in state.decks if deck.stage is Stage.READY for draft in suspect(state, deck, reason))


def suspect(state: TableState, deck: Deck, reason: str) -> Drafts:
    """
    Hold one deck until two people have counted it; a round that is being dealt from it waits for the floor.

    A deck that is held already is held again: the people who counted it did not know the new reason.
    """
    held = (draft(DeckSuspected(back=deck.back, reason=reason), "I-8"),)
    if state.round is None or deck.place is not Place.IN_PLAY or state.halted is not None:
        return held
    return (*held, draft(RoundHalted(why=reason), "I-8"))
