"""
Supervises the parts of the controller that may fail without stopping the table.

A failed part is restarted with exponential backoff. The failure and its reason are logged, reported to the table like
a device that went down, and shown on the health pages. Only a failed journal stops the whole controller.
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
"""A part that has run this long has recovered; only then is the recovery reported and the backoff reset."""

TICK_MS = 2_000
"""How often the supervisor of a part shows that it is running."""

LATE_TICKS = 3
E = TypeVar("E", bound=BaseException)
Run = Callable[[], Awaitable[None]]
log = logging.getLogger(__name__)


class PartHealth(Record, frozen=True, kw_only=True):
    """The state of a part: `why` it is down (empty while it is up), and its failures since the controller started."""

    name: str
    why: str = ""
    failures: int = 0
    ticked_ms: int

    @property
    def is_up(self) -> bool:
        """Return whether the part is up."""
        return not self.why


Tell = Callable[[PartHealth], Awaitable[object]]
"""Called when a part fails or recovers."""


class Supervisor:
    """Restarts failed parts. Each part has a task that runs `keep`."""

    def __init__(self, *, clock: Clock, tell: Tell, was_down: Callable[[str], bool]) -> None:
        """`tell` is called when a part fails or recovers, also for a part that was down in an earlier run."""
        self._was_down = was_down
        self._clock = clock
        self._tell = tell
        self._parts: dict[str, PartHealth] = {}

    @property
    def parts(self) -> tuple[PartHealth, ...]:
        """Return the state of each part, in the order of starting."""
        return tuple(self._parts.values())

    @property
    def late(self) -> tuple[str, ...]:
        """Return the parts without a running supervisor: a fault of this program, not of the parts."""
        long_ago = self._now_ms() - LATE_TICKS * TICK_MS
        return tuple(part.name for part in self.parts if part.ticked_ms < long_ago)

    async def keep(self, name: str, run: Run) -> NoReturn:
        """Run this part until cancelled. Raises only `JournalFailed`: without a record the table must stop."""
        why = "was down when the controller stopped" if self._was_down(name) else ""
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
        """Run the part until it ends, which is always a failure; return the reason."""
        part = asyncio.ensure_future(run())
        steady_ms = self._now_ms() + STEADY_MS
        try:
            while not part.done():
                await self._wait_for_tick(name, part)
                if not self._parts[name].is_up and not part.done() and self._now_ms() >= steady_ms:
                    await self._recovered(name)
        finally:
            await _cancel_until_ended(part)
        if part.cancelled():
            return "cancelled"
        error = part.exception()
        if error is None:
            return "ended unexpectedly"
        return _reason(name, error)

    async def _wait_for_tick(self, name: str, part: "asyncio.Future[None]") -> None:
        """Wait for a tick or for the end of the part, and record that the supervisor is running."""
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
        log.error("%s failed: %s; restarting it in %.2g s", name, why, wait_ms / 1000, extra={"thing": name})
        if before.is_up:
            await self._tell(self._parts[name])

    async def _recovered(self, name: str) -> None:
        self._parts[name] = replace(self._parts[name], why="")
        log.info("%s recovered", name, extra={"thing": name})
        await self._tell(self._parts[name])

    def _tick(self, name: str) -> None:
        self._parts[name] = replace(self._parts[name], ticked_ms=self._now_ms())

    def _now_ms(self) -> int:
        return self._clock.stamp().mono_ms


class Parts:
    """The parts of a controller, started in order and stopped in reverse order. Use it with `async with`."""

    def __init__(self, supervisor: Supervisor, group: asyncio.TaskGroup) -> None:
        """`group` runs the tasks; a `JournalFailed` in one of them ends the group."""
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
        """Start a part under supervision."""
        task = self._group.create_task(self._supervisor.keep(name, run), name=name)
        self._begun.push_async_callback(_ended, task)

    async def enter(self, serving: AbstractAsyncContextManager[None]) -> None:
        """Start a server that needs no supervision, because it cannot fail once it has started."""
        await self._begun.enter_async_context(serving)

    def at_the_end(self, last_words: Callable[[], Awaitable[None]]) -> None:
        """Call `last_words` before the parts started so far are stopped."""
        self._begun.push_async_callback(last_words)


async def _cancel_until_ended(part: "asyncio.Future[None]") -> None:
    """
    Cancel the part and wait until it has ended, even if this task is cancelled again meanwhile.

    After a journal failure the task group cancels everything at once, and `Parts` cancels each part again. Giving up
    at the second cancellation would leave the part running with a closed record.
    """
    part.cancel()
    while not part.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait((part,))


async def _ended(task: "asyncio.Task[NoReturn]") -> None:
    task.cancel()
    await asyncio.wait((task,))


def _reason(name: str, error: BaseException) -> str:
    """Return the error in words; log the traceback of an internal error. Raises `JournalFailed` again."""
    found = leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
    for leaf in found:
        if isinstance(leaf, JournalFailed):
            raise leaf
    if all(isinstance(leaf, UserError | OSError) for leaf in found):
        return "; ".join(map(str, found))
    log.error("%s failed with an internal error", name, exc_info=error, extra={"thing": name})
    return "; ".join(f"{type(leaf).__name__}: {leaf}" for leaf in found)


def leaves(group: BaseExceptionGroup[E]) -> list[E]:
    """Return the errors inside a group and its nested groups."""
    return [leaf for e in group.exceptions for leaf in (leaves(e) if isinstance(e, BaseExceptionGroup) else [e])]
