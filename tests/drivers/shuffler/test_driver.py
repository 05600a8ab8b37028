"""The real driver and the simulated device, over a real pseudo-terminal."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from drivers.link.link_events_and_timing import LinkTiming
from drivers.link.pairing import HeldKeys
from drivers.serial.port_errors import PortBusy, PortMissing
from drivers.shuffler.driver import EVENTS_MAX, SerialShuffler
from drivers.shuffler.host_messages import Shuffle, WhatBecame
from drivers.shuffler.port import (
    Back,
    CommandId,
    CommandRefused,
    CommandStatus,
    DeckLoaded,
    DownReason,
    EventId,
    FailReason,
    LinkDown,
    LinkUp,
    Mode,
    Progress,
    ShuffleFailed,
    ShuffleFinished,
    ShufflerAway,
    ShufflerEvent,
    SpeakingShuffler,
)
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.line import BadLine, Badness
from hil.shuffler.model import Faults
from hil.shuffler.trace import Way

QUICK = LinkTiming(first_retry_ms=40, longest_retry_ms=80, tries=4, quiet_ms=80, ping_ms=40, pings=3)
"""A silent peer is noticed in a fifth of a second, so that nobody waits for the real two."""

FAST = 400.0

SLOW = 1.0

WITHIN_S = 30.0


Event = TypeVar("Event", bound=ShufflerEvent)


def command(number: int) -> CommandId:
    return CommandId(journal=bytes(range(16)), number=number)


@asynccontextmanager
async def running(shuffler: SpeakingShuffler) -> AsyncIterator[SpeakingShuffler]:
    task = asyncio.create_task(shuffler.run())
    try:
        yield shuffler
    finally:
        task.cancel()
        await asyncio.wait([task])


async def told(shuffler: SpeakingShuffler, kind: type[Event]) -> Event:
    """The next event of this kind; those of other kinds before it are let go."""
    async with asyncio.timeout(WITHIN_S):
        async for event in shuffler.events():
            if isinstance(event, kind):
                return event
    raise AssertionError


def shuffles_sent(device: SimulatedShuffler) -> int:
    return sum(isinstance(message, Shuffle) for message in device.trace.messages(Way.IN))


async def test_a_deck_is_loaded_shuffled_and_reported() -> None:
    async with (
        SimulatedShuffler(speed=FAST) as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys)) as shuffler,
    ):
        assert (await told(shuffler, LinkUp)).identity == device.identity
        await device.load_deck(Back.BLUE)
        loaded = await told(shuffler, DeckLoaded)
        assert loaded.back is Back.BLUE
        await shuffler.acknowledge(loaded.event)
        await shuffler.shuffle(command(1), Back.BLUE)
        assert (await told(shuffler, Progress)).of == 52
        finished = await told(shuffler, ShuffleFinished)
        assert (finished.command, finished.mode, finished.counted) == (command(1), Mode.SHUFFLE, 52)
        assert await shuffler.status_of(command(1)) is CommandStatus.DONE
        await shuffler.acknowledge(finished.event)
        await device.wait_until(lambda: not device.model.kept)


async def test_an_event_not_acknowledged_is_told_again_to_the_next_host() -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        async with running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as first:
            await told(first, LinkUp)
            await device.load_deck(Back.RED)
            before = await told(first, DeckLoaded)
        async with running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as second:
            assert await told(second, DeckLoaded) == before
            await second.acknowledge(before.event)
            await device.wait_until(lambda: not device.model.kept)
        async with running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as third:
            await told(third, LinkUp)
            device.take_deck()
            await device.load_deck(Back.RED)
            assert (await told(third, DeckLoaded)).event.number == before.event.number + 1


async def test_the_same_command_after_a_restart_of_the_host_runs_once() -> None:
    async with SimulatedShuffler(speed=FAST, timing=QUICK) as device:
        async with running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as first:
            await told(first, LinkUp)
            await device.load_deck(Back.BLUE)
            await first.shuffle(command(7), Back.BLUE)
        async with running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as second:
            await told(second, LinkUp)
            await second.shuffle(command(7), Back.BLUE)
            await told(second, ShuffleFinished)
            device.take_deck()
            await device.load_deck(Back.BLUE)
            await second.shuffle(command(7), Back.BLUE)
        assert device.model.motor_starts[command(7)] == 1
        assert shuffles_sent(device) == 1


async def test_a_command_whose_answer_was_lost_is_asked_about_and_not_given_again() -> None:
    async with (
        SimulatedShuffler(speed=SLOW, timing=QUICK) as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        await device.load_deck(Back.BLUE)
        device.drop_session_after = lambda message: isinstance(message, Shuffle)
        with pytest.raises(ShufflerAway):
            await shuffler.shuffle(command(3), Back.BLUE)
        await told(shuffler, LinkUp)
        await shuffler.shuffle(command(3), Back.BLUE)
        assert shuffles_sent(device) == 1
        assert device.model.motor_starts[command(3)] == 1


async def test_a_device_that_stops_answering_is_down_and_comes_back() -> None:
    async with (
        SimulatedShuffler(timing=QUICK) as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        device.muted = True
        assert (await told(shuffler, LinkDown)).why is DownReason.SILENT
        with pytest.raises(ShufflerAway):
            await shuffler.status_of(command(1))
        device.muted = False
        await told(shuffler, LinkUp)


async def test_a_device_that_is_unplugged_is_lost_then_missing_then_back() -> None:
    async with (
        SimulatedShuffler(timing=QUICK) as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        device.unplug()
        assert (await told(shuffler, LinkDown)).why is DownReason.PORT_LOST
        assert (await told(shuffler, LinkDown)).why is DownReason.PORT_MISSING
        device.plug_in()
        await told(shuffler, LinkUp)


async def test_the_link_is_back_within_three_seconds_of_a_replugged_cable_in_the_same_process() -> None:
    """By the timing of the specification."""
    loop = asyncio.get_running_loop()
    async with (
        SimulatedShuffler() as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        device.unplug()
        while (await told(shuffler, LinkDown)).why is not DownReason.PORT_MISSING:
            pass
        device.plug_in()
        replugged = loop.time()
        await told(shuffler, LinkUp)
        assert loop.time() - replugged < 3


async def test_a_port_that_is_missing_is_one_clear_message(tmp_path: Path) -> None:
    path = str(tmp_path / "ttyNONE")
    with pytest.raises(PortMissing, match=f"there is no serial port {path}. plug the device in"):
        await SerialShuffler.create(url=path, keyring=HeldKeys())
    async with running(SerialShuffler(url=path, keyring=HeldKeys())) as shuffler:
        down = await told(shuffler, LinkDown)
        assert down.why is DownReason.PORT_MISSING
        assert path in down.say


async def test_a_port_in_use_is_busy_and_free_again_after_close() -> None:
    async with SimulatedShuffler() as device:
        holder = await SerialShuffler.create(url=device.port, keyring=device.host_keys)
        with pytest.raises(PortBusy, match="another process has"):
            await SerialShuffler.create(url=device.port, keyring=device.host_keys)
        holder.close()
        (await SerialShuffler.create(url=device.port, keyring=device.host_keys)).close()


async def test_a_deck_of_another_colour_is_refused_for_good() -> None:
    async with (
        SimulatedShuffler(speed=FAST) as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        await device.load_deck(Back.RED)
        for _ in range(2):
            with pytest.raises(CommandRefused):
                await shuffler.shuffle(command(1), Back.BLUE)
        assert not device.model.motor_starts


@pytest.mark.parametrize("counted", [51, 53])
async def test_a_wrong_count_is_told_as_counted(counted: int) -> None:
    async with (
        SimulatedShuffler(speed=FAST) as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        await device.load_deck(Back.BLUE)
        device.set_faults(Faults(counted=counted))
        await shuffler.shuffle(command(1), Back.BLUE)
        assert (await told(shuffler, ShuffleFinished)).counted == counted


async def test_a_cycle_in_sort_mode_says_so() -> None:
    async with (
        SimulatedShuffler(speed=FAST) as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        await device.load_deck(Back.BLUE)
        device.switch(Mode.SORT)
        await shuffler.shuffle(command(1), Back.BLUE)
        assert (await told(shuffler, ShuffleFinished)).mode is Mode.SORT


async def test_a_jam_fails_the_command() -> None:
    async with (
        SimulatedShuffler(speed=FAST) as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        await device.load_deck(Back.BLUE)
        device.set_faults(Faults(jam_at=16))
        await shuffler.shuffle(command(1), Back.BLUE)
        assert (await told(shuffler, ShuffleFailed)).reason is FailReason.JAM


async def test_power_lost_in_a_cycle_is_told_after_the_device_is_back() -> None:
    async with (
        SimulatedShuffler(speed=SLOW, timing=QUICK) as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        await device.load_deck(Back.BLUE)
        await shuffler.shuffle(command(1), Back.BLUE)
        device.power_cycle()
        failed = await told(shuffler, ShuffleFailed)
        assert (failed.reason, failed.event.boot) == (FailReason.POWER, 2)
        assert await shuffler.status_of(command(1)) is CommandStatus.DONE


async def test_a_device_that_takes_a_command_and_does_not_answer_is_asked_again() -> None:
    async with (
        SimulatedShuffler(speed=SLOW, timing=QUICK) as device,
        running(
            SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK, answer_deadline_s=0.1)
        ) as shuffler,
    ):
        await told(shuffler, LinkUp)
        await device.load_deck(Back.BLUE)
        device.hold_answers = True
        with pytest.raises(ShufflerAway, match="no answer to WHAT_BECAME"):
            await shuffler.shuffle(command(5), Back.BLUE)
        assert (await told(shuffler, LinkDown)).why is DownReason.NO_ANSWER
        assert shuffles_sent(device) == 0
        device.hold_answers = False
        await told(shuffler, LinkUp)
        await shuffler.shuffle(command(5), Back.BLUE)
        assert device.model.motor_starts == {command(5): 1}


async def test_a_port_on_which_no_shuffler_answers_is_told_once() -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        device.muted = True
        async with running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as shuffler:
            assert (await told(shuffler, LinkDown)).why is DownReason.NO_ANSWER
            device.muted = False
            async with asyncio.timeout(WITHIN_S):
                assert isinstance(await anext(shuffler.events()), LinkUp)


async def test_a_host_that_reads_late_loses_no_kept_event() -> None:
    decks = EVENTS_MAX + 44
    async with (
        SimulatedShuffler() as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys)) as shuffler,
    ):
        for _ in range(decks):
            await device.load_deck(Back.BLUE)
            device.take_deck()
        numbers = [(await told(shuffler, DeckLoaded)).event.number for _ in range(decks)]
        assert numbers == list(range(1, decks + 1))


async def test_nobody_is_asked_before_there_is_a_session() -> None:
    shuffler = SerialShuffler(url="/dev/none", keyring=HeldKeys())
    with pytest.raises(ShufflerAway):
        await shuffler.shuffle(command(1), Back.BLUE)
    with pytest.raises(ShufflerAway):
        await shuffler.status_of(command(1))
    await shuffler.acknowledge(EventId(boot=1, number=1))


async def test_a_question_in_hand_when_the_driver_stops_is_not_left_waiting() -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        device.hold_answers = True
        async with running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as shuffler:
            await told(shuffler, LinkUp)
            asking = asyncio.create_task(shuffler.status_of(command(1)))
            await device.wait_until(lambda: WhatBecame(command=command(1)) in device.trace.messages(Way.IN))
        with pytest.raises(ShufflerAway, match="was stopped"):
            await asking


async def test_an_asker_that_gives_up_does_not_spoil_the_next_answer() -> None:
    async with (
        SimulatedShuffler() as device,
        running(SerialShuffler(url=device.port, keyring=device.host_keys)) as shuffler,
    ):
        await told(shuffler, LinkUp)
        asking = asyncio.create_task(shuffler.status_of(command(1)))
        await asyncio.sleep(0)
        asking.cancel()
        assert await shuffler.status_of(command(2)) is CommandStatus.UNKNOWN


async def test_a_driver_created_with_its_port_open_runs_on_it() -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        created = await SerialShuffler.create(url=device.port, keyring=device.host_keys, timing=QUICK)
        async with running(created) as shuffler:
            await told(shuffler, LinkUp)
            device.drop_session()
            await told(shuffler, LinkDown)
            await told(shuffler, LinkUp)


async def test_a_device_of_another_version_is_named_as_such() -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        device.line = BadLine(Badness(downgrades=1))
        async with running(SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)) as shuffler:
            assert (await told(shuffler, LinkDown)).why is DownReason.OTHER_VERSION
            device.line = None
            await told(shuffler, LinkUp)
