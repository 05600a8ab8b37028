"""A PIN checked, with the lock-out: one at a time, and a wrong one is a fact before anybody hears that it was."""

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
    """Return the name of the fact with which the person's PIN was given."""
    return f"{state.journal}:{state.people[person].pin_of}"


class PinCheck:
    """Asks the table who may try, and tells it what came of that."""

    def __init__(self, *, table: TableWithState, pins: Pins, clock: Clock) -> None:
        """Store; use it on one event loop."""
        self._table = table
        self._pins = pins
        self._clock = clock
        self._one = asyncio.Lock()

    async def refused(self, person: str, pin: str) -> Refusal | None:
        """Return none where this is the PIN of somebody who is enrolled and not locked out."""
        async with self._one:
            refusal = locked_out(self._table.state, person, self._clock.stamp())
            if refusal is not None:
                return refusal
            if await self._pins.are(person, pin, of=pin_of(self._table.state, person)):
                return await self._right(person)
            return await self.tell(ReportWrongPin(person=person)) or _wrong(person)

    async def tell(self, act: Act) -> Refusal | None:
        """Say something as the controller itself; return why not, if not."""
        answer = await self._table.submit(self.intent(act, actor="host", role=Role.HOST))
        return answer.refusal if isinstance(answer, Refused) else None

    def intent(self, act: Act, *, actor: str, role: Role) -> Intent:
        """Return the intent of somebody who sees the table as it is."""
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
        """Only where wrong ones came before it is there anything to tell."""
        known = self._table.state.people[person]
        return await self.tell(ReportRightPin(person=person)) if known.wrong_pins else None


def _wrong(person: str) -> Refusal:
    return Refusal(
        code=Code.WRONG_PIN,
        reason=f"this is not the PIN of {person}",
        allowed_by="the right one; after three wrong ones each is waited for longer",
    )
