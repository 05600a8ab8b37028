"""Whether the broker is there and passes on what it acknowledges, and what the table is told of it."""

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
    "it acknowledges what is published and passes nothing on; its list of rights has to let the table in"
)

Tell = Callable[[bool, str], Awaitable[None]]
"""Hears whether the broker can be relied on, and in words why not."""

log = logging.getLogger(__name__)
NAME = "broker"
AGAIN_S = 0.02


async def nobody(up: bool, detail: str) -> None:  # noqa: FBT001 - as `Tell` is called
    """Tell nobody, where there is no table."""
    del up, detail


class BrokerHealth:
    """`own` are the topics that are listened to; nothing of it is known before the first connection."""

    def __init__(self, *, own: frozenset[str], patience: Timeouts, tell: Tell = nobody) -> None:
        """Store."""
        self.say_again: Callable[[tuple[str, ...]], None] = lambda _: None
        """Is asked for whatever did not come back."""
        self.is_back: Callable[[bool], None] = lambda _: None
        """Hears that the broker can be relied on, and whether it has let things fall before."""
        self.is_proved = False
        """On this connection."""
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

    def is_let_in(self) -> None:
        """Hear that the broker takes what is published."""
        if not self._listens:
            self._is_there()

    def listens(self, *, may: bool) -> None:
        """Hear whether the broker lets the table listen to its own documents; if not, its word has to do."""
        self._listens = may and bool(self._own)
        if not self._listens:
            self._expect_nothing()
            self._is_there()

    def acknowledged(self, topic: str, payload: bytes) -> None:
        """Expect this back, unless it has come already."""
        if topic not in self._own or not self._listens:
            return
        if self._heard.get(topic) == payload:
            self._came(topic)
            return
        self._expected[topic] = payload
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._patience.answer_s, self._missed)

    def heard(self, topic: str, payload: bytes) -> None:
        """Hear one as it is passed on; what the broker has kept since earlier proves nothing."""
        if topic in self._own:
            self._heard[topic] = payload
            if self._expected.get(topic) == payload:
                self._came(topic)

    def lost(self, why: str) -> str:
        """
        Hear that there is no connection; return why, as far as can be told.

        Some let a message fall, acknowledge it and hang up (mosquitto 2.0.11).
        """
        self._misses += bool(self._expected)
        self._expect_nothing()
        self._heard.clear()
        self.is_proved = False
        self._is(PASSES_NOTHING_ON if self._misses >= MISSES else why)
        return self._why

    async def run(self) -> NoReturn:
        """Tell what lasts, until cancelled; nothing is waited for any more then."""
        try:
            while True:
                await self._changed.wait()
                if self._why:
                    await self._lasts()
                self._changed.clear()
                await self._tell(not self._why, self._why)
        finally:
            self._expect_nothing()

    async def _lasts(self) -> None:
        """Wait for its end, and no longer than is worth telling."""
        try:
            async with asyncio.timeout(self._patience.away_s):
                while self._why:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return

    def _came(self, topic: str) -> None:
        self._expected.pop(topic, None)
        if not self._expected:
            self._expect_nothing()
            self._misses = 0
            self._is_there()

    def _missed(self) -> None:
        self._timer = None
        self._misses += 1
        if self._misses == MISSES:
            log.warning("the broker passes nothing on: %s", PASSES_NOTHING_ON)
            self._is(PASSES_NOTHING_ON)
        self.say_again(tuple(self._expected))

    def _expect_nothing(self) -> None:
        self._expected.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_there(self) -> None:
        unheard = self._why == PASSES_NOTHING_ON
        self.is_proved = True
        self._is("")
        self.is_back(unheard)

    def _is(self, why: str) -> None:
        self._why = why
        self._changed.set()


class BrokerReporter:
    """A broker that was never missed is no news: that it is there is told only where the record says otherwise."""

    def __init__(self, *, table: TableWithState, clock: Clock) -> None:
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
