"""How devices ask the host: intents with ids of the device's own, so that a repeated report acts once."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from firmware_host.host.clock import Clock
from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.intent import Act, Answer, Intent, Refused, Via
from firmware_host.table.state.table import TableState
from firmware_host.table.view import DeviceReport

AGAIN_S = 0.02

Report = Callable[[DeviceReport], None]
"""Publishes a device's health."""


class Table(Protocol):
    """The host, for callers that only ask."""

    async def submit(self, intent: Intent) -> Answer:
        """Return the answer once it is durable."""
        ...


class TableWithState(Table, Protocol):
    """The host, for callers that also read the table's state."""

    @property
    def state(self) -> TableState:
        """Return the table as of the newest durable fact."""
        ...


class Asker:
    """Submits intents in a device's name."""

    def __init__(self, *, table: Table, clock: Clock, actor: str) -> None:
        """`actor` is the device's name in the record."""
        self._table = table
        self._clock = clock
        self._actor = actor

    async def sensed(self, id_: str, act: Act) -> Answer:
        """Report what a sensor saw; while the host is busy, repeat it with the same id."""
        while True:
            answer = await self._table.submit(self._intent(id_, act, role=Role.DEVICE, via=Via.SENSOR))
            if not (isinstance(answer, Refused) and answer.refusal.code is Code.BUSY):
                return answer
            await asyncio.sleep(AGAIN_S)

    async def pressed(self, id_: str, act: Act) -> Answer:
        """Submit the act of a key press once; keys act as the dealer on duty."""
        return await self._table.submit(self._intent(id_, act, role=Role.DEALER, via=Via.KEYS))

    def _intent(self, id_: str, act: Act, *, role: Role, via: Via) -> Intent:
        return Intent(
            id=f"{self._actor}:{id_}", actor=self._actor, role=role, via=via, at=self._clock.stamp(), seen=0, act=act
        )
