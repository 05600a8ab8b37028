"""
The parts of the controller that may fail without taking the table with them.

A part that fails is begun again, soon at first and then ever more slowly; that it is down, and why, is logged, told to
the table like a device that went away, and there for whoever asks how the controller does. Only a record that cannot
be written any more ends everything.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from types import TracebackType
from typing import NoReturn, Self, TypeVar

from msgspec.structs import replace

from firmware_host.errors import UserError
from firmware_host.host.clock import Clock
from firmware_host.journal.failures import JournalFailed
from firmware_host.rules.struct import Record

FIRST_MS = 250
LAST_MS = 30_000

STEADY_MS = 10_000
"""A part that has run for so long is well again: it is told only then, and the next failure is a first one."""

TICK_MS = 2_000
"""How often whoever watches over a part shows that it does."""

LATE_TICKS = 3
E = TypeVar("E", bound=BaseException)
Run = Callable[[], Awaitable[None]]
log = logging.getLogger(__name__)


class PartHealth(Record, frozen=True, kw_only=True):
    """How a part does: `why` it is down, empty while it is well; how often it failed since the controller started."""

    name: str
    why: str = ""
    failures: int = 0
    ticked_ms: int

    @property
    def is_up(self) -> bool:
        """Return whether nothing is known against it."""
        return not self.why


Tell = Callable[[PartHealth], Awaitable[object]]
"""Where it goes that a part is down or well again."""


class Supervisor:
    """Keeps parts going. `keep` is one task for each of them."""

    def __init__(self, *, clock: Clock, tell: Tell, was_down: Callable[[str], bool]) -> None:
        """Store; `tell` hears when a part goes down or is well again, also one that an earlier run left down."""
        self._was_down = was_down
        self._clock = clock
        self._tell = tell
        self._parts: dict[str, PartHealth] = {}

    @property
    def parts(self) -> tuple[PartHealth, ...]:
        """Return how each part does, in the order in which they were begun."""
        return tuple(self._parts.values())

    @property
    def late(self) -> tuple[str, ...]:
        """Return the parts that nobody has watched over lately: that is a fault of this program, not of a part."""
        long_ago = self._now_ms() - LATE_TICKS * TICK_MS
        return tuple(part.name for part in self.parts if part.ticked_ms < long_ago)

    async def keep(self, name: str, run: Run) -> NoReturn:
        """Run this part until cancelled. Raises `JournalFailed` alone: without a record there is no table."""
        why = "it was down when the controller stopped" if self._was_down(name) else ""
        self._parts[name] = PartHealth(name=name, why=why, ticked_ms=self._now_ms())
        wait_ms = FIRST_MS
        while True:
            begun_ms = self._now_ms()
            why = await self._attempt(name, run)
            if self._now_ms() - begun_ms >= STEADY_MS:
                wait_ms = FIRST_MS
            await self._went_down(name, why, wait_ms)
            await self._pause(name, wait_ms)
            wait_ms = min(2 * wait_ms, LAST_MS)

    async def _attempt(self, name: str, run: Run) -> str:
        """Run it until it ends, which no part is meant to; return why it did."""
        part = asyncio.ensure_future(run())
        steady_ms = self._now_ms() + STEADY_MS
        try:
            while not part.done():
                await self._turn(name, part)
                if not self._parts[name].is_up and not part.done() and self._now_ms() >= steady_ms:
                    await self._is_well(name)
        finally:
            await _over(part)
        if part.cancelled():
            return "it was cancelled"
        error = part.exception()
        if error is None:
            return "it ended"
        return _reason(name, error)

    async def _turn(self, name: str, part: "asyncio.Future[None]") -> None:
        """Wait for a moment or for its end, and show that somebody watches."""
        tick = asyncio.ensure_future(self._clock.sleep_until(self._now_ms() + TICK_MS))
        try:
            await asyncio.wait((part, tick), return_when=asyncio.FIRST_COMPLETED)
        finally:
            tick.cancel()
            await asyncio.wait((tick,))
        self._tick(name)

    async def _pause(self, name: str, wait_ms: int) -> None:
        until_ms = self._now_ms() + wait_ms
        while (now_ms := self._now_ms()) < until_ms:
            await self._clock.sleep_until(min(until_ms, now_ms + TICK_MS))
            self._tick(name)

    async def _went_down(self, name: str, why: str, wait_ms: int) -> None:
        before = self._parts[name]
        self._parts[name] = replace(before, why=why, failures=before.failures + 1)
        failed = "the part %s failed: %s; begun again in %.2g s"
        log.error(failed, name, why, wait_ms / 1000, extra={"thing": name})
        if before.is_up:
            await self._tell(self._parts[name])

    async def _is_well(self, name: str) -> None:
        self._parts[name] = replace(self._parts[name], why="")
        log.info("the part %s is well again", name, extra={"thing": name})
        await self._tell(self._parts[name])

    def _tick(self, name: str) -> None:
        self._parts[name] = replace(self._parts[name], ticked_ms=self._now_ms())

    def _now_ms(self) -> int:
        return self._clock.stamp().mono_ms


class Parts:
    """The parts of a controller, begun in order and ended in the opposite order. Use it with `async with`."""

    def __init__(self, supervisor: Supervisor, group: asyncio.TaskGroup) -> None:
        """Store; `group` is what `JournalFailed` ends."""
        self._supervisor = supervisor
        self._group = group
        self._begun = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._begun.__aexit__(kind, error, trace)

    def begin(self, name: str, run: Run) -> None:
        """Run a part from now on, under supervision."""
        task = self._group.create_task(self._supervisor.keep(name, run), name=name)
        self._begun.push_async_callback(_ended, task)

    async def enter(self, serving: AbstractAsyncContextManager[None]) -> None:
        """Begin what serves by itself and cannot fail once it is there."""
        await self._begun.enter_async_context(serving)

    def at_the_end(self, say: Callable[[], Awaitable[None]]) -> None:
        """Call this before the parts begun up to now are ended."""
        self._begun.push_async_callback(say)


async def _over(part: "asyncio.Future[None]") -> None:
    """
    End it, and be there until it has ended, however often we are told to stop meanwhile.

    A record that cannot be written stops everything at once, and each part in its turn besides: whoever went at the
    second word would leave the part behind, alone with a record that is closed.
    """
    part.cancel()
    while not part.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait((part,))


async def _ended(task: "asyncio.Task[NoReturn]") -> None:
    task.cancel()
    await asyncio.wait((task,))


def _reason(name: str, error: BaseException) -> str:
    """Return it in words; a fault of this program goes to the log whole. Raises what no part may outlive."""
    found = leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
    for leaf in found:
        if isinstance(leaf, JournalFailed):
            raise leaf
    if all(isinstance(leaf, UserError | OSError) for leaf in found):
        return "; ".join(map(str, found))
    log.error("the part %s failed in a way it was not made for", name, exc_info=error, extra={"thing": name})
    return "; ".join(f"{type(leaf).__name__}: {leaf}" for leaf in found)


def leaves(group: BaseExceptionGroup[E]) -> list[E]:
    """Return the errors that a group, and the groups in it, are about."""
    return [leaf for e in group.exceptions for leaf in (leaves(e) if isinstance(e, BaseExceptionGroup) else [e])]
