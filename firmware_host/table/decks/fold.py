"""The decks' facts, folded."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.decks.bodies import (
    DeckCut,
    DeckLoaded,
    DeckPutInPlay,
    DecksBody,
    ForeignDeckSeen,
    ProofVoided,
    ShuffleOrdered,
    ShuffleOverdue,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.decks.deck import Back, Deck, Place, Proof
from firmware_host.table.state import TableState


def folded(state: TableState, body: DecksBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case ForeignDeckSeen():
            return state
        case DeckPutInPlay(back=back):
            used = _with_deck(state, back, lambda deck: Deck(back=deck.back, place=Place.IN_PLAY))
            return replace(used, last_used=back)
        case _:
            return _with_deck(state, body.back, lambda deck: _deck(deck, body, fact))


def _deck(
    deck: Deck,
    body: DeckLoaded | ShuffleOrdered | ShuffleOverdue | ShuffleProved | ShuffleRejected | ProofVoided | DeckCut,
    fact: Fact,
) -> Deck:
    match body:
        case DeckLoaded():
            return Deck(back=deck.back, place=Place.SHUFFLER)
        case ShuffleOrdered():
            return replace(deck, order=fact.number, ordered_at=fact.at)
        case ShuffleOverdue():
            return replace(deck, overdue=True)
        case ShuffleProved(grade=grade, order=order, counted=counted):
            proof = Proof(grade=grade, order=order, counted=counted)
            return Deck(back=deck.back, place=deck.place, proof=proof)
        case ShuffleRejected(reason=reason):
            return Deck(back=deck.back, place=deck.place, trouble=reason)
        case ProofVoided():
            return replace(deck, proof=None, cut=False)
        case DeckCut():
            return replace(deck, cut=True, place=Place.TABLE)
        case _:
            assert_never(body)


def _with_deck(state: TableState, back: Back, change: Callable[[Deck], Deck]) -> TableState:
    return replace(state, decks=tuple(change(deck) if deck.back is back else deck for deck in state.decks))
