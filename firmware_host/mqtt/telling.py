"""What the table is told of its broker: that it is away, as of a device, and that it is back."""

import asyncio
import secrets
from itertools import count
from typing import Protocol

from firmware_host.clock import Clock
from firmware_host.rules.answers import Code, Role
from firmware_host.table.alerts.alert import AlertKind
from firmware_host.table.contract import Answer, Intent, Refused, Via
from firmware_host.table.controller.acts import SenseDevice
from firmware_host.table.state import TableState

NAME = "broker"
AGAIN_S = 0.02


class Table(Protocol):
    """What is needed of the host."""

    @property
    def state(self) -> TableState:
        """Return the table as of the newest durable fact."""
        ...

    async def submit(self, intent: Intent) -> Answer:
        """Return the answer once it is durable."""
        ...


class BrokerTeller:
    """A broker that was never missed is no news: that it is there is told only where the record says otherwise."""

    def __init__(self, *, table: Table, clock: Clock) -> None:
        """Store."""
        self._table = table
        self._clock = clock
        self._run_id = secrets.token_hex(8)
        self._numbers = count(1)

    async def tell(self, up: bool, detail: str) -> None:  # noqa: FBT001 - as it is called
        """Tell it, once it is so; while too much is being asked at once, again by the same id."""
        if up and not self._is_missed():
            return
        intent = Intent(
            id=f"{NAME}:{self._run_id}:{next(self._numbers)}",
            actor=NAME,
            role=Role.DEVICE,
            via=Via.SENSOR,
            at=self._clock.stamp(),
            seen=0,
            act=SenseDevice(device=NAME, up=up, detail=detail or "it takes the facts again"),
        )
        while True:
            answer = await self._table.submit(intent)
            if not (isinstance(answer, Refused) and answer.refusal.code is Code.BUSY):
                return
            await asyncio.sleep(AGAIN_S)

    def _is_missed(self) -> bool:
        """Return whether it is down as far as the record goes, also where an earlier run said so."""
        state = self._table.state
        return state.devices.get(NAME) is False or (
            state.devices.get(NAME) is None
            and any(alert.kind is AlertKind.DEVICE_DOWN and alert.about == NAME for alert in state.alerts)
        )
