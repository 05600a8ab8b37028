"""The controller's start, and reports of devices coming up and going down."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.table.acts.system import SenseDevice, Start
from firmware_host.table.answering import answers
from firmware_host.table.clocks import first_seen
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Decision, Drafts, Fact
from firmware_host.table.facts.system import (
    ConfigurationAdopted,
    ConfigurationAgrees,
    ConfigurationDiffers,
    ControllerBody,
    DeviceCameUp,
    DeviceWentDown,
    HostStarted,
    JournalOpened,
    ProgramChecked,
)
from firmware_host.table.shuffler.shuffler_folds import PAIRED_ANEW, came_back, went_away
from firmware_host.table.state import stub
from firmware_host.table.state.decks import Deck
from firmware_host.table.state.dice import DEVICE, DiceState
from firmware_host.table.state.proof_loss import touched, unwatched
from firmware_host.table.state.table import Candidate, TableState
from firmware_host.table.system import configuration, program
from firmware_host.table.terms import DEVICE as SHUFFLER
from firmware_host.table.terms import Grade, Pins


def other_pins(state: TableState, pins: Pins, factory: str) -> Refusal | None:
    """Refuse simulated pins for a record begun on real ones, and the reverse."""
    if Pins.UNKNOWN in (state.pins, pins) or pins is state.pins:
        return None
    now = "is real" if pins is Pins.REAL else "simulates them"
    return refuse(
        f"this record was begun with {state.pins} GPIO pins, but the pin factory {factory} {now}",
        f"give another --data folder, or use the pin factory used before (unset {FACTORY_VARIABLE} for real pins)",
        code=Code.CONFIGURATION_DIFFERS,
    )


FACTORY_VARIABLE = "GPIOZERO_PIN_FACTORY"


@answers(Start)
def start(state: TableState, act: Start) -> Decision:
    """
    Open a new journal with this configuration, or continue an existing one.

    On an existing journal a changed configuration is offered, not put in force. Shuffles witnessed by their lamps lose
    their proof, because no one read the lamps while the controller was off.
    """
    refusal = other_pins(state, act.pins, act.factory)
    if refusal is not None:
        return refusal
    started = draft(
        HostStarted(
            software=act.software,
            day_starts=act.day_starts,
            pins=act.pins,
            factory=act.factory,
            chip=act.chip,
            port=act.port,
            house_key=act.house_key,
        )
    )
    if state.config is not None:
        return (started, *unwatched(state), *configuration.offered(state, act.config))
    opened = (draft(JournalOpened()),) if state.last == 0 else ()
    adopted = draft(ConfigurationAdopted(config=act.config))
    return (*opened, started, adopted)


@answers(SenseDevice)
def sense_device(state: TableState, act: SenseDevice) -> Drafts:
    """
    Record a device coming up or going down.

    A newly paired shuffler does not know whether it carried out earlier orders, so they are not repeated: the deck
    inside has to be put in again, for a new order (I-8).
    """
    barred = act.device == SHUFFLER and act.up and act.pairing == state.shuffler.barred
    if state.devices.get(act.device) is act.up or barred:
        return ()
    if not act.up:
        down = draft(DeviceWentDown(device=act.device, detail=act.detail))
        return (down, *(unwatched(state) if act.device == SHUFFLER else ()))
    came = DeviceCameUp(device=act.device, detail=act.detail, pairing=act.pairing)
    anew = bool(act.pairing) and act.pairing != state.shuffler.pairing
    return (draft(came), *(touched(state, PAIRED_ANEW) if anew else ()))


def folded(state: TableState, body: ControllerBody, fact: Fact) -> TableState:
    """Fold a fact about the controller."""
    match body:
        case JournalOpened(pins=pins):
            return replace(state, pins=pins)
        case HostStarted(pins=pins):
            return replace(_started(state, fact), pins=state.pins if pins is Pins.UNKNOWN else pins)
        case ConfigurationAdopted(config=config):
            return _adopted(state, config)
        case ConfigurationDiffers(config=config):
            return replace(state, candidate=Candidate(number=fact.number, config=config))
        case ConfigurationAgrees():
            return replace(state, candidate=None)
        case DeviceCameUp(device=device, pairing=pairing):
            came = came_back(state.shuffler, pairing, fact.number) if device == SHUFFLER else state.shuffler
            return replace(state, devices={**state.devices, device: True}, shuffler=came)
        case DeviceWentDown(device=device):
            dice = _unseen(state.dice) if device == DEVICE else state.dice
            went = went_away(state.shuffler, state.config) if device == SHUFFLER else state.shuffler
            return replace(state, devices={**state.devices, device: False}, dice=dice, shuffler=went)
        case ProgramChecked():
            return replace(state, program=program.folded(state.program, body), program_checked=True)
        case _:
            assert_never(body)


def _started(state: TableState, fact: Fact) -> TableState:
    """Reset everything that only sensors know."""
    return replace(
        state,
        started=fact.number,
        started_at=fact.at,
        devices={},
        program_checked=False,
        puck_known=False,
        dice=_unseen(state.dice),
        shuffler=replace(state.shuffler, offered=None),
        clocks=state.clocks or first_seen(fact.at),
    )


def _adopted(state: TableState, config: TableConfig) -> TableState:
    """Apply a configuration: keep known decks, and hand shuffling if it is still accepted."""
    state = replace(state, config=config, adopted=config, candidate=None)
    if config.mini_dice is not None:
        return replace(state, decks=(), dice=_offering_anew(state.dice))
    if state.last_used is not None and state.last_used not in config.decks:
        # The deck used last is gone: either deck may be next, and there is no stub of it to count (14.6(e)4).
        state = replace(stub.gone(state), last_used=None)
    decks = tuple(state.deck(back) or Deck(back=back) for back in config.decks)
    by_hand = state.hand_approved and Grade.BY_HAND in config.accepts
    return replace(state, decks=decks, dice=None, hand_approved=by_hand)


def _unseen(dice: DiceState | None) -> DiceState | None:
    """Reset the shaker's place, which may change while the sensors do not report."""
    return None if dice is None else replace(dice, docked=None)


def _offering_anew(dice: DiceState | None) -> DiceState:
    """Forget the last shake, which was settled at other odds and can no longer be amended."""
    return DiceState() if dice is None else replace(dice, last=None)
