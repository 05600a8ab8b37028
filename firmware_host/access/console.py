"""The console of a running controller: people, command keys and PINs, and decisions by two people."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import assert_never

import msgspec

from firmware_host import json_errors
from firmware_host.access import two_people
from firmware_host.access.console_messages import (
    AddKey,
    AddPerson,
    DecideByTwo,
    Done,
    Keys,
    Listed,
    ListedKey,
    ListKeys,
    ListPeople,
    No,
    People,
    ReadSituation,
    Reply,
    Request,
    ResetPin,
    RevokeKey,
    RevokePerson,
)
from firmware_host.access.pin_check import PinCheck, pin_of
from firmware_host.access.pins import Pins, what_is_wrong
from firmware_host.errors import UserError
from firmware_host.host.intents import TableWithState
from firmware_host.line_socket import Caller, LineSocket
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.table.acts import floor
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.intent import Act, Refused
from firmware_host.table.state.people import known

ROOT = "root"
"""The actor in the record for root at the console, who gives no name."""

HOW_TO_BE_TWO = (
    "add --and NAME, a second casino supervisor; if there is only one, root names the second: "
    "firmware-host people add NAME --role casino-supervisor"
)

FILE = "console.socket"
ROOT_UID = 0
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


class Registrar:
    """Carries out the requests of the console, one after the other."""

    def __init__(self, *, table: TableWithState, pins: Pins, checking: PinCheck) -> None:
        """Create one for each table."""
        self._table = table
        self._pins = pins
        self._checking = checking
        self._one = asyncio.Lock()

    async def answer(self, request: Request, *, root: bool) -> Reply:
        """Carry out a request or refuse it; `root` is whether the caller is root, as the kernel reports."""
        async with self._one:
            try:
                return await self._answer(request, root=root)
            except UserError as trouble:
                return _refuse(Code.STOPPED, str(trouble), "correct the request and repeat it")

    async def _answer(self, request: Request, *, root: bool) -> Reply:
        match request:
            case ListPeople():
                return await self._list()
            case ListKeys():
                return self._list_keys()
            case AddKey(public=public, person=actor, role=role):
                act = floor.EnrolKey(public=public, actor=actor, role=role)
                return await self._unauthorised(request, root=root) or await self._decided(act, request)
            case RevokeKey(key=key):
                return await self._unauthorised(request, root=root) or await self._submit(
                    floor.RevokeKey(key=key), request.by
                )
            case ReadSituation():
                return two_people.situation(self._table.state)
            case DecideByTwo():
                return await two_people.decide(self._table, self._checking, request)
            case AddPerson():
                return await self._unauthorised(request, root=root) or await self._add(request)
            case RevokePerson():
                return await self._unauthorised(request, root=root) or await self._revoke(request)
            case ResetPin():
                return await self._unauthorised(request, root=root) or await self._reset(request)
            case _:
                assert_never(request)

    async def _list(self) -> People:
        given = await self._pins.given()
        return People(
            pepper=str(self._pins.pepper_file),
            people=tuple(
                Listed(
                    person=name,
                    roles=person.roles,
                    revoked=person.revoked,
                    has_pin=given.get(name) == pin_of(self._table.state, name),
                    wrong_pins=person.wrong_pins,
                )
                for name, person in sorted(self._table.state.people.items())
            ),
        )

    def _list_keys(self) -> Keys:
        return Keys(
            keys=tuple(
                ListedKey(key=name, public=key.public, actor=key.actor, role=key.role, revoked=key.revoked)
                for name, key in sorted(self._table.state.keys.items())
            )
        )

    async def _unauthorised(
        self, request: AddPerson | RevokePerson | ResetPin | AddKey | RevokeKey, *, root: bool
    ) -> No | None:
        """Check the PINs of the people in `by` and `second`; without a name the caller must be root."""
        if request.by is not None:
            refusal = await self._checking.refused(request.by, request.by_pin)
            if refusal is None and request.second is not None:
                refusal = await self._checking.refused(request.second, request.second_pin)
            return None if refusal is None else No(refusal=refusal)
        if root and request.second is None:
            return None
        return _refuse(
            Code.NOT_YOUR_ROLE, "only root may leave --by out", "give --by NAME, a casino supervisor with a PIN"
        )

    async def _add(self, request: AddPerson) -> Reply:
        act: floor.EnrolPerson | floor.BeginTrust = floor.EnrolPerson(person=request.person, roles=request.roles)
        if request.by is None:
            act = floor.BeginTrust(person=request.person, roles=request.roles)
        if known(self._table.state, request.person) is None:
            return await self._with_pin(act, request, request.pin or "")
        if request.pin is None:
            return await self._decided(act, request)
        return _refuse(
            Code.NOT_NOW,
            f"{request.person} is enrolled already and has a PIN",
            f"use `firmware-host people reset-pin {request.person} --by {request.by or 'NAME'} --and NAME`",
        )

    async def _revoke(self, request: RevokePerson) -> Reply:
        reply = await self._submit(floor.RevokePerson(person=request.person), request.by)
        if isinstance(reply, Done):
            await self._pins.take(request.person)
        return reply

    async def _reset(self, request: ResetPin) -> Reply:
        if request.by is None:
            # Otherwise root could act in any person's name without a trace; revoking and enrolling again leaves one.
            return _refuse(
                Code.NOT_YOUR_ROLE, "root alone may not reset a PIN", "give --by NAME, a casino supervisor with a PIN"
            )
        return await self._with_pin(floor.ResetPin(person=request.person), request, request.pin)

    async def _with_pin(
        self, act: floor.EnrolPerson | floor.BeginTrust | floor.ResetPin, request: AddPerson | ResetPin, pin: str
    ) -> Reply:
        wrong = what_is_wrong(pin)
        if wrong:
            return _refuse(Code.WRONG_PIN, wrong, "choose another PIN")
        reply = await self._decided(act, request)
        if isinstance(reply, Done):
            await self._pins.give(request.person, pin, of=pin_of(self._table.state, request.person))
        return reply

    async def _decided(self, act: Approvable | floor.BeginTrust, request: AddPerson | ResetPin | AddKey) -> Reply:
        """Submit the act as the one person, or as a request that the second person approves at once."""
        if request.by is None or request.second is None or isinstance(act, floor.BeginTrust):
            reply = await self._submit(act, request.by)
            if isinstance(reply, No) and reply.refusal.code is Code.TWO_PEOPLE_NEEDED:
                return _refuse(Code.TWO_PEOPLE_NEEDED, reply.refusal.reason, HOW_TO_BE_TWO)
            return reply
        people = (request.by, request.second)
        agreed = await two_people.agree(self._table, self._checking, act, why="at the console", people=people)
        return No(refusal=agreed) if isinstance(agreed, Refusal) else Done(numbers=agreed.facts[1:])

    async def _submit(self, act: Act, by: str | None) -> Reply:
        role = Role.HOST if by is None else Role.CASINO_SUPERVISOR
        answer = await self._checking.submit(act, actor=by or ROOT, role=role)
        return No(refusal=answer.refusal) if isinstance(answer, Refused) else Done(numbers=answer.numbers)


def _refuse(code: Code, reason: str, allowed_by: str) -> No:
    return No(refusal=Refusal(code=code, reason=reason, allowed_by=allowed_by))


class Console:
    """The console socket. It accepts root and the controller's own account, as the kernel reports them."""

    def __init__(self, *, folder: Path, registrar: Registrar, root_uid: int = ROOT_UID) -> None:
        """`async with opened()` creates the socket."""
        self._path = folder / FILE
        self._registrar = registrar
        self._root_uid = root_uid

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Serve within the `async with`."""
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(LineSocket(self._path, self._line).opened())
            except OSError as error:
                raise UserError(f"cannot create the console socket {self._path} ({error.strerror})") from None
            yield

    async def _line(self, line: bytes, caller: Caller) -> bytes:
        return msgspec.json.encode(await self._reply(line, caller))

    async def _reply(self, line: bytes, caller: Caller) -> Reply:
        if caller.uid not in (self._root_uid, os.geteuid()):
            return _refuse(
                Code.NOT_YOUR_ROLE,
                "this account may not send requests to the controller",
                "run the command as root or as the controller's own account",
            )
        try:
            request = _requests.decode(line)
        except json_errors.UNREADABLE:
            # The error is not repeated, as it may contain a PIN.
            return _refuse(
                Code.UNREADABLE, "the controller cannot read this request", "use a `firmware-host` of the same version"
            )
        return await self._registrar.answer(request, root=caller.uid == self._root_uid)
