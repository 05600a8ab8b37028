"""What a shuffler's word is worth, from its firmware to the grade of the proof, over a real pseudo-terminal."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from drivers.link.crypto import Vocabulary
from drivers.link.link_events_and_timing import LinkTiming
from drivers.shuffler.attestation import Firmware
from drivers.shuffler.device_messages import Attestation, Cleared, Reconciled, Wear
from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.host_messages import Attest, Clear, GetStatus, Reconcile, Shuffle
from drivers.shuffler.layout import Tag, tag_of
from drivers.shuffler.messages import VOCABULARY
from drivers.shuffler.port import Back, CommandId, DownReason, LinkDown, LinkUp, ShuffleFinished, Standing
from hil.shuffler.device import IMAGE, SimulatedShuffler

QUICK = LinkTiming(first_retry_ms=40, longest_retry_ms=80, tries=4, quiet_ms=200, ping_ms=80, pings=3)

RIGHT = Firmware(model="Simulated", version="1.0", image=IMAGE)

WITHIN_S = 30.0

COMMAND = CommandId(journal=bytes(range(16)), number=7)


@asynccontextmanager
async def running(
    device: SimulatedShuffler, *firmware: Firmware, answer_deadline_s: float = 5.0
) -> AsyncIterator[SerialShuffler]:
    shuffler = SerialShuffler(
        url=device.port,
        keyring=device.host_keys,
        firmware=firmware,
        timing=QUICK,
        answer_deadline_s=answer_deadline_s,
    )
    task = asyncio.create_task(shuffler.run())
    try:
        async with asyncio.timeout(WITHIN_S):
            yield shuffler
    finally:
        task.cancel()
        await asyncio.wait([task])


async def came_up(shuffler: SerialShuffler) -> LinkUp:
    event = await anext(aiter(shuffler.events()))
    assert isinstance(event, LinkUp)
    return event


async def end_of_cycle(shuffler: SerialShuffler) -> ShuffleFinished:
    async for event in shuffler.events():
        if isinstance(event, ShuffleFinished):
            return event
    raise AssertionError("nothing is told any more")


async def test_a_device_that_runs_a_listed_image_is_attested() -> None:
    other = replace(RIGHT, version="0.9", image=b"an older image")
    async with SimulatedShuffler(timing=QUICK) as device, running(device, other, RIGHT) as shuffler:
        up = await came_up(shuffler)
        assert (up.standing, up.why) == (Standing.ATTESTED, None)


@pytest.mark.parametrize(
    ("listed", "why"),
    [
        ((), "no list of approved firmware is in force at this table"),
        ((replace(RIGHT, image=IMAGE[:-1] + b"!"),), "the firmware of the shuffler is not on the signed list"),
        ((replace(RIGHT, model="MD-3"),), "the firmware of the shuffler is for another model"),
    ],
    ids=["no list", "another image", "another model"],
)
async def test_a_device_whose_firmware_is_not_listed_is_only_reported(listed: tuple[Firmware, ...], why: str) -> None:
    async with SimulatedShuffler(timing=QUICK) as device, running(device, *listed) as shuffler:
        up = await came_up(shuffler)
        assert (up.standing, up.why) == (Standing.REPORTED, why)


async def test_a_device_that_does_not_know_how_is_only_reported() -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        device.knows(Vocabulary(VOCABULARY.tags - {tag_of(Attest), tag_of(Attestation)}))
        async with running(device, RIGHT) as shuffler:
            up = await came_up(shuffler)
            assert (up.standing, up.why) == (Standing.REPORTED, "the shuffler cannot state which firmware it runs")


@pytest.mark.parametrize(
    ("lacks", "says"),
    [
        ({tag_of(Shuffle)}, "does not know the messages SHUFFLE"),
        ({tag_of(Reconcile), tag_of(Reconciled)}, "does not know the messages RECONCILE, RECONCILED"),
        ({tag_of(GetStatus)}, "does not know the messages GET_STATUS"),
        ({tag_of(Wear)}, "knows the messages GET_WEAR but not WEAR"),
        ({tag_of(Clear), tag_of(Cleared)}, "knows the messages JAMMED but not CLEAR, CLEARED"),
    ],
)
async def test_a_device_that_lacks_what_its_work_takes_is_not_used(lacks: set[Tag], says: str) -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        device.knows(Vocabulary(VOCABULARY.tags - lacks))
        async with running(device) as shuffler:
            down = await anext(aiter(shuffler.events()))
            assert isinstance(down, LinkDown)
            assert down.why is DownReason.BAD_MESSAGE
            assert says in down.say


async def test_a_device_that_says_it_is_busy_has_the_time_it_needs() -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        device.attest_ms = 1_500
        async with running(device, RIGHT, answer_deadline_s=0.5) as shuffler:
            assert (await came_up(shuffler)).standing is Standing.ATTESTED


async def test_a_result_says_the_nonce_of_its_order_again_and_another_nonce_is_not_ours() -> None:
    async with SimulatedShuffler(timing=QUICK, speed=1000) as device:
        async with running(device, RIGHT) as shuffler:
            await came_up(shuffler)
            await device.load_deck(Back.BLUE)
            await shuffler.shuffle(COMMAND, Back.BLUE)
            finished = await end_of_cycle(shuffler)
            assert shuffler.is_ours(finished)
            assert not shuffler.is_ours(replace(finished, nonce=bytes(16)))
            assert not shuffler.is_ours(replace(finished, command=replace(COMMAND, number=8)))
        async with running(device, RIGHT) as another_host:
            await came_up(another_host)
            assert not another_host.is_ours(finished)
