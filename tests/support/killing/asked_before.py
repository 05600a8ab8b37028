"""
Something asked at a table that then goes on until the file of the record is sealed.

As a program it does that, prints the intent with its answer, and kills itself, as a power cut would.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from firmware_host.journal.segments import listed
from firmware_host.rules.decision import Role
from firmware_host.table.acts.approvals import Approve, Decline, RequestApproval
from firmware_host.table.acts.decks import OverrideGate
from firmware_host.table.acts.floor import AcknowledgeAlert, CallFloor, ClearAlert, EndFloorCall, RevokePerson
from firmware_host.table.acts.intent import Accepted, Act, Answer, Intent, Refused, Via
from firmware_host.table.acts.shuffler import SenseRestart
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back
from tests.worlds.busy_table import BusyTable, busy_table
from tests.worlds.opening import EVERYBODY, SECOND_SUPERVISOR, opening, trusted, trusted_too, usual_actor
from tests.worlds.pure_table import configuration, usual_asker

SECOND = "pit-1"
"""Who approves; enrolled where the first answer is to be granted."""

OPENED = opening(configuration())

ENROLLED = trusted_too(SECOND)

DOWN, UP = (SenseDevice(device="puck", up=up, detail="its cable") for up in (False, True))

WANTED = RequestApproval(act=OverrideGate(back=Back.BLUE, why="no shuffler"), why="no shuffler")


Before = tuple[Act, ...]

Asked = Callable[[TableState], Act]


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """What is done first, what is asked then, and what is done afterwards, so that it could be granted."""

    first: Before
    asked: Asked
    afterwards: Before = ()
    is_granted: bool = True
    actor: str = EVERYBODY


def _acknowledged(state: TableState) -> Act:
    return AcknowledgeAlert(alert=state.alerts[-1].number)


def _cleared(state: TableState) -> Act:
    return ClearAlert(alert=state.alerts[-1].number)


def _approved(state: TableState) -> Act:
    return Approve(request=state.approvals[-1].number)


def _declined(state: TableState) -> Act:
    return Decline(request=state.approvals[-1].number, why="the shuffler is back")


BY_PEOPLE = {
    "an alert is acknowledged": Asking(first=(DOWN,), asked=_acknowledged),
    "an alert cannot be cleared yet": Asking(first=(DOWN,), asked=_cleared, afterwards=(UP,), is_granted=False),
    "two people agree": Asking(first=(*OPENED, ENROLLED, WANTED), asked=_approved, actor=SECOND),
    "the second declines": Asking(first=(*OPENED, ENROLLED, WANTED), asked=_declined, actor=SECOND),
    "nobody knows the second": Asking(
        first=(*OPENED, trusted_too(), WANTED),
        asked=_approved,
        afterwards=(RevokePerson(person=SECOND_SUPERVISOR), ENROLLED),
        is_granted=False,
        actor=SECOND,
    ),
}

BY_DEVICES = {"the shuffler has lost its power": Asking(first=(), asked=lambda _: SenseRestart(), actor="shuffler")}

EVERYTHING = BY_PEOPLE | BY_DEVICES


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked, and its first answer."""

    intent: Intent
    answer: Accepted | Refused


async def asked_before(table: BusyTable, folder: Path, asking: Asking) -> Told:
    """Ask it, and go on until the file of the record in which it was answered is sealed."""
    for act in (trusted(), *asking.first):
        assert isinstance(await done(table, act), Accepted), act
    intent = intent_of(table, asking.asked(table.host.state), "asked-before", actor=asking.actor)
    answer = await table.host.submit(intent)
    assert isinstance(answer, Accepted) is asking.is_granted, answer
    files = len(listed(folder))
    while len(listed(folder)) == files:
        await done(table, EndFloorCall() if table.host.state.floor_called else CallFloor())
    for act in (*asking.afterwards, CallFloor()):
        await done(table, act)
    return Told(intent=intent, answer=answer)


async def done(table: BusyTable, act: Act) -> Answer:
    await table.clock.advance(1_000)
    return await table.host.submit(intent_of(table, act, f"does:{table.host.state.last}", actor=usual_actor(act)))


def intent_of(table: BusyTable, act: Act, id_: str, *, actor: str) -> Intent:
    role, via = usual_asker(act)
    usual = Intent(id=id_, actor=actor, role=role, via=via, at=table.clock.stamp(), seen=table.host.state.last, act=act)
    if isinstance(act, RequestApproval):
        return replace(usual, role=Role.FLOORPERSON)
    if isinstance(act, AcknowledgeAlert | ClearAlert):
        return replace(usual, role=Role.FLOORPERSON, via=Via.MQTT)
    return replace(usual, role=Role.CASINO_SUPERVISOR) if isinstance(act, Approve | Decline) else usual


async def _asked_and_killed(folder: Path, what: str) -> None:
    async with busy_table(folder) as table:
        told = await asked_before(table, folder, EVERYTHING[what])
        sys.stdout.buffer.write(msgspec.json.encode(told))
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(_asked_and_killed(Path(sys.argv[1]), sys.argv[2]))
