"""The device commands that should be under way, derived from the state alone so that a restart finds them again."""

from firmware_host.rules.decision import Refusal
from firmware_host.rules.struct import Record
from firmware_host.table.decks import gate
from firmware_host.table.state import proof, reconciliation
from firmware_host.table.state.decks import Deck, Place
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, JournalId


class ShuffleCommand(Record, frozen=True, kw_only=True):
    """Shuffle this deck. The command's id on the wire is `journal:number` of the ordering fact."""

    journal: JournalId
    number: int
    back: Back


class ClearCommand(Record, frozen=True, kw_only=True):
    """Run the shuffler's card path empty, once people have cleared a jam."""

    journal: JournalId
    number: int


class ReconcileCommand(Record, frozen=True, kw_only=True):
    """Compare the cards that went into the shuffler with those that came out."""

    journal: JournalId
    number: int


class DeliverCommand(Record, frozen=True, kw_only=True):
    """
    Deliver the shuffled deck that is due; `number` is the fact that proved its shuffle.

    Where a deck lay in the output first, `number` is the fact that the output was free again.
    """

    journal: JournalId
    number: int


DeviceCommand = ShuffleCommand | ClearCommand | ReconcileCommand | DeliverCommand


def outstanding(state: TableState) -> tuple[DeviceCommand, ...]:
    """
    Return the commands that the shuffler has not answered yet.

    A shuffler that is open, jammed or has a deck on its shelf would reject a shuffle finally, so the order is held
    back until that is over.
    """
    shuffler = state.shuffler
    if shuffler.lid_open or shuffler.housing_open or shuffler.barred is not None:
        return ()
    if shuffler.clear:
        return (ClearCommand(journal=state.journal, number=shuffler.clear),)
    if shuffler.jam is not None:
        return ()
    compare: tuple[DeviceCommand, ...] = ()
    if shuffler.compare:
        compare = (ReconcileCommand(journal=state.journal, number=shuffler.compare),)
    if shuffler.shelf is not None:
        return (*compare, *_delivery(state, shuffler.deliver))
    if shuffler.astray:
        # It refuses a shuffle before its path is empty.
        return compare
    return (*compare, *shuffles(state), *_deliveries(state))


def watched(state: TableState) -> int | None:
    """
    Return the newest turn while STATUS may say what no event says, else none.

    That is a deck which lies in the feed already, or what became of the deck that was shuffled, until it is cut: one
    without a proof is delivered once a machine that still moved has come to rest.
    """
    if state.by_hand or not state.decks:
        return None
    inside = state.in_shuffler
    return state.turn if inside is None or inside.order is None else None


def shuffles(state: TableState) -> tuple[ShuffleCommand, ...]:
    """Return the shuffles that were ordered and not answered yet."""
    return tuple(
        ShuffleCommand(journal=state.journal, number=deck.order, back=deck.back) for deck in state.decks if deck.order
    )


def _deliveries(state: TableState) -> tuple[DeliverCommand, ...]:
    """Return the deliveries due: the next deck once it may be cut, and a deck that has to be shuffled again."""
    return tuple(
        command
        for deck in state.decks
        if deck.proof is not None and reconciliation.is_to_be_given_out(deck, deck.proof) and _comes_out(state, deck)
        for command in _delivery(state, state.shuffler.deliver or deck.proof.proved)
    )


def _delivery(state: TableState, number: int) -> tuple[DeliverCommand, ...]:
    """Return the order to deliver, unless a deck in the output would make the machine refuse it."""
    return () if state.shuffler.output is not None else (DeliverCommand(journal=state.journal, number=number),)


def _comes_out(state: TableState, deck: Deck) -> bool:
    if deck.place is not Place.SHUFFLER or not state.is_open:
        return False
    if proof.is_too_low(state, deck):
        return True
    proved = gate.proved_deck(state)
    return state.round is None and not isinstance(proved, Refusal) and proved[0] is deck
