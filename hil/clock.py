"""A clock that only moves on command, so that hours of table time pass in milliseconds."""

import asyncio
import heapq
from itertools import count

from firmware_host.table.clocks import Stamp

MORNING_MS = 1_767_225_600_000
"""2026-01-01, an arbitrary start."""

PATIENCE_S = 10

TURNS = 20
"""Turns of the event loop after each wake-up before time advances: enough for the task to sleep again."""


FEW_ALARMS = 100


class VirtualClock:
    """
    Stands in for the board's clocks.

    `wall_ms` and `synced` may be set at any time, to make the wall clock jump or lose synchronisation.
    """

    def __init__(
        self, *, wall_ms: int = MORNING_MS, mono_ms: int = 0, boot: str = "boot-1", synced: bool = True
    ) -> None:
        self.wall_ms = wall_ms
        self.mono_ms = mono_ms
        self.boot = boot
        self.synced = synced
        self._order = count()
        self._alarms: list[tuple[int, int, asyncio.Future[None]]] = []
        self._forget_at = FEW_ALARMS
        self._set = asyncio.Event()

    @property
    def alarms(self) -> tuple[int, ...]:
        """Return the wake-up times of all sleeping tasks, the earliest first."""
        return tuple(
            due_ms for due_ms, _, woken in sorted(self._alarms, key=lambda alarm: alarm[:2]) if not woken.done()
        )

    def stamp(self) -> Stamp:
        return Stamp(wall_ms=self.wall_ms, mono_ms=self.mono_ms, boot=self.boot, synced=self.synced)

    async def sleep_until(self, mono_ms: int) -> None:
        if mono_ms <= self.mono_ms:
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if len(self._alarms) >= self._forget_at:
            self._forget_cancelled()
        heapq.heappush(self._alarms, (mono_ms, next(self._order), woken))
        self._set.set()
        await woken

    def _forget_cancelled(self) -> None:
        """Drop the alarms of cancelled sleepers: in a long run without a passing hour there would be one a fact."""
        self._alarms = [alarm for alarm in self._alarms if not alarm[2].done()]
        heapq.heapify(self._alarms)
        self._forget_at = 2 * len(self._alarms) + FEW_ALARMS

    async def alarm_set(self) -> int:
        """Wait until a task sleeps; return the earliest wake-up time."""
        while not self.alarms:
            self._set.clear()
            await self._set.wait()
        return self.alarms[0]

    async def alarm_set_for(self, mono_ms: int) -> None:
        """Wait until a task sleeps until exactly this time; time out by the real clock."""
        async with asyncio.timeout(PATIENCE_S):
            while mono_ms not in self.alarms:
                self._set.clear()
                await self._set.wait()

    async def advance(self, ms: int) -> None:
        """Let time pass. Tasks wake in order, each at its time, and may sleep again before time advances."""
        until_ms = self.mono_ms + ms
        while self._alarms and self._alarms[0][0] <= until_ms:
            due_ms, _, woken = heapq.heappop(self._alarms)
            if woken.done():  # its sleeper was cancelled
                continue
            self._move_to(due_ms)
            woken.set_result(None)
            for _ in range(TURNS):
                await asyncio.sleep(0)
        self._move_to(until_ms)

    def reboot(self, *, boot: str, off_ms: int = 0, mono_ms: int = 0, synced: bool = True) -> None:
        """Cut the power for `off_ms`: the wall clock advances, the monotonic clock restarts. No task may sleep."""
        if boot == self.boot:
            raise ValueError(f"{boot} is the current boot; a new boot needs a new name")
        if self.alarms:
            raise RuntimeError("a task is still asleep on the clock of the boot that ends")
        self._alarms.clear()
        self.wall_ms += off_ms
        self.mono_ms, self.boot, self.synced = mono_ms, boot, synced

    def _move_to(self, mono_ms: int) -> None:
        self.wall_ms += mono_ms - self.mono_ms
        self.mono_ms = mono_ms
