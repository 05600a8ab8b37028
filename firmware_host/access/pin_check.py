"""A PIN checked, with the lock-out: one at a time, and a wrong one is a fact before anybody hears that it was."""

import asyncio
import secrets
from collections.abc import Mapping
from pathlib import Path

from firmware_host.access import pepper, pins
from firmware_host.access.pins import PinFile, PinHash, Pins
from firmware_host.errors import UserError
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


class OldPins:
    """The PINs beside a record that is only read. Whoever can try one here has the hashes and the pepper anyway."""

    def __init__(self, folder: Path, pepper_file: Path) -> None:
        """Read them. Raises `UserError` for a file that is none of ours."""
        self._kept = pins.read(folder)
        key = pepper.read(pepper_file)
        self.key = key if key is not None and pepper.fingerprint(key) == self._kept.pepper else None
        """The pepper they were made with; none where it is not there, and nobody can check them."""

    def are(self, person: str, pin: str, *, of: str) -> bool:
        """Say whether this is the PIN that was given with fact `of`."""
        given = self._kept.pins.get(person)
        if given is None or self.key is None or given.of != of:
            return False
        return pins.matches(self.key, person, pin, given.hash)

    def carry(self, folder: Path, pepper_file: Path, of: Mapping[str, tuple[str, str]]) -> tuple[str, ...]:
        """
        Let the PINs hold beside a new record; return whose do.

        `of` has each person's fact that gave the PIN, in the old and in the new journal.
        """
        if self.key is None:
            return ()
        holding = {
            name: PinHash(of=new, hash=self._kept.pins[name].hash)
            for name, (old, new) in of.items()
            if name in self._kept.pins and self._kept.pins[name].of == old
        }
        if holding:
            _put(pepper_file, self.key, like=folder)
            pins.write(folder, PinFile(pepper=pepper.fingerprint(self.key), pins=holding))
        return tuple(sorted(holding))


def _put(path: Path, key: bytes, *, like: Path) -> None:
    there = pepper.read(path)
    if there is None:
        pepper.keep(path, key, like=like)
    elif there != key:
        raise UserError(f"{path} is the pepper of other PINs; move it away, or name the right one with --pepper")
