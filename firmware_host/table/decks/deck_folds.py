"""The decks' facts, folded."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.clocks import ago
from firmware_host.table.decks.deck_clocks import MINUTE_MS
from firmware_host.table.facts.decks import (
    CardsCounted,
    DeckCleared,
    DeckClockRanOut,
    DeckConfirmed,
    DeckCut,
    DeckLoaded,
    DeckPutInPlay,
    DeckRemoved,
    DecksBody,
    DecksDistributed,
    DeckShuffledByHand,
    DecksInspected,
    DeckSorted,
    DecksShown,
    DecksSpread,
    DeckSuspected,
    DecksVerified,
    DeckWashed,
    ForeignDeckSeen,
    GateOverridden,
    HandShufflingApproved,
    HandShufflingEnded,
    PreShuffledAccepted,
    ProofVoided,
    RecutOrdered,
    ShuffleOrdered,
    ShuffleOverdue,
    ShuffleProved,
    ShuffleRejected,
    StubCountDue,
)
from firmware_host.table.facts.fact import Fact
from firmware_host.table.state import stub
from firmware_host.table.state.decks import Deck, Place, Proof, Stage
from firmware_host.table.state.shuffler import with_end
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Counted, Grade

AboutSeveral = DecksInspected | DecksVerified | DecksSpread | DecksShown | PreShuffledAccepted

AboutOne = (
    DeckWashed
    | DeckShuffledByHand
    | RecutOrdered
    | DeckSorted
    | DeckClockRanOut
    | DeckConfirmed
    | DeckSuspected
    | DeckCleared
    | DeckRemoved
    | GateOverridden
    | DeckLoaded
    | ShuffleOrdered
    | ShuffleOverdue
    | ShuffleProved
    | ShuffleRejected
    | ProofVoided
    | DeckCut
)


def folded(state: TableState, body: DecksBody, fact: Fact) -> TableState:
    """Fold a fact about the decks."""
    if isinstance(body, DeckRemoved) and body.back is state.last_used:
        state = stub.gone(state)
    if isinstance(body, DeckSuspected) and body.back is state.last_used:
        state = replace(state, discards_due=False)
    if isinstance(body, DeckClockRanOut):
        state = replace(state, struck_at=fact.at)
    if isinstance(body, DeckLoaded):
        # The shuffler holds one deck: the one that lay there was taken out.
        out = tuple(replace(d, place=Place.STORAGE) if d.place is Place.SHUFFLER else d for d in state.decks)
        shuffler = replace(state.shuffler, contradicted=False, cleared=False)
        state = replace(state, decks=out, shuffler=shuffler)
    if isinstance(body, ShuffleProved | ShuffleRejected):
        state = _ended(state, body)
    if isinstance(body, ShuffleOrdered):
        state = replace(state, shuffler=replace(state.shuffler, shuffles=state.shuffler.shuffles + 1))
    if isinstance(body, AboutOne):
        return _with_deck(state, body.back, lambda deck: _one(deck, body, fact))
    if isinstance(body, AboutSeveral):
        for back in body.backs:
            state = _with_deck(state, back, lambda deck: _several(deck, body, fact))
        return state
    match body:
        case ForeignDeckSeen() | DecksDistributed():
            return state
        case HandShufflingApproved():
            return replace(state, hand_approved=True)
        case HandShufflingEnded():
            return replace(state, hand_approved=False)
        case StubCountDue():
            # A record may ask for the count of a stub that was not there.
            return replace(state, stub_due=stub.timed_from(state) is not None, struck_at=fact.at)
        case CardsCounted():
            return _counted(state, body, fact)
        case DeckPutInPlay(back=back, order=order):
            used = _with_deck(state, back, lambda deck: replace(_in_play(deck), dealt_on=order))
            begun = state.stub_counted_at or fact.at
            return replace(used, last_used=back, stub_counted_at=begun)
        case _:
            assert_never(body)


def _ended(state: TableState, body: ShuffleProved | ShuffleRejected) -> TableState:
    """Note that the machine has reported the end of this order, and whether it stopped with cards in its path."""
    shuffler = state.shuffler
    if isinstance(body, ShuffleProved) or body.ended:
        shuffler = with_end(shuffler, body.order)
    if isinstance(body, ShuffleProved) and shuffler.shelf is None:
        shuffler = replace(shuffler, deliver=0)
    if isinstance(body, ShuffleRejected) and body.stopped:
        shuffler = replace(shuffler, interrupted=True)
    return replace(state, shuffler=shuffler)


def unproved(deck: Deck) -> Deck:
    """Return the deck without its last shuffle and its last round."""
    blank = replace(deck, order=None, ordered_at=None, overdue=False, trouble=None, proof=None)
    return replace(blank, cut=False, apart=False, dealt_on=0)


def _in_play(deck: Deck) -> Deck:
    return replace(unproved(deck), place=Place.IN_PLAY, uncounted=False)


def _counted(state: TableState, body: CardsCounted, fact: Fact) -> TableState:
    state = _with_deck(state, body.back, lambda deck: _counted_deck(deck, body))
    if state.last_used not in (body.back, None):
        return state
    if body.what is Counted.DISCARDS:
        return replace(state, discards_due=False)
    named = body.counted if body.right and body.what is Counted.STUB else None
    state = replace(state, stub_counted=named, discards_due=state.discards_due and body.what is Counted.STUB)
    return replace(state, stub_due=False, stub_counted_at=fact.at, rounds_since_counted=0) if body.right else state


def _counted_deck(deck: Deck, body: CardsCounted) -> Deck:
    """
    Keep a wrong count until the same part, or the whole deck, is counted right (I-8).

    A count that was only confirmed by a key cannot clear a doubt that a number raised, nor the doubt that cards may lie
    in the shuffler.
    """
    if body.what is Counted.DECK:
        deck = replace(unproved(deck), place=Place.STORAGE, trouble=_trouble_of(deck))
    if not body.right:
        both = (Counted.STUB,) if body.stub is not None else ()
        wrong = {*deck.miscounted, *both, body.what}
        by_number = deck.by_number or body.counted is not None
        return replace(deck, miscounted=tuple(what for what in Counted if what in wrong), by_number=by_number)
    if body.said is not None and deck.by_number:
        return deck
    if body.what is Counted.DECK:
        return replace(deck, miscounted=(), by_number=False, uncounted=deck.uncounted and body.said is not None)
    if body.said is None and body.expected is None and body.what is not Counted.STUB:
        return deck
    still = tuple(what for what in deck.miscounted if what is not body.what)
    return replace(deck, miscounted=still, by_number=deck.by_number and bool(still))


def _trouble_of(deck: Deck) -> str | None:
    """Return the deck's trouble after a count: a whole deck still lacks its proof, and a count ends its shuffle."""
    if deck.overdue:
        return f"the shuffler took too long with the {deck.back} deck"
    by_machine = deck.proof is not None and deck.proof.proved
    return f"the {deck.back} deck was counted after its shuffle" if by_machine else deck.trouble


