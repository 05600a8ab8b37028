"""
Check that all of a deck came out of the shuffler again (14.5(a), I-8).

A shuffler that delivers a deck counts its cards. Where people lift the deck off the shelf, the shuffler compares its
cards in with its cards out before the deal, so that a card left inside is noticed in time. A shuffler whose lamps are
read cannot report that; a table that accepts `witnessed` deals without it. To continue without the shuffler, people
count the deck first.
"""

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.facts.fact import TableDraft
from firmware_host.table.facts.shuffler import ReconciliationOrdered, ShufflerReconciled
from firmware_host.table.state.decks import Deck, Place, Proof
from firmware_host.table.state.hindrance import of_machine
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import DEVICE, Grade

OUT: Paragraphs = ("14.5(a)", "I-8")


def is_missed(deck: Deck, proof: Proof) -> bool:
    """Return whether the deck was taken out uncounted from a shuffler that can be asked to compare."""
    return _could_be_counted_out(deck, proof) and deck.place is not Place.SHUFFLER


def is_to_be_given_out(deck: Deck, proof: Proof) -> bool:
    """Return whether the deck is still in the shuffler and has to be delivered."""
    return _could_be_counted_out(deck, proof) and deck.place is Place.SHUFFLER


def _could_be_counted_out(deck: Deck, proof: Proof) -> bool:
    return deck.uncounted and proof.grade is not Grade.WITNESSED


def missed(state: TableState) -> tuple[Deck, ...]:
    """Return the decks outside that wait for the shuffler to confirm that all their cards are out."""
    return tuple(deck for deck in state.decks if deck.proof is not None and is_missed(deck, deck.proof))


def contradicted(body: ShufflerReconciled) -> str | None:
    """
    Return the evidence in a comparison against the decks outside: missing cards, or part of a deck on the shelf.

    A whole deck on the shelf is fine: it was shuffled there since, or was cut without being taken out.
    """
    if not body.agrees:
        there_are = body.came_out + body.lying
        return f"{body.went_in} cards went into the shuffler and {there_are} are accounted for"
    return f"{body.lying} of {DECK} cards are on the shelf of the shuffler" if body.lying not in (0, DECK) else None


def were_found(count: int) -> str:
    """Return "1 card was found" or "n cards were found"."""
    return "1 card was found" if count == 1 else f"{count} cards were found"


def proves_all_out(state: TableState, body: ShufflerReconciled) -> bool:
    """Return whether a comparison accounts for all cards of a deck that is outside."""
    inside = state.in_shuffler
    lies_there_rightly = inside is not None and inside.proof is not None
    rightly = body.lying == 0 or (body.lying == DECK and lies_there_rightly)
    return body.agrees and not body.late and body.came_out >= DECK and rightly


def waits_to_be_compared(state: TableState) -> bool:
    """Return whether the next deal waits only for the shuffler to compare its cards."""
    deck = state.due_deck
    return deck in missed(state) and state.round is None and not state.by_hand


def comparison(state: TableState, deck: Deck, proof: Proof) -> tuple[TableDraft, ...]:
    """Draft the order to compare, for a deck taken out without being delivered."""
    if not _could_be_counted_out(deck, proof) or state.shuffler.compare or why_not_compared(state) is not None:
        return ()
    return (draft(ReconciliationOrdered(), *OUT),)


def why_not_compared(state: TableState) -> str | None:
    """Return what prevents the shuffler from comparing."""
    if state.shuffler.lid_open:
        return "its lid is open"
    return "cards are jammed in it" if state.shuffler.jam is not None else None


def not_counted_out(state: TableState, deck: Deck) -> Refusal:
    """Refuse to deal a deck that the shuffler has not counted out."""
    return refuse(
        f"the {deck.back} deck was taken out of the shuffler, which has not counted it out",
        f"{_first(state)}; or count all {DECK} cards of the deck and shuffle it again",
        *OUT,
        code=Code.NO_SHUFFLE_PROOF,
    )


def _first(state: TableState) -> str:
    shuffler = state.shuffler
    if state.devices.get(DEVICE) is False:
        return "check the power and the cable of the shuffler"
    if shuffler.lid_open or shuffler.jam or shuffler.housing_open:
        machine = of_machine(state)
        return machine.put_right if machine else "check the shuffler"
    compares = "wait until the shuffler has compared its cards in with its cards out"
    return compares if shuffler.compare else "let the shuffler compare its cards in with its cards out"


def not_counted(deck: Deck) -> Refusal:
    """Refuse to continue without the shuffler until the deck has been counted."""
    return refuse(
        f"the {deck.back} deck was in the shuffler and has not been counted since",
        f"count all {DECK} cards of the deck",
        *OUT,
        code=Code.COUNT_DUE,
    )
