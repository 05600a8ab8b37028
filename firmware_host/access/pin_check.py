"""Checking a PIN, with lock-out: one check at a time, and a wrong PIN is recorded before it is refused."""

import asyncio
import secrets

from firmware_host.access.pins import Pins
from firmware_host.host.clock import Clock
from firmware_host.host.intents import TableWithState
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.table.acts.floor import ReportRightPin, ReportWrongPin
from firmware_host.table.acts.intent import Act, Intent, Refused, Via
from firmware_host.table.floor.people import locked_out
from firmware_host.table.state.table import TableState


def pin_of(state: TableState, person: str) -> str:
    """Return the name of the fact that set the person's PIN."""
    return f"{state.journal}:{state.people[person].pin_of}"


class PinCheck:
    """Asks the table whether a person is locked out, and reports right and wrong PINs to it."""

    def __init__(self, *, table: TableWithState, pins: Pins, clock: Clock) -> None:
        """Use it on one event loop only."""
        self._table = table
        self._pins = pins
        self._clock = clock
        self._one = asyncio.Lock()

    async def refused(self, person: str, pin: str) -> Refusal | None:
        """Return None if the person is enrolled and not locked out and the PIN is right; else the refusal."""
        async with self._one:
            refusal = locked_out(self._table.state, person, self._clock.stamp())
            if refusal is not None:
                return refusal
            if await self._pins.are(person, pin, of=pin_of(self._table.state, person)):
                return await self._right(person)
            return await self.tell(ReportWrongPin(person=person)) or _wrong(person)

    async def tell(self, act: Act) -> Refusal | None:
        """Submit an act as the controller itself; return the refusal, if any."""
        answer = await self._table.submit(self.intent(act, actor="host", role=Role.HOST))
        return answer.refusal if isinstance(answer, Refused) else None

    def intent(self, act: Act, *, actor: str, role: Role) -> Intent:
        """Return an intent on the newest fact."""
        return Intent(
            id=f"people:{secrets.token_hex(8)}",
            actor=actor,
            role=role,
            via=Via.SCRIPT,
            at=self._clock.stamp(),
            seen=self._table.state.last,
            act=act,
        )

    async def _right(self, person: str) -> Refusal | None:
        """Report a right PIN only after wrong ones, whose count it resets."""
        known = self._table.state.people[person]
        return await self.tell(ReportRightPin(person=person)) if known.wrong_pins else None


def _wrong(person: str) -> Refusal:
    return Refusal(
        code=Code.WRONG_PIN,
        reason=f"this is not the PIN of {person}",
        allowed_by="enter the right PIN; after three wrong ones each further wrong PIN means a longer wait",
    )
