"""How a deck in the shuffler loses its proof, or the shuffle under way (14.5(a), I-8)."""

from firmware_host.rules.decision import draft
from firmware_host.table.facts.decks import DeckSuspected, ProofVoided, ShuffleRejected
from firmware_host.table.facts.fact import Drafts
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, Grade


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
    return touched(state, "the lamps of the shuffler were not read for a while") if witnessed else ()


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
