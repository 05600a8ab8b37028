"""
What is to be counted, in words for the dealer (14.6(e)4, 7; I-8).

A wrong count comes first and is counted again, as long as what was counted still lies there by itself; after that only
all 52 cards tell whether the deck is whole.
"""

from firmware_host.rules.decision import Key, Role, Step
from firmware_host.table.acts.decks import CountCards
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.decks import counting, gate
from firmware_host.table.state import reconciliation
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Counted

Steps = tuple[TableStep, ...]


def asked_for(state: TableState) -> Steps:
    """Return the count the next deal waits for, right by one key, wrong by the same key held."""
    if state.round is not None:
        return ()
    again = next((deck for deck in state.decks if deck.miscounted and _may_be_counted(deck)), None)
    if again is not None:
        return _by_key(state, counting.to_recount(state, again), again)
    return _due(state) if state.stub_due else ()


def whole(state: TableState, deck: Deck) -> Steps:
    """Return the count of a deck that came out of the shuffler uncounted, before anybody goes on without that."""
    return _by_key(state, Counted.DECK, deck) if _may_be_counted(deck) else ()


def of_what_was_inside(state: TableState) -> Steps:
    """Return the count with which people go on where the shuffler says nothing of the deck, or nothing good."""
    deck = state.due_deck
    if deck is None or not deck.uncounted or state.by_hand or not _may_be_counted(deck):
        return ()
    if not (gate.is_stuck(state) or reconciliation.waits_to_be_compared(state)):
        return ()
    return (_besides(state, Counted.DECK, deck.back),)


def besides(state: TableState) -> Steps:
    """Return the counts nothing waits for: a dealer may always count, and counts the discards after a round."""
    asked = [step.act for step in asked_for(state)]
    return tuple(step for step in _possible(state) if step.act not in asked)


def _possible(state: TableState) -> Steps:
    stub = counting.stub_can_be_counted(state)
    steps = () if stub is None else (_besides(state, Counted.STUB, stub),)
    if state.round is not None:
        waiting = (deck for deck in state.decks if deck.miscounted and _may_be_counted(deck))
        return (*steps, *(_besides(state, Counted.DECK, deck.back) for deck in waiting))
    if state.discards_left is not None:
        back = counting.discards_can_be_counted(state)
        steps = steps if back is None else (*steps, _besides(state, Counted.DISCARDS, back))
    return steps


def _may_be_counted(deck: Deck) -> bool:
    """A deck that is held is counted by two people."""
    return deck.stage is not Stage.AWAITED and deck.place is not Place.IN_PLAY and deck.suspect is None


def _due(state: TableState) -> Steps:
    """Return the count of the quarter of an hour: the stub, or all the cards where there is none any more."""
    stub = counting.stub_can_be_counted(state)
    deck = state.deck(stub or state.last_used) if state.last_used else None
    if deck is None or deck.stage is Stage.AWAITED:
        return ()
    return _by_key(state, Counted.DECK if stub is None else Counted.STUB, deck)


def _by_key(state: TableState, what: Counted, deck: Deck) -> Steps:
    number = counting.expected(state, what)
    right = Step(
        act=CountCards(what=what, back=deck.back, counted=number),
        say=_say(what, deck, number),
        role=Role.DEALER,
        key=Key.NEXT,
        paragraphs=counting.PARAGRAPHS[what],
        expected=True,
    )
    wrong = Step(
        act=CountCards(what=what, back=deck.back),
        say="The number is wrong.",
        role=Role.DEALER,
        key=Key.NEXT_HELD,
        paragraphs=counting.PARAGRAPHS[what],
    )
    return (right,) if number is None else (right, wrong)


def _say(what: Counted, deck: Deck, number: int | None) -> str:
    again = " again" if what in deck.miscounted else ""
    why = (
        "" if again or what is not Counted.DECK or not deck.miscounted else f", for {counting.wrongly(deck.miscounted)}"
    )
    many = "" if number is None else f": {number} cards"
    return f"Count the {f'whole {deck.back} deck' if what is Counted.DECK else what}{again}{many}{why}."


def _besides(state: TableState, what: Counted, back: Back) -> TableStep:
    number = counting.expected(state, what)
    many = "" if number is None else f": {number} cards"
    return Step(
        act=CountCards(what=what, back=back, counted=number),
        say=f"Count the {f'whole {back} deck' if what is Counted.DECK else what}{many}.",
        role=Role.DEALER,
        paragraphs=counting.PARAGRAPHS[what],
    )
