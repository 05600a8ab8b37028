"""The shuffler's facts, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.shuffler import (
    DeckDelivered,
    FirmwareListTaken,
    HouseKeyDiffers,
    HousingClosed,
    HousingOpened,
    ReconciliationFailed,
    ReconciliationOrdered,
    ShelfSeen,
    ShufflerBody,
    ShufflerCleared,
    ShufflerFaultOver,
    ShufflerFaultShown,
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
from firmware_host.table.state import reconciliation
from firmware_host.table.state.decks import Deck
from firmware_host.table.state.proof import witnesses
from firmware_host.table.state.shuffler import OfferedList, ShufflerState, Wear
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import FirmwareList

PAIRED_ANEW = "the shuffler was paired anew"


def folded(state: TableState, body: ShufflerBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    if isinstance(body, DeckDelivered):
        state = replace(_given_out(state, body), shuffler=replace(state.shuffler, shelf=None, deliver=0))
    if isinstance(body, ShufflerReconciled):
        state = _compared(state, body)
    if isinstance(body, HousingClosed) and witnesses(state.config):
        return replace(state, shuffler=replace(state.shuffler, housing_open=False))
    return replace(state, shuffler=_machine(state.shuffler, body, fact.number))


def went_away(shuffler: ShufflerState, config: TableConfig | None) -> ShufflerState:
    """Nobody saw what was done with it meanwhile; what is read by its lamps has no comparison to end that doubt."""
    return shuffler if witnesses(config) else _doubted(shuffler, "the shuffler was away", 0)


def came_back(shuffler: ShufflerState, pairing: str, number: int) -> ShufflerState:
    """Whatever was asked of it before may never have reached it; paired anew, it has forgotten whether it did that."""
    if pairing and shuffler.pairing and pairing != shuffler.pairing:
        anew = _doubted(shuffler, PAIRED_ANEW, 0 if shuffler.jam else number)
        shuffler = replace(anew, clear=number if shuffler.clear else 0, shelf=None, deliver=0)
    elif shuffler.doubt is not None:
        shuffler = replace(shuffler, compare=number)
    return replace(shuffler, pairing=pairing or shuffler.pairing)


def _machine(shuffler: ShufflerState, body: ShufflerBody, number: int) -> ShufflerState:
    match body:
        case ShufflerLidOpened():
            opened = replace(shuffler, lid_open=True, clear=0, shelf=None, deliver=0)
            return _doubted(opened, "the lid of the shuffler was opened", 0)
        case ShufflerLidClosed() if shuffler.jam is not None:
            return replace(shuffler, lid_open=False, clear=number)
        case ShufflerLidClosed():
            return replace(shuffler, lid_open=False, compare=number)
        case HousingOpened():
            return replace(shuffler, housing_open=True)
        case HousingClosed():
            return replace(_doubted(shuffler, "its housing was open", number), housing_open=False)
        case ShufflerJammed(place=place):
            jams = (*recent_jams(shuffler), shuffler.shuffles)
            return replace(_doubted(shuffler, "cards jammed in the shuffler", 0), jam=place, jams=jams)
        case ShufflerCleared():
            return replace(_doubted(shuffler, "the shuffler was cleared", number), jam=None, clear=0)
        case ShufflerSwitched(mode=mode):
            return replace(shuffler, mode=mode)
        case ShufflerRestarted():
            return _doubted(shuffler, "the shuffler lost its power", number)
        case ShelfSeen(back=back):
            return replace(shuffler, shelf=back, deliver=number if back else 0)
        case ShufflerFaultShown():
            return replace(shuffler, fault_lamp=True)
        case ShufflerFaultOver():
            return replace(shuffler, fault_lamp=False)
        case ReconciliationOrdered():
            return _doubted(shuffler, shuffler.doubt or "it was asked for", number)
        case ShufflerReconciled(late=True) if shuffler.doubt is not None:
            return shuffler
        case ShufflerReconciled(late=True):
            return _doubted(shuffler, "an earlier comparison of its cards did not agree", number)
        case ShufflerReconciled() if body.astray:
            return _doubted(shuffler, f"{body.astray} cards were left inside the shuffler", 0)
        case ShufflerReconciled():
            return replace(shuffler, doubt=None, compare=0)
        case ReconciliationFailed():
            return replace(shuffler, compare=0)
        case DeckDelivered(counted=counted) if counted != DECK:
            return _doubted(shuffler, f"{counted} cards came out of the shuffler", number)
        case ShufflerWear():
            return _counted(shuffler, body)
        case FirmwareListTaken(house_key=key, serial=serial, sha256=sha256):
            taken = FirmwareList(house_key=key, serial=serial, sha256=sha256)
            others = tuple(listed for listed in shuffler.lists if listed.house_key != key)
            return replace(shuffler, firmware=taken, lists=(*others, taken), offered=None)
        case HouseKeyDiffers(house_key=key, serial=serial, sha256=sha256):
            listed = FirmwareList(house_key=key, serial=serial, sha256=sha256)
            return replace(shuffler, offered=OfferedList(number=number, listed=listed))
        case DeckDelivered() | ShufflerTested() | ShufflerWorn():
            return shuffler
        case _:
            assert_never(body)


def _counted(shuffler: ShufflerState, body: ShufflerWear) -> ShufflerState:
    """A service begins the count of jams anew."""
    wear = Wear(
        cycles=body.cycles,
        since_service=body.since_service,
        service_every=body.service_every,
        life=body.life,
    )
    serviced = shuffler.wear is not None and wear.since_service < shuffler.wear.since_service
    return replace(shuffler, wear=wear, jams=() if serviced else shuffler.jams)


def _doubted(shuffler: ShufflerState, why: str, compare: int) -> ShufflerState:
    return replace(shuffler, doubt=why, compare=compare)


def _given_out(state: TableState, body: DeckDelivered) -> TableState:
    """It counts what it gives out, as it was asked to."""
    if body.counted != DECK:
        return state

    def out(deck: Deck) -> Deck:
        asked = {state.shuffler.deliver, deck.proof.proved if deck.proof else 0} - {0}
        return replace(deck, uncounted=False) if deck.back is body.back and body.order in asked else deck

    return replace(state, decks=tuple(map(out, state.decks)))


def _compared(state: TableState, body: ShufflerReconciled) -> TableState:
    missed = reconciliation.missed(state) if reconciliation.proves_all_out(state, body) else ()
    out = (replace(deck, uncounted=False) if deck in missed else deck for deck in state.decks)
    return replace(state, decks=tuple(out)) if missed else state
