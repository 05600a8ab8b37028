"""The clock the tests run by: it moves only when told to."""

import asyncio

import pytest

from firmware_host.host.clock import Clock
from hil.clock import VirtualClock

HOUR_MS = 3_600_000


async def test_it_is_a_clock_and_stands_still() -> None:
    clock: Clock = VirtualClock(wall_ms=1000, mono_ms=7, boot="first", synced=False)
    assert clock.stamp() == clock.stamp()
    assert (clock.stamp().wall_ms, clock.stamp().mono_ms) == (1000, 7)
    assert (clock.stamp().boot, clock.stamp().synced) == ("first", False)


async def test_hours_pass_at_once_and_wake_sleepers_in_order_each_at_its_time() -> None:
    clock = VirtualClock()
    woken: list[tuple[str, int]] = []

    async def sleeper(name: str, until_ms: int) -> None:
        await clock.sleep_until(until_ms)
        woken.append((name, clock.stamp().mono_ms))

    async with asyncio.TaskGroup() as group:
        group.create_task(sleeper("late", 3 * HOUR_MS))
        group.create_task(sleeper("early", HOUR_MS))
        group.create_task(sleeper("early too", HOUR_MS))
        await clock.alarm_set()
        await asyncio.sleep(0)
        await clock.advance(2 * HOUR_MS)
        assert woken == [("early", HOUR_MS), ("early too", HOUR_MS)]
        assert clock.alarms == (3 * HOUR_MS,)
        await clock.advance(HOUR_MS)
    assert woken[2:] == [("late", 3 * HOUR_MS)]


async def test_whoever_sleeps_again_on_waking_is_woken_again_within_one_advance() -> None:
    clock = VirtualClock()
    ticks: list[int] = []

    async def tick() -> None:
        for hour in range(1, 25):
            await clock.sleep_until(hour * HOUR_MS)
            ticks.append(clock.stamp().mono_ms)

    ticking = asyncio.create_task(tick())
    await clock.alarm_set()
    await clock.advance(24 * HOUR_MS)
    await ticking
    assert ticks == [hour * HOUR_MS for hour in range(1, 25)]


async def test_the_wall_goes_with_it_and_may_jump_alone() -> None:
    clock = VirtualClock(wall_ms=5000)
    await clock.advance(100)
    assert (clock.stamp().wall_ms, clock.stamp().mono_ms) == (5100, 100)
    clock.wall_ms = 0
    assert (clock.stamp().wall_ms, clock.stamp().mono_ms) == (0, 100)


async def test_a_time_that_has_come_is_not_waited_for() -> None:
    clock = VirtualClock(mono_ms=50)
    await clock.sleep_until(50)
    await clock.sleep_until(3)
    assert clock.alarms == ()


async def test_a_sleeper_that_gave_up_is_forgotten() -> None:
    clock = VirtualClock()
    sleeping = asyncio.create_task(clock.sleep_until(10))
    await clock.alarm_set()
    sleeping.cancel()
    await asyncio.gather(sleeping, return_exceptions=True)
    assert clock.alarms == ()
    await clock.advance(20)
    assert clock.stamp().mono_ms == 20


async def test_a_reboot_begins_the_monotonic_clock_anew_and_the_wall_goes_on() -> None:
    clock = VirtualClock(wall_ms=1000, mono_ms=900, boot="first")
    clock.reboot(boot="second", off_ms=60_000, synced=False)
    stamp = clock.stamp()
    assert (stamp.wall_ms, stamp.mono_ms, stamp.boot, stamp.synced) == (61_000, 0, "second", False)
    with pytest.raises(ValueError, match="the current boot"):
        clock.reboot(boot="second")


async def test_nobody_sleeps_through_a_reboot() -> None:
    clock = VirtualClock()
    sleeping = asyncio.create_task(clock.sleep_until(10))
    await clock.alarm_set()
    with pytest.raises(RuntimeError, match="still asleep"):
        clock.reboot(boot="second")
    sleeping.cancel()
    await asyncio.gather(sleeping, return_exceptions=True)
