"""Device commands that should be under way. A restart works them out again from the state alone."""

from firmware_host.rules.answers import Refusal
from firmware_host.table.contract import ClearCommand, DeliverCommand, DeviceCommand, ReconcileCommand, ShuffleCommand
from firmware_host.table.decks import gate, grades, taken_out
from firmware_host.table.decks.deck import Deck, Place
from firmware_host.table.state import TableState


def outstanding(state: TableState) -> tuple[DeviceCommand, ...]:
    """
    Return everything the shuffler was told to do and has not answered for.

    A machine that is open or jammed, or has a deck on its shelf, would turn a shuffle down for good, so none is given
    to it before that is over.
    """
    shuffler = state.shuffler
    if shuffler.lid_open or shuffler.housing_open:
        return ()
    if shuffler.jam is not None:
        return (ClearCommand(journal=state.journal, number=shuffler.clear),) if shuffler.clear else ()
    compare: tuple[DeviceCommand, ...] = ()
    if shuffler.compare:
        compare = (ReconcileCommand(journal=state.journal, number=shuffler.compare),)
    if shuffler.shelf is not None:
        return (*compare, DeliverCommand(journal=state.journal, number=shuffler.deliver))
    if taken_out.waits_to_be_compared(state):
        return (*compare, *shuffles(state))
    return (*shuffles(state), *compare, *_deliveries(state))


def shuffles(state: TableState) -> tuple[ShuffleCommand, ...]:
    """Return the shuffles ordered and not yet answered for."""
    return tuple(
        ShuffleCommand(journal=state.journal, number=deck.order, back=deck.back) for deck in state.decks if deck.order
    )


def _deliveries(state: TableState) -> tuple[DeliverCommand, ...]:
    """Return the deck whose turn it is, once it may be cut, and one that goes in again: no other lies about."""
    return tuple(
        DeliverCommand(journal=state.journal, number=deck.proof.proved)
        for deck in state.decks
        if deck.proof is not None and taken_out.is_to_be_given_out(deck, deck.proof) and _comes_out(state, deck)
    )


def _comes_out(state: TableState, deck: Deck) -> bool:
    if deck.place is not Place.SHUFFLER or not state.is_open:
        return False
    if grades.is_too_low(state, deck):
        return True
    proved = gate.proved_deck(state)
    return state.round is None and not isinstance(proved, Refusal) and proved[0] is deck
