"""
Does what `firmware-host people` asks: the fact first, then the PIN.

A PIN holds only with the fact that gave it (`Person.pin_of`), so a crash between the two leaves somebody without a PIN,
which a reset mends; never a PIN that no fact tells of, nor an old one that still opens.
"""

import asyncio
from typing import assert_never

from firmware_host.people import pin as rules
from firmware_host.people.asked import (
    AddKey,
    AddPerson,
    Done,
    Keys,
    Listed,
    ListedKey,
    ListKeys,
    ListPeople,
    No,
    People,
    Reply,
    Request,
    ResetPin,
    RevokeKey,
    RevokePerson,
)
from firmware_host.people.checking import Checking, Table, pin_of
from firmware_host.people.pins import Pins
from firmware_host.rules.answers import Code, Refusal, Role
from firmware_host.table.acts import Act
from firmware_host.table.contract import Refused
from firmware_host.table.keys import acts as keys
from firmware_host.table.people import acts
from firmware_host.table.people.registry import known
from firmware_host.trouble import Trouble

ROOT = "root"
"""Who acts at the console without a name of the record."""


class Registrar:
    """One for each table; asked again meanwhile, it does one thing after the other."""

    def __init__(self, *, table: Table, pins: Pins, checking: Checking) -> None:
        """Store."""
        self._table = table
        self._pins = pins
        self._checking = checking
        self._one = asyncio.Lock()

    async def answer(self, request: Request, *, root: bool) -> Reply:
        """Do it, or say why not; `root` is whether the kernel says that it is root who asks."""
        async with self._one:
            try:
                return await self._answer(request, root=root)
            except Trouble as trouble:
                return _no(Code.STOPPED, str(trouble), "that being mended")

    async def _answer(self, request: Request, *, root: bool) -> Reply:
        match request:
            case ListPeople():
                return await self._list()
            case ListKeys():
                return self._list_keys()
            case AddKey(public=public, person=actor, role=role):
                act = keys.EnrolKey(public=public, actor=actor, role=role)
                return await self._not_theirs(request, root=root) or await self._tell(act, request.by)
            case RevokeKey(key=key):
                return await self._not_theirs(request, root=root) or await self._tell(
                    keys.RevokeKey(key=key), request.by
                )
            case AddPerson():
                return await self._not_theirs(request, root=root) or await self._add(request)
            case RevokePerson():
                return await self._not_theirs(request, root=root) or await self._revoke(request)
            case ResetPin():
                return await self._not_theirs(request, root=root) or await self._reset(request)
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

    async def _not_theirs(
        self, request: AddPerson | RevokePerson | ResetPin | AddKey | RevokeKey, *, root: bool
    ) -> No | None:
        """Whoever is named gives a PIN; whoever is not has to be root."""
        if request.by is not None:
            refusal = await self._checking.refused(request.by, request.by_pin)
            return None if refusal is None else No(refusal=refusal)
        if root:
            return None
        return _no(
            Code.NOT_YOUR_ROLE, "only root acts here without a name", "--by NAME, a casino supervisor with a PIN"
        )

    async def _add(self, request: AddPerson) -> Reply:
        act: Act = acts.EnrolPerson(person=request.person, roles=request.roles)
        if request.by is None:
            act = acts.BeginTrust(person=request.person, roles=request.roles)
        if known(self._table.state, request.person) is None:
            return await self._with_pin(act, request, request.pin or "")
        if request.pin is None:
            return await self._tell(act, request.by)
        return _no(
            Code.NOT_NOW,
            f"{request.person} is enrolled already and has a PIN",
            f"firmware-host people reset-pin {request.person} --by {request.by or 'NAME'}",
        )

    async def _revoke(self, request: RevokePerson) -> Reply:
        reply = await self._tell(acts.RevokePerson(person=request.person), request.by)
        if isinstance(reply, Done):
            await self._pins.take(request.person)
        return reply

    async def _reset(self, request: ResetPin) -> Reply:
        if request.by is None:
            # Root could then act in anybody's name and nothing would tell; revoking and beginning anew does.
            return _no(Code.NOT_YOUR_ROLE, "root resets nobody's PIN", "--by NAME, a casino supervisor with a PIN")
        return await self._with_pin(acts.ResetPin(person=request.person), request, request.pin)

    async def _with_pin(self, act: Act, request: AddPerson | ResetPin, pin: str) -> Reply:
        wrong = rules.what_is_wrong(pin)
        if wrong:
            return _no(Code.WRONG_PIN, wrong, "a PIN that is not among the first to be tried")
        reply = await self._tell(act, request.by)
        if isinstance(reply, Done):
            await self._pins.give(request.person, pin, of=pin_of(self._table.state, request.person))
        return reply

    async def _tell(self, act: Act, by: str | None) -> Reply:
        role = Role.HOST if by is None else Role.CASINO_SUPERVISOR
        answer = await self._table.submit(self._checking.intent(act, actor=by or ROOT, role=role))
        return No(refusal=answer.refusal) if isinstance(answer, Refused) else Done(numbers=answer.numbers)


def _no(code: Code, reason: str, allowed_by: str) -> No:
    return No(refusal=Refusal(code=code, reason=reason, allowed_by=allowed_by))
