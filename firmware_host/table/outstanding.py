"""Device commands that should be under way. A restart works them out again from the state alone."""

from firmware_host.rules.answers import Refusal
from firmware_host.table.contract import ClearCommand, DeliverCommand, DeviceCommand, ReconcileCommand, ShuffleCommand
from firmware_host.table.decks import gate
from firmware_host.table.decks.deck import Place
from firmware_host.table.state import TableState


def outstanding(state: TableState) -> tuple[DeviceCommand, ...]:
    """
    Return everything the shuffler was told to do and has not answered for.

    A machine that is open or jammed would turn a shuffle down for good, so none is given to it before that is over.
    """
    shuffler = state.shuffler
    if shuffler.lid_open or shuffler.housing_open:
        return ()
    if shuffler.jam is not None:
        return (ClearCommand(journal=state.journal, number=shuffler.clear),) if shuffler.clear else ()
    compare: tuple[DeviceCommand, ...] = ()
    if shuffler.compare:
        compare = (ReconcileCommand(journal=state.journal, number=shuffler.compare),)
    return (*shuffles(state), *compare, *_deliveries(state))


def shuffles(state: TableState) -> tuple[ShuffleCommand, ...]:
    """Return the shuffles ordered and not yet answered for."""
    return tuple(
        ShuffleCommand(journal=state.journal, number=deck.order, back=deck.back) for deck in state.decks if deck.order
    )


def _deliveries(state: TableState) -> tuple[DeliverCommand, ...]:
    """Return the deck whose turn it is, once it may be cut: not before, so that it does not lie about."""
    if state.round is not None or not state.is_open:
        return ()
    proved = gate.proved_deck(state)
    if isinstance(proved, Refusal):
        return ()
    deck, proof = proved
    if deck.place is not Place.SHUFFLER or not proof.proved or proof.delivered:
        return ()
    return (DeliverCommand(journal=state.journal, number=proof.proved),)
