"""
What is to be counted, in words for the dealer (14.6(e)4, 7; I-8).

A wrong count comes first and is counted again, as long as what was counted still lies there by itself; after that only
all 52 cards tell whether the deck is whole.
"""

from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Amounts, Key, Role, Step, Unit
from firmware_host.table.acts.decks import CountCards
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.decks import counting, gate
from firmware_host.table.state import reconciliation
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.stub import expected
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Counted

Steps = tuple[TableStep, ...]


def asked_for(state: TableState) -> Steps:
    """
    Return the count the next deal waits for.

    One key says that the number is right, the same key held that it is wrong; on a page the number is typed.
    """
    if state.round is not None:
        return ()
    again = next((deck for deck in state.decks if deck.miscounted and _may_be_counted(deck)), None)
    if again is not None:
        return _asked(state, counting.to_recount(state, again), again)
    return _due(state) if state.stub_due else _discards(state)


def whole(state: TableState, deck: Deck) -> Steps:
    """
    Return the count of a deck that came out of the shuffler uncounted, before anybody goes on without that.

    It is typed: what is only said does not tell that no card of it lies in the shuffler.
    """
    return (replace(_typed(state, Counted.DECK, deck), expected=True),) if _may_be_counted(deck) else ()


def of_what_was_inside(state: TableState) -> Steps:
    """Return the count with which people go on where the shuffler says nothing of the deck, or nothing good."""
    deck = state.due_deck
    if deck is None or not deck.uncounted or state.by_hand or not _may_be_counted(deck):
        return ()
    if not (gate.is_stuck(state) or reconciliation.waits_to_be_compared(state)):
        return ()
    return (_typed(state, Counted.DECK, deck),)


def besides(state: TableState) -> Steps:
    """Return the counts nothing waits for: a dealer may always count."""
    asked = [step.act for step in asked_for(state)]
    return tuple(step for step in _possible(state) if step.act not in asked)


def _possible(state: TableState) -> Steps:
    stub = counting.stub_can_be_counted(state)
    deck = None if stub is None else state.deck(stub)
    steps = () if deck is None else (_typed(state, Counted.STUB, deck),)
    if state.round is not None:
        waiting = (deck for deck in state.decks if deck.miscounted and _may_be_counted(deck))
        return (*steps, *(_typed(state, Counted.DECK, deck) for deck in waiting))
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
    return _asked(state, Counted.DECK if stub is None else Counted.STUB, deck)


def _discards(state: TableState) -> Steps:
    """Return the count of the discards, a step of every round between the push and the next deal (14.6(e)7)."""
    back = counting.discards_can_be_counted(state) if state.discards_due else None
    deck = None if back is None else state.deck(back)
    return () if deck is None else _asked(state, Counted.DISCARDS, deck)


def _asked(state: TableState, what: Counted, deck: Deck) -> Steps:
    """What is only said ends no doubt that a number raised."""
    typed = _typed(state, what, deck)
    return (replace(typed, expected=True),) if deck.by_number else (*_by_key(state, what, deck), typed)


def _by_key(state: TableState, what: Counted, deck: Deck) -> Steps:
    right = Step(
        act=CountCards(what=what, back=deck.back, said_right=True),
        say=f"{_say(state, what, deck)} If the number is right, go on; if it is wrong, hold the key.",
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
    return (right, wrong)


def _typed(state: TableState, what: Counted, deck: Deck) -> TableStep:
    """The number that is right stands nowhere in it: a count that only repeats it would prove nothing."""
    return Step(
        act=CountCards(what=what, back=deck.back, counted=0),
        say=f"{_say(state, what, deck)} Type the number.",
        role=Role.DEALER,
        amounts=Amounts(min=0, step=1, max=MOST_CARDS, unit=Unit.CARDS),
        paragraphs=counting.PARAGRAPHS[what],
    )


MOST_CARDS = 2 * DECK

"""A deck may have cards of the other one in it."""


def _say(state: TableState, what: Counted, deck: Deck) -> str:
    again = " again" if what in deck.miscounted else ""
    if what is Counted.DECK:
        why = f", for {counting.wrongly(deck.miscounted)}" if deck.miscounted and not again else ""
        return f"Count all cards of the {deck.back} deck{again}{why}."
    wanted = expected(state, what)
    burns = " and the burn cards" if wanted is not None and wanted.with_burns else ""
    return f"Count the {what}{burns} of the {deck.back} deck{again}."
