"""Checking PINs, with lock-out: a wrong PIN is recorded before it is refused. Also carries PINs to a new journal."""

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
from firmware_host.table.acts.intent import Act, Answer, Intent, Refused, Via
from firmware_host.table.floor.pin_lockout import locked_out
from firmware_host.table.state.table import TableState

TRIES = 10
"""Facts come no faster than people act: an act that misses the turn twice is rare, one that misses ten is not seen."""


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
        answer = await self.submit(act, actor="host", role=Role.HOST)
        return answer.refusal if isinstance(answer, Refused) else None

    async def submit(self, act: Act, *, actor: str, role: Role) -> Answer:
        """
        Submit an act on the newest fact; again where another fact was being written meanwhile.

        Who asks here sees no table that could have moved on: what must not have changed is checked by the caller.
        """
        answer = await self._table.submit(self._intent(act, actor=actor, role=role))
        for _ in range(TRIES):
            if not isinstance(answer, Refused) or answer.refusal.code is not Code.OUT_OF_DATE:
                break
            answer = await self._table.submit(self._intent(act, actor=actor, role=role))
        return answer

    def _intent(self, act: Act, *, actor: str, role: Role) -> Intent:
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
        reason=f"wrong PIN for {person}",
        allowed_by="enter the right PIN; after three wrong PINs, each further one makes the wait longer",
    )


class OldPins:
    """The PINs of an old record, read only. No lock-out: a person who can try PINs here has the hashes anyway."""

    def __init__(self, folder: Path, pepper_file: Path) -> None:
        """Read the PINs and the pepper. Raises `UserError` for an invalid file."""
        self._kept = pins.read(folder)
        key = pepper.read(pepper_file)
        self.key = key if key is not None and pepper.fingerprint(key) == self._kept.pepper else None
        """The pepper of these PINs; None if it is missing, so that no PIN can be checked."""

    def are(self, person: str, pin: str, *, of: str) -> bool:
        """Return whether this is the PIN that fact `of` set."""
        given = self._kept.pins.get(person)
        if given is None or self.key is None or given.of != of:
            return False
        return pins.matches(self.key, person, pin, given.hash)

    def carry(self, folder: Path, pepper_file: Path, of: Mapping[str, tuple[str, str]]) -> tuple[str, ...]:
        """
        Copy the PINs to the folder of a new record; return the people whose PINs were copied.

        `of` has, for each person, the fact that set the PIN in the old and in the new journal.
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
        raise UserError(
            f"{path} holds a pepper that belongs to other PINs; move the file away, or give another path with --pepper"
        )
