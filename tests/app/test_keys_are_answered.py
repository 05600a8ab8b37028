"""The answer to a press, from the key through the controller to the beeper and the status lamp of the world."""

import asyncio
from pathlib import Path

from firmware_host.rules.decision import Key
from hil.dice.world import BEEPER_PIN, DiceWorld, dice_world
from tests.support.brokers import any_broker

STATUS_PIN = 25

SILENT_S = 0.6
"""Longer than any pause inside an answer."""


async def beeps_of(world: DiceWorld, key: Key) -> int:
    """Press the key; return how often the beeper sounds."""
    pressing = asyncio.create_task(world.keys.press(key))
    beeps = 0
    try:
        async with asyncio.timeout(20) as patience:
            while True:
                await world.pins.shows(BEEPER_PIN, 1)
                await world.pins.shows(BEEPER_PIN, 0)
                beeps += 1
                patience.reschedule(asyncio.get_running_loop().time() + SILENT_S)
    except TimeoutError:
        return beeps
    finally:
        await pressing


async def test_a_press_that_is_taken_beeps_once_and_one_that_is_refused_three_times(tmp_path: Path) -> None:
    async with any_broker(tmp_path) as url, dice_world(tmp_path / "world", broker=url, seed=1) as world:
        await world.controller.start()
        async with asyncio.timeout(20):
            await world.pins.shows(STATUS_PIN, 1)
        assert await beeps_of(world, Key.CALL_FLOOR) == 1
        assert await beeps_of(world, Key.NO_ROLL) == 3
        async with asyncio.timeout(20):
            await world.pins.shows(STATUS_PIN, 1)
