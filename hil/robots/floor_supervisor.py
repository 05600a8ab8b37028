"""The robot floor: the two people who make the decisions that require two people."""

import asyncio
from pathlib import Path
from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.roles import ON_DUTY
from firmware_host.rules.round_acts import VoidRound
from firmware_host.table.acts.approvals import Approve, RequestApproval
from firmware_host.table.acts.decks import Recount
from firmware_host.table.acts.floor import ClearAlert
from firmware_host.table.acts.intent import Accepted, Act, Refused, TableStep
from firmware_host.table.acts.shuffler import OrderReconciliation
from firmware_host.table.floor.approvals import THEIRS
from firmware_host.table.view import View
from hil.commissioning import FLOOR, PIN, PIT
from hil.local_api_client import DoorClient
from hil.shuffler.bench_shuffler import BenchShuffler
from hil.shuffler.shuffler_actions import look_into


class RobotFloor:
    """
    Reacts to each view passed to `see`; acts only through the steps that the table offers.

    Rounds dealt from a doubtful deck are voided, held decks are counted, the shuffler compares its cards after it was
    checked, and alerts that are over are cleared. While it `rests` it only watches: the fault must be repaired first.
    """

    def __init__(self, door: Path, shuffler: BenchShuffler | None = None) -> None:
        """Connect through the local socket, with PINs; acts of the dealer are requested as the dealer."""
        self._shuffler = shuffler
        self._doors = {
            Role.DEALER: DoorClient(door, actor="dealer-1"),
            Role.FLOORPERSON: DoorClient(door, actor=FLOOR, pin=PIN),
            Role.CASINO_SUPERVISOR: DoorClient(door, actor=PIT, pin=PIN),
        }
        self._views: asyncio.Queue[View] = asyncio.Queue()
        self._asked: set[tuple[str, int]] = set()
        self._rests = False
        self._answered = 0
        """The newest fact recorded for these two; older views are ignored."""
        self.refused: list[Refusal] = []
        """Final refusals by the table; empty if both work, because the robot does only what is offered."""

    def pause(self) -> None:
        """Stop acting while a fault is not repaired."""
        self._rests = True

    def resume(self) -> None:
        """Act again after a repair."""
        self._rests = False

    def see(self, view: View) -> None:
        """Take in a new view of the table."""
        self._views.put_nowait(view)

    async def run(self) -> None:
        """Act until cancelled."""
        try:
            while True:
                view = await self._views.get()
                while not self._views.empty():
                    view = self._views.get_nowait()
                if not self._rests and view.seen >= self._answered:
                    await self._look(view)
        finally:
            for door in self._doors.values():
                door.close()

    async def _look(self, view: View) -> None:
        for step in view.steps:
            role = _whose(step)
            if role is not None and (once := (repr(step.act), view.turn)) not in self._asked:
                self._asked.add(once)
                if isinstance(step.act, OrderReconciliation) and self._shuffler is not None:
                    await look_into(self._shuffler)
                if not await self._ask(_counted(step.act), role, seen=view.seen):
                    # The table had moved on; try again with the next view.
                    self._asked.discard(once)
                return

    async def _ask(self, act: Act, role: Role, *, seen: int) -> bool:
        answer = await self._doors[role].ask(act, seen=seen, role=role)
        match answer:
            case Accepted(numbers=numbers):
                self._answered = max((self._answered, *numbers))
                return True
            case Refused(refusal=refusal) if refusal.code not in (Code.OUT_OF_DATE, Code.NOT_NOW):
                self.refused.append(refusal)
                return True
            case Refused():
                return False
            case _:
                assert_never(answer)


def _counted(act: Act) -> Act:
    """Type the number of the cards: the decks of this table are whole."""
    if isinstance(act, RequestApproval) and isinstance(act.act, Recount):
        return replace(act, act=replace(act.act, counted=DECK))
    return act


def _whose(step: TableStep) -> Role | None:
    """Return the role that does this step; None if these two leave it to others."""
    match step.act:
        case OrderReconciliation():
            return Role.DEALER
        case ClearAlert():
            return Role.FLOORPERSON if step.role in ON_DUTY else Role.CASINO_SUPERVISOR
        case Approve():
            return Role.CASINO_SUPERVISOR
        case RequestApproval(act=VoidRound(why=why)) if why != THEIRS:
            return Role.FLOORPERSON
        case RequestApproval(act=Recount()):
            return Role.FLOORPERSON
        case _:
            return None
