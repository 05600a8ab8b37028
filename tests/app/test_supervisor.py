"""A part that fails is begun again and seen to be down; only the record ends everything."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from firmware_host.app.supervisor import LAST_MS, STEADY_MS, TICK_MS, PartHealth, Parts, Supervisor
from firmware_host.errors import UserError
from firmware_host.journal.failures import JournalFailed
from hil.clock import TURNS, VirtualClock


class Watched:
    """A supervisor by a virtual clock, and all that it told."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.told: list[PartHealth] = []
        self.left_down: set[str] = set()
        self.supervisor = Supervisor(clock=self.clock, tell=self._tell, was_down=lambda name: name in self.left_down)

    async def _tell(self, part: PartHealth) -> None:
        self.told.append(part)

    @property
    def part(self) -> PartHealth:
        return self.supervisor.parts[0]

    @asynccontextmanager
    async def keeping(self, run: Callable[[], Awaitable[None]]) -> AsyncIterator["asyncio.Task[None]"]:
        task: asyncio.Task[None] = asyncio.create_task(self.supervisor.keep("keys", run))
        for _ in range(TURNS):
            await asyncio.sleep(0)
        try:
            yield task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def watched() -> Watched:
    return Watched()


class Failing:
    """Fails at once so many times, then serves for ever."""

    def __init__(self, *, times: int, error: BaseException | None = None, clock: VirtualClock) -> None:
        self.begun_ms: list[int] = []
        self._times = times
        self._error = error or UserError("the cable is out")
        self._clock = clock

    async def __call__(self) -> None:
        self.begun_ms.append(self._clock.mono_ms)
        if len(self.begun_ms) <= self._times:
            raise self._error
        await asyncio.get_running_loop().create_future()


async def test_a_part_that_fails_is_begun_again_ever_more_slowly(watched: Watched) -> None:
    part = Failing(times=100, clock=watched.clock)
    async with watched.keeping(part):
        await watched.clock.advance(200_000)
    waits = [after - before for before, after in zip(part.begun_ms, part.begun_ms[1:], strict=False)]
    assert waits[:4] == [250, 500, 1000, 2000]
    assert max(waits) == LAST_MS == waits[-1]


async def test_that_it_is_down_is_told_once_and_that_it_is_well_only_when_it_lasts(watched: Watched) -> None:
    part = Failing(times=3, clock=watched.clock)
    async with watched.keeping(part):
        await watched.clock.advance(2_000)
        assert [(told.is_up, told.why) for told in watched.told] == [(False, "the cable is out")]
        await watched.clock.advance(STEADY_MS + TICK_MS)
        assert [told.is_up for told in watched.told] == [False, True]
        assert watched.part.is_up
        assert watched.part.failures == 3


async def test_a_part_that_ran_well_for_long_is_begun_again_soon(watched: Watched) -> None:
    begun_ms: list[int] = []

    async def part() -> None:
        begun_ms.append(watched.clock.mono_ms)
        if len(begun_ms) > 5:
            await watched.clock.sleep_until(watched.clock.mono_ms + 5 * STEADY_MS)
        raise UserError("again")

    async with watched.keeping(part):
        await watched.clock.advance(20 * STEADY_MS)
    assert begun_ms[7] - begun_ms[6] == 5 * STEADY_MS + 250


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ValueError("no such thing"), "ValueError: no such thing"),
        (OSError(5, "input/output error"), "[Errno 5] input/output error"),
        (ExceptionGroup("two", [UserError("one"), ExceptionGroup("three", [UserError("two")])]), "one; two"),
    ],
)
async def test_why_it_failed_is_said_in_words(watched: Watched, error: Exception, why: str) -> None:
    async with watched.keeping(Failing(times=1, error=error, clock=watched.clock)):
        await watched.clock.advance(1)
        assert watched.part.why == why


async def test_a_part_that_ends_has_failed(watched: Watched) -> None:
    async def part() -> None:
        await asyncio.sleep(0)

    async with watched.keeping(part):
        await watched.clock.alarm_set()
        await watched.clock.advance(1)
        assert watched.part.why == "ended unexpectedly"


async def test_a_record_that_cannot_be_written_ends_the_supervision(watched: Watched) -> None:
    error = ExceptionGroup("in a group", [UserError("something else"), JournalFailed("disk I/O error")])
    async with watched.keeping(Failing(times=1, error=error, clock=watched.clock)) as keeping:
        with pytest.raises(JournalFailed, match="disk I/O error"):
            await keeping
    assert watched.told == []


async def test_whoever_is_watched_over_is_not_late_and_whoever_is_not_any_more_is(watched: Watched) -> None:
    async with watched.keeping(Failing(times=3, clock=watched.clock)):
        for _ in range(20):
            await watched.clock.advance(TICK_MS)
            assert watched.supervisor.late == ()
    await watched.clock.advance(4 * TICK_MS)
    assert watched.supervisor.late == ("keys",)


async def test_a_part_that_an_earlier_run_left_down_is_told_well_once_it_lasts(watched: Watched) -> None:
    watched.left_down.add("keys")
    async with watched.keeping(Failing(times=0, clock=watched.clock)):
        assert not watched.part.is_up
        await watched.clock.advance(STEADY_MS + TICK_MS)
        assert [told.is_up for told in watched.told] == [True]


async def test_parts_end_in_the_opposite_order(watched: Watched) -> None:
    ended: list[str] = []

    def named(name: str) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                await asyncio.sleep(0)
                ended.append(name)

        return run

    async def stopping() -> None:
        await asyncio.sleep(0)
        ended.append("stopping")

    async with asyncio.TaskGroup() as group, Parts(watched.supervisor, group) as parts:
        for name in ("mqtt", "show", "keys"):
            parts.begin(name, named(name))
        parts.at_the_end(stopping)
        for _ in range(3):
            await asyncio.sleep(0)
    assert ended == ["stopping", "keys", "show", "mqtt"]


@pytest.mark.parametrize("turns", range(8))
async def test_whoever_watches_is_told_to_stop_twice_and_still_leaves_no_part_behind(
    watched: Watched, turns: int
) -> None:
    """A record that cannot be written ends every task at once, and the parts one after the other besides."""
    has_ended = asyncio.Event()

    async def takes_its_time() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(TURNS):
                await asyncio.sleep(0)
            has_ended.set()

    async with watched.keeping(takes_its_time) as task:
        task.cancel()
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait((task,))
        assert has_ended.is_set()
