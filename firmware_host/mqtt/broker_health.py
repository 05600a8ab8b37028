"""Tells whether the broker is reachable and delivers what it acknowledges, and reports that to the table."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from itertools import count
from typing import NoReturn

from firmware_host.host.clock import Clock
from firmware_host.host.intents import TableWithState
from firmware_host.mqtt.connection import Timeouts
from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.intent import Intent, Refused, Via
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.terms import AlertKind

MISSES = 2

PASSES_NOTHING_ON = (
    "the broker acknowledges messages but does not deliver them; allow the table to publish in the broker's access list"
)

Tell = Callable[[bool, str], Awaitable[None]]
"""Called with whether the broker works, and the reason if not."""

log = logging.getLogger(__name__)
NAME = "broker"
AGAIN_S = 0.02


async def nobody(up: bool, detail: str) -> None:  # noqa: FBT001 - as `Tell` is called
    """Report to no table."""
    del up, detail


class BrokerHealth:
    """The state of the broker over many connections; `own` are the topics that the table also subscribes to."""

    def __init__(self, *, own: frozenset[str], patience: Timeouts, tell: Tell = nobody) -> None:
        """Nothing is known before the first connection."""
        self.resend: Callable[[tuple[str, ...]], None] = lambda _: None
        """Called to publish the documents of these topics again, because the broker did not deliver them."""
        self.recovered: Callable[[bool], None] = lambda _: None
        """Called when the broker works again, with whether it had dropped messages before."""
        self.is_proved = False
        """Whether the broker has delivered something on this connection."""
        self._own = own
        self._patience = patience
        self._tell = tell
        self._why = ""
        self._changed = asyncio.Event()
        self._listens = bool(own)
        self._heard: dict[str, bytes] = {}
        self._expected: dict[str, bytes] = {}
        self._misses = 0
        self._timer: asyncio.TimerHandle | None = None

    def accepted(self) -> None:
        """Note that the broker accepts what is published."""
        if not self._listens:
            self._works()

    def listens(self, *, may: bool) -> None:
        """Note whether the table may read its own documents; if not, acknowledgements have to be enough."""
        self._listens = may and bool(self._own)
        if not self._listens:
            self._expect_nothing()
            self._works()

    def acknowledged(self, topic: str, payload: bytes) -> None:
        """Expect this document back, unless it has come already."""
        if topic not in self._own or not self._listens:
            return
        if self._heard.get(topic) == payload:
            self._came_back(topic)
            return
        self._expected[topic] = payload
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._patience.answer_s, self._missed)

    def heard(self, topic: str, payload: bytes) -> None:
        """Note a document that the broker passed on; an older retained one proves nothing."""
        if topic in self._own:
            self._heard[topic] = payload
            if self._expected.get(topic) == payload:
                self._came_back(topic)

    def lost(self, why: str) -> str:
        """
        Note that the connection is lost; return the likely reason.

        Some brokers acknowledge a message, drop it and disconnect (mosquitto 2.0.11).
        """
        self._misses += bool(self._expected)
        self._expect_nothing()
        self._heard.clear()
        self.is_proved = False
        self._set_reason(PASSES_NOTHING_ON if self._misses >= MISSES else why)
        return self._why

    async def run(self) -> NoReturn:
        """Report changes that last, until cancelled."""
        try:
            while True:
                await self._changed.wait()
                if self._why:
                    await self._wait_out()
                self._changed.clear()
                await self._tell(not self._why, self._why)
        finally:
            self._expect_nothing()

    async def _wait_out(self) -> None:
        """Wait until the broker is back, or until the loss is long enough to report."""
        try:
            async with asyncio.timeout(self._patience.away_s):
                while self._why:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return

    def _came_back(self, topic: str) -> None:
        self._expected.pop(topic, None)
        if not self._expected:
            self._expect_nothing()
            self._misses = 0
            self._works()

    def _missed(self) -> None:
        self._timer = None
        self._misses += 1
        if self._misses == MISSES:
            log.warning("%s", PASSES_NOTHING_ON)
            self._set_reason(PASSES_NOTHING_ON)
        self.resend(tuple(self._expected))

    def _expect_nothing(self) -> None:
        self._expected.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _works(self) -> None:
        unheard = self._why == PASSES_NOTHING_ON
        self.is_proved = True
        self._set_reason("")
        self.recovered(unheard)

    def _set_reason(self, why: str) -> None:
        self._why = why
        self._changed.set()


class BrokerReporter:
    """Reports the broker to the table; a working broker is reported only if the record has it as down."""

    def __init__(self, *, table: TableWithState, clock: Clock) -> None:
        """The ids of the reports are new in each process."""
        self._table = table
        self._clock = clock
        self._run_id = secrets.token_hex(8)
        self._numbers = count(1)

    async def tell(self, up: bool, detail: str) -> None:  # noqa: FBT001 - as the callback is called
        """Report the change; while the host is busy, repeat the report with the same id."""
        if up and not self._is_recorded_down():
            return
        intent = Intent(
            id=f"{NAME}:{self._run_id}:{next(self._numbers)}",
            actor=NAME,
            role=Role.DEVICE,
            via=Via.SENSOR,
            at=self._clock.stamp(),
            seen=0,
            act=SenseDevice(device=NAME, up=up, detail=detail or "the broker accepts facts again"),
        )
        while True:
            answer = await self._table.submit(intent)
            if not (isinstance(answer, Refused) and answer.refusal.code is Code.BUSY):
                return
            await asyncio.sleep(AGAIN_S)

    def _is_recorded_down(self) -> bool:
        """Return whether the record has the broker as down, perhaps from an earlier run."""
        state = self._table.state
        return state.devices.get(NAME) is False or (
            state.devices.get(NAME) is None
            and any(alert.kind is AlertKind.DEVICE_DOWN and alert.about == NAME for alert in state.alerts)
        )
