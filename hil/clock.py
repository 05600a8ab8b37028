"""A clock that moves only when told to, so that hours of table time pass in milliseconds."""

import asyncio
import heapq
from itertools import count

from firmware_host.table.stamp import Stamp

MORNING_MS = 1_767_225_600_000

"""2026-01-01, as good a morning as any."""

PATIENCE_S = 10

TURNS = 20

"""Turns of the event loop that whoever was woken gets before time goes on: enough to go to sleep again."""


class VirtualClock:
    """
    Stands in for the board's clocks.

    `wall_ms` and `synced` may be set at any time: a wall clock jumps, time synchronisation comes and goes.
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
        self._set = asyncio.Event()

    @property
    def alarms(self) -> tuple[int, ...]:
        """When those who sleep want to be woken, the earliest first."""
        return tuple(
            due_ms for due_ms, _, woken in sorted(self._alarms, key=lambda alarm: alarm[:2]) if not woken.done()
        )

    def stamp(self) -> Stamp:
        return Stamp(wall_ms=self.wall_ms, mono_ms=self.mono_ms, boot=self.boot, synced=self.synced)

    async def sleep_until(self, mono_ms: int) -> None:
        if mono_ms <= self.mono_ms:
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._alarms, (mono_ms, next(self._order), woken))
        self._set.set()
        await woken

    async def alarm_set(self) -> int:
        """Wait until somebody sleeps; return when the first of them wants to be woken."""
        while not self.alarms:
            self._set.clear()
            await self._set.wait()
        return self.alarms[0]

    async def alarm_set_for(self, mono_ms: int) -> None:
        """Wait until somebody sleeps who wants to be woken just then; not for ever, by the real clock."""
        async with asyncio.timeout(PATIENCE_S):
            while mono_ms not in self.alarms:
                self._set.clear()
                await self._set.wait()

    async def advance(self, ms: int) -> None:
        """Let time pass. Sleepers wake in order, each at its own time, and may sleep again before it goes on."""
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
        """Power was off for `off_ms`: the wall went on, the monotonic clock begins anew. Nobody sleeps through it."""
        if boot == self.boot:
            raise ValueError(f"{boot} is the boot that was; a new one has a new name")
        if self.alarms:
            raise RuntimeError("somebody still sleeps on the clock of the boot that ends")
        self._alarms.clear()
        self.wall_ms += off_ms
        self.mono_ms, self.boot, self.synced = mono_ms, boot, synced

    def _move_to(self, mono_ms: int) -> None:
        self.wall_ms += mono_ms - self.mono_ms
        self.mono_ms = mono_ms
