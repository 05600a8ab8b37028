"""
The local API: a Unix socket for programs on this board. Intents and answers are JSON, one object a line.

The socket exists only with a section `[door]` in table.toml. Programs of the controller's own account (mode 600), or
of the group that `[door]` names (mode 660), may submit intents in the roles that `[door]` allows. All rules of the
table apply. A program can only claim who a person is, so everybody gives a PIN except the dealer on duty, who gives one
only to decide with a second person.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from firmware_host import json_errors
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
from firmware_host.table.identities import PersonName
from firmware_host.table.state.people import dealing
from firmware_host.table.terms import READABLE_ID

PREFIX = "door:"

LONGEST_ID = 96 - len(PREFIX)
"""The longest id, without the prefix. A longer id is refused: if it were cut, two ids could become the same."""


class LocalApiConfig(Record, frozen=True, kw_only=True):
    """The local socket for programs on this board."""

    path: Annotated[str, Meta(min_length=1)]
    """The path of the Unix socket."""
    roles: Annotated[tuple[Role, ...], Meta(min_length=1)] = (Role.DEALER,)
    """The roles that programs may act in; never device or host."""
    group: str = ""
    """The group whose accounts may use the socket; without one only the controller's own account may."""

    def __post_init__(self) -> None:
        """Refuse the roles of devices and the host: with them a program could bypass the deal gate."""
        if {Role.DEVICE, Role.HOST} & {*self.roles}:
            raise ValueError("`roles` under [door] may list only people's roles, not device or host")


class Asked(Record, frozen=True, kw_only=True):
    """A request: an intent without the stamp and the origin, which the server adds; with a PIN if required."""

    id: Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, pattern=READABLE_ID)]
    actor: PersonName
    role: Role
    seen: int
    act: Act
    pin: Pin = ""

    def takes_pin(self, dealer: str | None) -> bool:
        """Return whether the person has to give a PIN: everybody but the dealer on duty, who gives one to approve."""
        return self.role is not Role.DEALER or self.actor != dealer or isinstance(self.act, ApprovalsAct)

    def __repr__(self) -> str:
        """Leave out the PIN."""
        return f"Asked({self.id!r}, {self.actor!r}, {self.role!r}, {self.act!r})"


_decoder = msgspec.json.Decoder(Asked)


class LocalApi:
    """Serves the socket to several programs; each is answered in the order it asked."""

    def __init__(self, *, config: LocalApiConfig, table: TableWithState, clock: Clock, checking: PinCheck) -> None:
        """`async with opened()` creates the socket."""
        self._config = config
        self._table = table
        self._clock = clock
        self._checking = checking

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Serve, and close every connection at the end."""
        path = Path(self._config.path)
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(LineSocket(path, self._line, group=self._config.group).opened())
            except LookupError:
                raise UserError(
                    f"there is no group {self._config.group} on this board; fix `group` under [door] or create it"
                ) from None
            except OSError as error:
                raise UserError(
                    f"cannot create the socket {path} ({error.strerror}); fix `path` or `group` under [door]"
                ) from None
            yield

    async def _line(self, line: bytes, caller: Caller) -> bytes:
        """Answer any caller: the mode of the socket file already limits who can connect."""
        del caller
        return msgspec.json.encode(await self._answer(line))

    async def _answer(self, line: bytes) -> Answer:
        try:
            asked = _decoder.decode(line)
        except json_errors.UNREADABLE as error:
            return Refused(
                id="unreadable",
                refusal=Refusal(
                    code=Code.UNREADABLE,
                    reason=f"the request cannot be read: {json_errors.said(error)}",
                    allowed_by="send the request as this version expects it (`firmware-host acts`)",
                ),
            )
        refusal = await self._refused(asked)
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

    async def _refused(self, asked: Asked) -> Refusal | None:
        if asked.role not in self._config.roles:
            return Refusal(
                code=Code.NOT_YOUR_ROLE,
                reason=f"the role {asked.role} may not use this socket",
                allowed_by=f"act as {', '.join(self._config.roles)}",
            )
        if not asked.takes_pin(dealing(self._table.state)) and not asked.pin:
            return None
        if not asked.pin:
            # A missing PIN does not count as wrong, so a faulty program cannot lock a person out.
            return Refusal(
                code=Code.WRONG_PIN,
                reason=f"this requires the PIN of {asked.actor}",
                allowed_by='send the PIN as "pin" beside the act; for a dealer, name the dealer on duty as "actor"',
            )
        return await self._checking.refused(asked.actor, asked.pin)
