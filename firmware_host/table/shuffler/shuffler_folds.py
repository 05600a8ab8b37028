"""The shuffler's facts, folded."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.shuffler import (
    CardsSeenAstray,
    ClearingFailed,
    ClearingOrdered,
    DeckDelivered,
    DeckLiftedOff,
    FirmwareListTaken,
    HouseKeyDiffers,
    HousingClosed,
    HousingOpened,
    LinkTampered,
    OrderEnded,
    OutputSeen,
    ReconciliationFailed,
    ReconciliationOrdered,
    ShelfSeen,
    ShufflerBarred,
    ShufflerBody,
    ShufflerBooted,
    ShufflerCleared,
    ShufflerContradicted,
    ShufflerFaultOver,
    ShufflerFaultShown,
    ShufflerForeign,
    ShufflerJammed,
    ShufflerLidClosed,
    ShufflerLidOpened,
    ShufflerReconciled,
    ShufflerRestarted,
    ShufflerSwitched,
    ShufflerTested,
    ShufflerWear,
    ShufflerWorn,
)
from firmware_host.table.shuffler.service import recent_jams
from firmware_host.table.state import contradictions, reconciliation
from firmware_host.table.state.decks import Deck, Place
from firmware_host.table.state.proof import witnesses
from firmware_host.table.state.shuffler import OfferedList, ShufflerState, Wear, with_end
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import FirmwareList

Ends = ShufflerReconciled | ReconciliationFailed | ShufflerCleared | ClearingFailed | DeckDelivered | OrderEnded
"""The facts by which an order ends, beside a shuffle."""

PAIRED_ANEW = "the shuffler was paired again"


def folded(state: TableState, body: ShufflerBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    if isinstance(body, Ends):
        state = replace(state, shuffler=with_end(state.shuffler, body.order))
    if isinstance(body, DeckDelivered):
        empty = replace(state.shuffler, shelf=None, output=None, deliver=0)
        state = replace(_given_out(state, body), shuffler=empty)
    if isinstance(body, DeckLiftedOff):
        state = _with_decks(state, lambda deck: _lifted(deck, body))
        state = replace(state, shuffler=replace(state.shuffler, deliver=0))
    if isinstance(body, ShufflerContradicted):
        state = _with_decks(state, _doubted_deck)
    reached = isinstance(body, ShufflerLidOpened | ShufflerJammed) and state.in_shuffler is not None
    if reached or (isinstance(body, OrderEnded) and body.stopped):
        state = replace(state, shuffler=replace(state.shuffler, interrupted=True))
    if isinstance(body, ShufflerReconciled):
        state = _compared(state, body)
    if isinstance(body, HousingClosed) and witnesses(state.config):
        return replace(state, shuffler=replace(state.shuffler, housing_open=False))
    return replace(state, shuffler=_machine(state.shuffler, body, fact.number))


def went_away(shuffler: ShufflerState, config: TableConfig | None) -> ShufflerState:
    """Doubt a machine whose link was lost; one that is read by its lamps has no comparison that could end the doubt."""
    return shuffler if witnesses(config) else _doubted(shuffler, "the shuffler was disconnected", 0)


def came_back(shuffler: ShufflerState, pairing: str, number: int) -> ShufflerState:
    """Order anew what may never have reached the machine. After a new pairing it has forgotten all earlier orders."""
    shuffler = replace(shuffler, foreign="")
    if pairing and shuffler.pairing and pairing != shuffler.pairing:
        shuffler = replace(
            shuffler, boot=0, barred=None, astray=0, interrupted=False, contradicted=False, cleared=False
        )
        anew = _doubted(shuffler, PAIRED_ANEW, 0 if shuffler.jam else number)
        shuffler = replace(anew, clear=number if shuffler.clear else 0, shelf=None, output=None, deliver=0)
    elif shuffler.doubt is not None and not shuffler.jam and not shuffler.lid_open:
        shuffler = replace(shuffler, compare=number)
    return replace(shuffler, pairing=pairing or shuffler.pairing)


def _machine(shuffler: ShufflerState, body: ShufflerBody, number: int) -> ShufflerState:
    match body:
        case ShufflerLidOpened():
            seen_to = replace(shuffler, contradicted=False, cleared=False)
            opened = replace(seen_to, lid_open=True, clear=0, shelf=None, deliver=0)
            return _doubted(opened, "the lid of the shuffler was opened", 0)
        case ShufflerLidClosed() if shuffler.jam is not None:
            return replace(shuffler, lid_open=False, clear=number)
        case ShufflerLidClosed():
            return replace(shuffler, lid_open=False, compare=number)
        case HousingOpened():
            return replace(shuffler, housing_open=True)
        case HousingClosed():
            return replace(_doubted(shuffler, "the housing of the shuffler was open", number), housing_open=False)
        case ShufflerJammed(place=place):
            jams = (*recent_jams(shuffler), shuffler.shuffles)
            return replace(_doubted(shuffler, "cards jammed in the shuffler", 0), jam=place, jams=jams)
        case ShufflerCleared():
            cleared = replace(shuffler, jam=None, clear=0, astray=0, contradicted=False, cleared=True)
            return _doubted(cleared, "the card path of the shuffler was run empty", number)
        case ShufflerSwitched(mode=mode):
            return replace(shuffler, mode=mode, switched=number)
        case ShufflerRestarted():
            return _doubted(shuffler, "the shuffler lost power", number)
        case ShelfSeen(back=back):
            return replace(shuffler, shelf=back, deliver=number if back else 0)
        case OutputSeen(back=back):
            # The machine answers an order that it refused as refused for ever: it delivers on a new one.
            return replace(shuffler, output=back, deliver=0 if back else number)
        case ShufflerFaultShown():
            return replace(shuffler, fault_lamp=True)
        case ShufflerFaultOver():
            return replace(shuffler, fault_lamp=False)
        case ReconciliationOrdered():
            asked = replace(shuffler, contradicted=False)
            return _doubted(asked, shuffler.doubt or "a person asked for a comparison", number)
        case ShufflerReconciled(late=True) if shuffler.doubt is not None:
            return shuffler
        case ShufflerReconciled(late=True):
            return _doubted(shuffler, "an earlier comparison of the cards in and out did not agree", number)
        case ShufflerReconciled() if body.astray:
            left = replace(shuffler, astray=body.astray, interrupted=False)
            return _doubted(left, f"{reconciliation.were_left(body.astray)} inside the shuffler", 0)
        case ShufflerReconciled():
            return replace(shuffler, doubt=None, compare=0, astray=0, interrupted=False)
        case ReconciliationFailed():
            return replace(shuffler, compare=0)
        case DeckDelivered(counted=counted) if counted != DECK:
            return _doubted(shuffler, f"{counted} cards instead of {DECK} came out of the shuffler", number)
        case ShufflerContradicted():
            return _contradicted(shuffler, body, number)
        case ClearingOrdered():
            return replace(
                _doubted(shuffler, shuffler.doubt or "the card path of the shuffler still has to be run empty", 0),
                clear=number,
            )
        case ClearingFailed():
            return replace(shuffler, clear=0, cleared=True)
        case CardsSeenAstray(astray=astray):
            return replace(shuffler, astray=astray)
        case ShufflerBooted(boot=boot):
            return replace(shuffler, boot=boot)
        case ShufflerBarred():
            return replace(shuffler, barred=shuffler.pairing)
        case ShufflerForeign(reason=reason):
            return replace(shuffler, foreign=reason)
        case ShufflerWear():
            return _counted(shuffler, body)
        case FirmwareListTaken(house_key=key, serial=serial, sha256=sha256):
            taken = FirmwareList(house_key=key, serial=serial, sha256=sha256)
            others = tuple(listed for listed in shuffler.lists if listed.house_key != key)
            return replace(shuffler, firmware=taken, lists=(*others, taken), offered=None)
        case HouseKeyDiffers(house_key=key, serial=serial, sha256=sha256):
            listed = FirmwareList(house_key=key, serial=serial, sha256=sha256)
            return replace(shuffler, offered=OfferedList(number=number, listed=listed))
        case DeckDelivered() | DeckLiftedOff() | OrderEnded() | LinkTampered() | ShufflerTested() | ShufflerWorn():
            return shuffler
        case _:
            assert_never(body)


def _counted(shuffler: ShufflerState, body: ShufflerWear) -> ShufflerState:
    """Reset the count of jams after a service."""
    wear = Wear(
        cycles=body.cycles,
        since_service=body.since_service,
        service_every=body.service_every,
        life=body.life,
    )
    serviced = shuffler.wear is not None and wear.since_service < shuffler.wear.since_service
    return replace(shuffler, wear=wear, jams=() if serviced else shuffler.jams)


def _contradicted(shuffler: ShufflerState, body: ShufflerContradicted, number: int) -> ShufflerState:
    """
    Have the machine compare its cards, once: what contradicts it again after that is for people to see to.

    A machine whose comparison agrees and whose STATUS does not would compare, and be contradicted, without end.
    """
    can = not shuffler.lid_open and shuffler.jam is None
    again = shuffler.contradicted and not shuffler.compare
    astray = max(shuffler.astray, body.rest.astray if body.rest else 0)
    doubted = _doubted(
        shuffler,
        f"the reports of the shuffler contradict each other: {body.reason}",
        number if can and not again else 0,
    )
    return replace(doubted, astray=astray, contradicted=True)


def _doubted(shuffler: ShufflerState, why: str, compare: int) -> ShufflerState:
    return replace(shuffler, doubt=why, compare=compare)


def _with_decks(state: TableState, change: Callable[[Deck], Deck]) -> TableState:
    return replace(state, decks=tuple(map(change, state.decks)))


def _lifted(deck: Deck, body: DeckLiftedOff) -> Deck:
    return replace(deck, place=Place.TABLE) if deck.back is body.back else deck


def _doubted_deck(deck: Deck) -> Deck:
    """Require the deck to be counted out again."""
    return replace(deck, uncounted=True) if contradictions.rests_on_words(deck) else deck


def _given_out(state: TableState, body: DeckDelivered) -> TableState:
    """Note that all of a deck is out, if the machine gave it out on our order and counted 52."""
    if body.counted != DECK:
        return state

    def out(deck: Deck) -> Deck:
        asked = {state.shuffler.deliver, deck.proof.proved if deck.proof else 0} - {0}
        ours = deck.back is body.back and body.order in asked and deck.trouble is None
        return replace(deck, uncounted=False) if ours else deck

    return replace(state, decks=tuple(map(out, state.decks)))


def _compared(state: TableState, body: ShufflerReconciled) -> TableState:
    missed = reconciliation.missed(state) if reconciliation.proves_all_out(state, body) else ()
    out = (replace(deck, uncounted=False) if deck in missed else deck for deck in state.decks)
    return replace(state, decks=tuple(out)) if missed else state