def _several(deck: Deck, body: AboutSeveral, fact: Fact) -> Deck:
    match body:
        case DecksInspected():
            received = Deck(back=deck.back, stage=Stage.INSPECTED, place=Place.TABLE, opened_at=fact.at)
            return replace(received, received=fact.number, inspected_by=fact.actor)
        case DecksVerified():
            return replace(deck, stage=Stage.VERIFIED)
        case DecksSpread(face_up=face_up, in_sequence=in_sequence):
            sorted_at = fact.at if in_sequence else deck.sorted_at
            lying = replace(unproved(deck), stage=Stage.SPREAD, place=Place.TABLE, face_up=face_up)
            return replace(lying, sorted_at=sorted_at)
        case DecksShown():
            return replace(deck, stage=Stage.SHOWN)
        case PreShuffledAccepted():
            proof = Proof(grade=Grade.PRE_SHUFFLED, order=fact.number, counted=None)
            return replace(deck, stage=Stage.READY, sorted_at=deck.opened_at, proof=proof)
        case _:
            assert_never(body)


def _one(deck: Deck, body: AboutOne, fact: Fact) -> Deck:
    match body:
        case DeckWashed():
            return replace(unproved(deck), stage=Stage.READY, face_up=False, place=Place.STORAGE)
        case DeckShuffledByHand():
            return _by_people(deck, Grade.BY_HAND, fact.number)
        case GateOverridden():
            return _by_people(deck, Grade.OVERRIDDEN, fact.number)
        case RecutOrdered():
            return replace(deck, cut=False)
        case DeckSorted():
            return replace(unproved(deck), sorted_at=fact.at, ran_out=None, place=Place.STORAGE)
        case DeckClockRanOut(clock=clock):
            return replace(deck, ran_out=clock)
        case DeckConfirmed(sorted_ago_min=sorted_min, opened_ago_min=opened_min):
            since = {
                "sorted_at": ago(fact.at, sorted_min * MINUTE_MS),
                "opened_at": ago(fact.at, opened_min * MINUTE_MS),
            }
            return replace(deck, ran_out=None, **since)
        case DeckSuspected(reason=reason):
            # Its proof goes with the trust in it; where it lies, or that it is in play, stays as it is.
            held = replace(unproved(deck), suspect=reason, suspected=fact.number)
            return replace(held, apart=deck.apart, dealt_on=deck.dealt_on)
        case DeckCleared():
            return replace(deck, suspect=None)
        case DeckRemoved():
            return Deck(back=deck.back)
        case DeckLoaded():
            return replace(unproved(deck), place=Place.SHUFFLER, uncounted=True)
        case ShuffleOrdered():
            return replace(deck, order=fact.number, ordered_at=fact.at)
        case ShuffleOverdue():
            return replace(deck, overdue=True)
        case ShuffleProved():
            proof = Proof(grade=body.grade, order=body.order, counted=body.counted, proved=fact.number, why=body.why)
            return replace(unproved(deck), proof=proof)
        case ShuffleRejected(reason=reason):
            return replace(unproved(deck), trouble=reason)
        case ProofVoided(again=again, reason=reason):
            return replace(deck, proof=None, cut=False, trouble=reason if again else deck.trouble)
        case DeckCut():
            return replace(deck, cut=True, place=Place.TABLE)
        case _:
            assert_never(body)


def _by_people(deck: Deck, grade: Grade, order: int) -> Deck:
    """Return the deck with a proof by people: not counted, and on the table."""
    return replace(unproved(deck), place=Place.TABLE, proof=Proof(grade=grade, order=order, counted=None))


def _with_deck(state: TableState, back: Back, change: Callable[[Deck], Deck]) -> TableState:
    return replace(state, decks=tuple(change(deck) if deck.back is back else deck for deck in state.decks))
