"""What the real driver asks and orders beside a shuffle, of the simulated machine on a pseudo-terminal."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

import pytest

from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.port import (
    Activity,
    Back,
    Cleared,
    CommandId,
    CommandRefused,
    Delivered,
    Fill,
    Jammed,
    LinkUp,
    Place,
    Reconciled,
    SelfTested,
    ShuffleFinished,
    ShufflerBusy,
    ShufflerEvent,
    Verdict,
)
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.model import Faults

FAST = 400.0

Event = TypeVar("Event", bound=ShufflerEvent)


def command(number: int) -> CommandId:
    return CommandId(journal=bytes(range(16)), number=number)


class Talking:
    """A driver in session with a machine."""

    def __init__(self, device: SimulatedShuffler, driver: SerialShuffler) -> None:
        self.device = device
        self.driver = driver

    async def told(self, kind: type[Event]) -> Event:
        """The next event of this kind; those of other kinds before it are let go."""
        async with asyncio.timeout(10):
            async for event in self.driver.events():
                if isinstance(event, kind):
                    return event
        raise AssertionError

    async def shuffled(self, number: int = 1) -> None:
        await self.device.load_deck(Back.BLUE)
        await self.driver.shuffle(command(number), Back.BLUE)
        await self.told(ShuffleFinished)


@asynccontextmanager
async def talking(speed: float = FAST) -> AsyncIterator[Talking]:
    async with SimulatedShuffler(speed=speed) as device:
        driver = SerialShuffler(url=device.port, keyring=device.host_keys)
        task = asyncio.create_task(driver.run())
        try:
            there = Talking(device, driver)
            await there.told(LinkUp)
            yield there
        finally:
            task.cancel()
            await asyncio.wait([task])


async def test_a_deck_is_given_out_and_cards_in_and_out_agree() -> None:
    async with talking() as there:
        await there.shuffled()
        assert (await there.driver.status()).shelf_cards == 52
        await there.driver.deliver(command(2))
        delivered = await there.told(Delivered)
        assert (delivered.command, delivered.back, delivered.counted) == (command(2), Back.BLUE, 52)
        await there.driver.reconcile(command(3))
        reconciled = await there.told(Reconciled)
        assert (reconciled.went_in, reconciled.came_out, reconciled.lying, reconciled.astray) == (52, 52, 0, 0)


async def test_what_is_asked_is_answered_while_the_motor_runs_and_another_order_has_to_wait() -> None:
    async with talking(speed=1.0) as there:
        await there.device.load_deck(Back.RED)
        load = await there.driver.load()
        assert (load.back, load.fill) == (Back.RED, Fill.PLAUSIBLE)
        await there.driver.shuffle(command(1), Back.RED)
        assert (await there.driver.status()).activity is Activity.SHUFFLING
        assert (await there.driver.wear()).cycles == 1, "a shuffle wears from its start"
        with pytest.raises(ShufflerBusy):
            await there.driver.reconcile(command(2))
    assert command(2) not in there.device.model.commands, "it may be given again"


async def test_a_jam_tells_its_place_and_is_cleared_once_it_was_seen_to() -> None:
    async with talking() as there:
        there.device.set_faults(Faults(jam_at=16, jam_place=Place.CAMERA))
        await there.device.load_deck(Back.BLUE)
        await there.driver.shuffle(command(1), Back.BLUE)
        assert (await there.told(Jammed)).place is Place.CAMERA
        with pytest.raises(CommandRefused):
            await there.driver.reconcile(command(2))
        await there.driver.clear(command(3))
        assert (await there.told(Cleared)).found == 16
        assert (await there.driver.status()).jam is None


async def test_the_same_act_given_again_moves_nothing() -> None:
    async with talking() as there:
        for _ in range(2):
            await there.driver.self_test(command(1))
        tested = await there.told(SelfTested)
        assert (tested.feed, tested.memory) == (Verdict.GOOD, Verdict.GOOD)
        await there.driver.self_test(command(1))
        assert there.device.model.motor_starts == {command(1): 1}
