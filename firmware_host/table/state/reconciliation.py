"""
Check that all of a deck came out of the shuffler again (14.5(a), I-8).

A shuffler that delivers a deck counts its cards. If people lift the deck off the shelf, the shuffler compares the cards
that went in with those that came out before the deal, so that a card left inside is noticed in time. A shuffler whose
lamps are read cannot report that; a table that accepts `witnessed` deals without it. To continue without the shuffler,
people count the deck first.
"""

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.facts.shuffler import ShufflerReconciled
from firmware_host.table.state.decks import Deck, Place, Proof
from firmware_host.table.state.hindrance import of_machine
from firmware_host.table.state.shuffler import ShufflerState
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import DEVICE, Grade

OUT: Paragraphs = ("14.5(a)", "I-8")


def is_missed(deck: Deck, proof: Proof) -> bool:
    """Return whether the deck is outside although the machine, which could count it out, has not."""
    return _could_be_counted_out(deck, proof) and deck.place is not Place.SHUFFLER


def is_to_be_given_out(deck: Deck, proof: Proof) -> bool:
    """Return whether the deck is still in the machine that shuffled it."""
    return _could_be_counted_out(deck, proof) and deck.place is Place.SHUFFLER


def is_inside(state: TableState, deck: Deck, proof: Proof) -> bool:
    """Return whether a machine with a protocol still has the deck, so that nobody can have cut it (14.5(b))."""
    return is_to_be_given_out(deck, proof) and proof.proved > 0 and not state.by_hand


def not_out(state: TableState, deck: Deck) -> Refusal:
    """Refuse because the deck is still in the shuffler."""
    away, output = state.devices.get(DEVICE) is False, state.shuffler.output
    wait = "check the power and the cable of the shuffler" if away else "wait until the shuffler has delivered the deck"
    if output is not None and not away:
        wait = f"take the {output} deck out of the output of the shuffler, which then delivers the {deck.back} deck"
    return refuse(
        f"the {deck.back} deck is in the shuffler",
        f"{wait}; if it does not come out, take away the deck that lies on the shelf of the shuffler",
        "14.5(b)",
        *OUT,
        code=Code.NO_SHUFFLE_PROOF,
    )


def take_out(deck: Deck) -> str:
    """Return how people get hold of a deck that may still lie in the shuffler; empty for a deck that lies outside."""
    if deck.place is not Place.SHUFFLER:
        return ""
    return f"If the {deck.back} deck is still in the shuffler, take it out; open the lid if it does not come out."


def _could_be_counted_out(deck: Deck, proof: Proof) -> bool:
    return deck.uncounted and proof.grade is not Grade.WITNESSED


def missed(state: TableState) -> tuple[Deck, ...]:
    """Return the decks outside that the machine has not counted out yet."""
    return tuple(deck for deck in state.decks if deck.proof is not None and is_missed(deck, deck.proof))


def contradicted(body: ShufflerReconciled) -> str | None:
    """
    Return how a comparison contradicts the decks outside: cards that are missing, or lie where part of a deck may lie.

    A whole deck on the shelf does not: it was shuffled since, or cut without being taken out.
    """
    if not body.agrees:
        there_are = body.came_out + body.lying
        return f"{body.went_in} cards went into the shuffler, but {there_are} are accounted for"
    return f"{body.lying} of {DECK} cards are on the shelf of the shuffler" if body.lying not in (0, DECK) else None


def by_hand_through_the_lid(shuffler: ShufflerState, body: ShufflerReconciled) -> bool:
    """Return whether people may have taken the missing cards by hand, out of one deck that had stopped halfway."""
    missing = body.went_in - body.came_out - body.lying
    return shuffler.interrupted and not body.astray and 0 < missing <= DECK


def were_found(count: int) -> str:
    """Return the count in words."""
    return "1 card was found" if count == 1 else f"{count} cards were found"


def were_left(count: int) -> str:
    """Return the count of cards inside in words."""
    return "1 card was left" if count == 1 else f"{count} cards were left"


def proves_all_out(state: TableState, body: ShufflerReconciled) -> bool:
    """Return whether a comparison accounts for a whole deck that is outside."""
    inside = state.in_shuffler
    lies_there_rightly = inside is not None and inside.proof is not None
    rightly = body.lying == 0 or (body.lying == DECK and lies_there_rightly)
    return body.agrees and not body.late and body.came_out >= DECK and rightly


def waits_to_be_compared(state: TableState) -> bool:
    """Return whether the next deal waits only for the machine's comparison."""
    deck = state.due_deck
    return deck in missed(state) and state.round is None and not state.by_hand


def why_not_compared(state: TableState) -> str | None:
    """Return why the machine cannot compare; None if it can."""
    if state.shuffler.lid_open:
        return "its lid is open"
    return "cards are jammed in it" if state.shuffler.jam is not None else None


def not_counted_out(state: TableState, deck: Deck) -> Refusal:
    """Refuse a deck that was lifted off and not compared yet."""
    return refuse(
        f"the {deck.back} deck was taken out of the shuffler before its cards were counted out",
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
    return how_to_compare(shuffler)


def comes_first(shuffler: ShufflerState) -> str | None:
    """Return what has to be done before a deck is put in, because it would spoil the comparison; None if nothing."""
    if shuffler.clear:
        return "wait until the shuffler has run its card path empty"
    if shuffler.compare:
        return how_to_compare(shuffler)
    if shuffler.astray and shuffler.cleared:
        return f"open the lid, take out stray cards, close it; then {how_to_compare(shuffler)}"
    if shuffler.astray:
        return "let the shuffler run its card path empty, and take out the cards that come"
    return how_to_compare(shuffler) if shuffler.contradicted and shuffler.doubt else None


def how_to_compare(shuffler: ShufflerState) -> str:
    """Return what to do where the cards that went in and came out have to be compared first."""
    if shuffler.compare:
        return "wait until the shuffler has compared the cards that went in with those that came out"
    return "let the shuffler compare the cards that went in with those that came out"


def not_counted(deck: Deck) -> Refusal:
    """Refuse to shuffle or accept by hand a deck from the shuffler before people have counted it."""
    return refuse(
        f"the {deck.back} deck was in the shuffler and has not been counted since",
        f"count all {DECK} cards of the deck",
        *OUT,
        code=Code.COUNT_DUE,
    )
