"""A device built to the page of before this one: no EMPTIED, and the whole of what it knew goes on as it did."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from drivers.link.crypto import Vocabulary
from drivers.link.link_events_and_timing import LinkTiming
from drivers.link.pairing import Keyring
from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.host_messages import WhatBecame
from drivers.shuffler.pairing import pair
from drivers.shuffler.port import (
    Back,
    CommandId,
    CommandStatus,
    Delivered,
    LinkUp,
    ShuffleFinished,
    ShufflerEvent,
    Tampered,
    UnreadableEvent,
)
from firmware_host.devices.pairing_key_file import PairingKeyFile
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.lies import Liar
from hil.shuffler.line import BadLine, Badness
from hil.shuffler.trace import Way

PAGE_BEFORE = Vocabulary.from_bytes(bytes.fromhex("0000000000000000000000073ffe001e0000000000000000000000000f07003e"))
"""Every message that the page had before EMPTIED."""

QUICK = LinkTiming(first_retry_ms=40, longest_retry_ms=80, tries=4, quiet_ms=80, ping_ms=40, pings=3)

PATIENT = LinkTiming(first_retry_ms=40, longest_retry_ms=80, tries=200, quiet_ms=10_000)
"""One session for the whole test: frames of a session that was given up would count as forged in the next."""


def command(number: int) -> CommandId:
    return CommandId(journal=bytes(range(16)), number=number)


@asynccontextmanager
async def running(
    device: SimulatedShuffler, keys: Keyring | None = None, *, timing: LinkTiming = QUICK
) -> AsyncIterator[SerialShuffler]:
    shuffler = SerialShuffler(url=device.port, keyring=keys or device.host_keys, timing=timing)
    task = asyncio.create_task(shuffler.run())
    try:
        yield shuffler
    finally:
        task.cancel()
        await asyncio.wait([task])


async def told(shuffler: SerialShuffler, kind: type[ShufflerEvent]) -> ShufflerEvent:
    async with asyncio.timeout(30):
        async for event in shuffler.events():
            if isinstance(event, kind):
                return event
    raise AssertionError


async def test_a_device_of_the_page_before_shuffles_and_gives_out() -> None:
    async with SimulatedShuffler(speed=400, timing=QUICK) as device:
        device.knows(PAGE_BEFORE)
        async with running(device) as shuffler:
            await told(shuffler, LinkUp)
            await device.load_deck(Back.BLUE)
            await shuffler.shuffle(command(1), Back.BLUE)
            await told(shuffler, ShuffleFinished)
            await shuffler.deliver(command(2))
            await told(shuffler, Delivered)
            assert device.take_deck() is not None
            assert (await shuffler.status()).output is None
            assert device.refused == 0


async def test_a_device_of_the_page_before_is_paired_and_met_again_by_its_new_key(tmp_path: Path) -> None:
    keys = PairingKeyFile(tmp_path)
    async with SimulatedShuffler(speed=400, timing=QUICK) as device:
        device.knows(PAGE_BEFORE)
        old = device.pairing
        secret = device.press_pairing_key()
        made = await pair(url=device.port, host=keys.host, secret=secret, keep=keys.offered, timing=QUICK)
        assert device.pairing == made != old
        async with running(device, PairingKeyFile(tmp_path)) as shuffler:
            await told(shuffler, LinkUp)
            await device.load_deck(Back.RED)
            await shuffler.shuffle(command(1), Back.RED)
            done = await told(shuffler, ShuffleFinished)
            assert isinstance(done, ShuffleFinished)
            assert (done.counted, device.refused) == (52, 0)


async def test_an_event_that_cannot_be_read_leaves_the_session_open() -> None:
    async with SimulatedShuffler(speed=400, timing=QUICK) as device:
        device.liar = Liar(device.model.next_event, broken=ShuffleFinished)
        async with running(device) as shuffler:
            await told(shuffler, LinkUp)
            await device.load_deck(Back.BLUE)
            await shuffler.shuffle(command(1), Back.BLUE)
            bad = await told(shuffler, UnreadableEvent)
            assert isinstance(bad, UnreadableEvent)
            assert (bad.what, bad.command) == ("SHUFFLE_FINISHED", command(1))
            await shuffler.acknowledge(bad.event)
            assert await shuffler.status_of(command(1)) is CommandStatus.DONE, "the session goes on"
            await device.wait_until(lambda: bad.event not in device.model.kept)


async def test_what_became_of_a_shuffle_is_asked_once_before_it_is_given() -> None:
    async with SimulatedShuffler(speed=400, timing=QUICK) as device, running(device) as shuffler:
        await told(shuffler, LinkUp)
        await device.load_deck(Back.BLUE)
        assert await shuffler.status_of(command(1)) is CommandStatus.UNKNOWN
        await shuffler.load()
        await shuffler.shuffle(command(1), Back.BLUE)
        assert sum(isinstance(message, WhatBecame) for message in device.trace.messages(Way.IN)) == 1
        await told(shuffler, ShuffleFinished)


@pytest.mark.parametrize("bad", [Badness(twice=100), Badness(overtaken=30)], ids=["repeated", "overtaken"])
async def test_frames_that_noise_cannot_make_are_told_once_a_minute(bad: Badness) -> None:
    async with SimulatedShuffler(timing=PATIENT) as device, running(device, timing=PATIENT) as shuffler:
        await told(shuffler, LinkUp)
        device.line = BadLine(bad)
        asking = asyncio.create_task(_asks(shuffler))
        found = await told(shuffler, Tampered)
        asking.cancel()
        assert isinstance(found, Tampered)
        assert found.replayed
        assert not found.forged


async def _asks(shuffler: SerialShuffler) -> None:
    while True:
        await shuffler.status()
