"""
A door for programs on this board: a Unix socket that takes intents and gives answers, a line of JSON each.

Closed unless `[door]` in table.toml opens it. Whoever may open the socket file (the controller's own account, mode
600) may ask, in the roles the file allows, and is bound by everything the table is: a door is no back door. Who it is
that asks a program can only claim, so whoever acts above a dealer, or is one of two people who decide, gives a PIN.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from firmware_host.access.console_messages import Pin
from firmware_host.access.pin_check import PinCheck
from firmware_host.errors import UserError
from firmware_host.host.clock import Clock
from firmware_host.host.intents import TableWithState
from firmware_host.line_socket import Caller, LineSocket
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.struct import Record
from firmware_host.table.acts.approvals import ApprovalsAct
from firmware_host.table.acts.intent import Act, Answer, Intent, Refused, Via

PREFIX = "door:"

LONGEST_ID = 96 - len(PREFIX)
"""What is left of an intent's id. A longer one is refused, never cut: two that begin alike would be one."""


class LocalApiConfig(Record, frozen=True, kw_only=True):
    """The local socket for programs on this board."""

    path: Annotated[str, Meta(min_length=1)]
    """The path of the Unix socket."""
    roles: Annotated[tuple[Role, ...], Meta(min_length=1)] = (Role.DEALER,)
    """The roles that programs may act in; never device or host."""

    def __post_init__(self) -> None:
        """Refuse to let a program speak as a sensor or as the host: that would be a way around the deal gate."""
        if {Role.DEVICE, Role.HOST} & {*self.roles}:
            raise ValueError("`roles` under [door] may list only people's roles, not device or host")


class Asked(Record, frozen=True, kw_only=True):
    """What comes in: an intent without its stamp and its way in, which the door adds; with a PIN where it takes one."""

    id: Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
    actor: str
    role: Role
    seen: int
    act: Act
    pin: Pin = ""

    @property
    def takes_pin(self) -> bool:
        """Return whether the claim to be this person in this role is not enough."""
        return self.role is not Role.DEALER or isinstance(self.act, ApprovalsAct)

    def __repr__(self) -> str:
        """Leave the PIN out, wherever this may be printed."""
        return f"Asked({self.id!r}, {self.actor!r}, {self.role!r}, {self.act!r})"


_decoder = msgspec.json.Decoder(Asked)


class LocalApi:
    """Serves the socket; several programs at once, each answered in the order it asked."""

    def __init__(self, *, config: LocalApiConfig, table: TableWithState, clock: Clock, checking: PinCheck) -> None:
        """Store; the `async with` of `opened` makes the socket."""
        self._config = config
        self._table = table
        self._clock = clock
        self._checking = checking

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Open the door, and close it at the end with everybody who is in it."""
        path = Path(self._config.path)
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(LineSocket(path, self._line).opened())
            except OSError as error:
                raise UserError(f"cannot make the door {path} ({error.strerror}); mend `path` under [door]") from None
            yield

    async def _line(self, line: bytes, caller: Caller) -> bytes:
        """Whoever can open the socket is let in; the file's mode has seen to who that is."""
        del caller
        return msgspec.json.encode(await self._answer(line))

    async def _answer(self, line: bytes) -> Answer:
        try:
            asked = _decoder.decode(line)
        except msgspec.MsgspecError as error:
            return Refused(
                id="unreadable",
                refusal=Refusal(
                    code=Code.UNREADABLE, reason=f"this is no intent: {error}", allowed_by="an intent of this version"
                ),
            )
        refusal = await self._not_let_in(asked)
        if refusal is not None:
            return Refused(id=asked.id, refusal=refusal)
        return await self._table.submit(
            Intent(
                id=f"{PREFIX}{asked.id}",
                actor=asked.actor,
                role=asked.role,
                via=Via.SCRIPT,
                at=self._clock.stamp(),
                seen=asked.seen,
                act=asked.act,
            )
        )

    async def _not_let_in(self, asked: Asked) -> Refusal | None:
        if asked.role not in self._config.roles:
            return Refusal(
                code=Code.NOT_YOUR_ROLE,
                reason=f"a {asked.role} may not ask through this door",
                allowed_by=", ".join(self._config.roles),
            )
        if not asked.takes_pin:
            return None
        if not asked.pin:
            # None is no wrong one: a program that forgot it locks nobody out.
            return Refusal(
                code=Code.WRONG_PIN,
                reason=f"this takes the PIN of {asked.actor}",
                allowed_by='"pin" beside the act, given by the person',
            )
        return await self._checking.refused(asked.actor, asked.pin)
