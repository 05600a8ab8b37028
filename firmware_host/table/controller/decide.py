"""Starting the controller; what it hears of its devices and of its clock."""

from typing import assert_never

from firmware_host.rules.answers import Draft
from firmware_host.table import deadlines
from firmware_host.table.contract import Intent
from firmware_host.table.controller import configuring
from firmware_host.table.controller.acts import (
    AdoptConfiguration,
    ControllerAct,
    PassDeadline,
    RestoreJournal,
    SenseDevice,
    Start,
)
from firmware_host.table.controller.bodies import (
    ConfigurationAdopted,
    DeviceCameUp,
    DeviceWentDown,
    HostStarted,
    JournalOpened,
)
from firmware_host.table.controller.restoring import restore
from firmware_host.table.drafts import Decision, Drafts
from firmware_host.table.shuffler.fold import PAIRED_ANEW
from firmware_host.table.shuffler.state import DEVICE as SHUFFLER
from firmware_host.table.shuffler.touching import touched, unwatched
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: ControllerAct) -> Decision:
    """Answer what the host and its devices tell."""
    match act:
        case Start():
            return _start(state, act)
        case RestoreJournal():
            return restore(state, act)
        case SenseDevice():
            return _sense_device(state, act)
        case PassDeadline(name=name):
            return deadlines.passed(state, name, intent.at)
        case AdoptConfiguration():
            return configuring.adopt(state, act)
        case _:
            assert_never(act)


def _start(state: TableState, act: Start) -> Drafts:
    """
    Open a new journal with the configuration in force, or go on with an old one.

    On an old journal what the file says otherwise is offered, not put in force; whatever is wired up now, nobody read
    lamps while there was no controller.
    """
    started = Draft(body=HostStarted(software=act.software, day_starts=act.day_starts), paragraphs=())
    if state.config is not None:
        return (started, *unwatched(state), *configuring.offered(state, act.config))
    opened = (Draft(body=JournalOpened(), paragraphs=()),) if state.last == 0 else ()
    adopted = Draft(body=ConfigurationAdopted(config=act.config), paragraphs=())
    return (*opened, started, adopted)


def _sense_device(state: TableState, act: SenseDevice) -> Drafts:
    """
    Follow a device. To a shuffler of another pairing no order of before is given: it would not know that it has been.

    So the deck inside is put in again, by another order (I-8).
    """
    if state.devices.get(act.device) is act.up:
        return ()
    if not act.up:
        down = Draft(body=DeviceWentDown(device=act.device, detail=act.detail), paragraphs=())
        return (down, *(unwatched(state) if act.device == SHUFFLER else ()))
    came = DeviceCameUp(device=act.device, detail=act.detail, pairing=act.pairing)
    anew = bool(act.pairing) and act.pairing != state.shuffler.pairing
    return (Draft(body=came, paragraphs=()), *(touched(state, PAIRED_ANEW) if anew else ()))
