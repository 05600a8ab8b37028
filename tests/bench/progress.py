"""
The delay of a shuffle's progress: from the device to the driver, and from the device to a subscriber.

The second is the whole way: link, controller, broker (QoS 1). Also measured: the time until the link is back after the
cable was replugged, in the same process.
"""

import asyncio
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.messages import Message
from drivers.shuffler.port import Back, CommandId, DownReason, LinkDown, LinkUp, Progress, ShuffleFinished
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.trace import Trace, Way
from tests.bench._figures import row
from tests.worlds.played_table import played_table

SPEED = 10.0
"""A shuffle then takes 4.5 s and reports each card."""

MOST_S = 0.050


def main(*, full: bool) -> None:
    """Print all three figures."""
    asyncio.run(_driver(rounds=4 if full else 1))
    asyncio.run(_subscriber(rounds=3 if full else 1))
    asyncio.run(_replugged(times=20 if full else 5))


class _Stamped(Trace):
    """Notes when the device sent each progress, by a finer clock than the trace's."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[tuple[int, int], float] = {}

    def add(self, way: Way, message: Message) -> None:
        if isinstance(message, Progress):
            self.said[message.command.number, message.done] = time.perf_counter()
        super().add(way, message)


def _told(name: str, took: list[float]) -> None:
    late = sum(each > MOST_S for each in took)
    print(row(name, took))
    print(f"  slowest {max(took) * 1e3:.1f} ms; {late} of {len(took)} later than {MOST_S * 1e3:.0f} ms")


async def _driver(*, rounds: int) -> None:
    async with SimulatedShuffler(speed=SPEED) as device:
        device.trace = stamped = _Stamped()
        driver = SerialShuffler(url=device.port, keyring=device.host_keys)
        running = asyncio.create_task(driver.run())
        took, number = [], 0
        async for event in driver.events():
            if isinstance(event, Progress):
                took.append(time.perf_counter() - stamped.said[event.command.number, event.done])
            if isinstance(event, ShuffleFinished):
                device.take_deck()
            if isinstance(event, LinkUp | ShuffleFinished):
                number += 1
                if number > rounds:
                    break
                await device.load_deck(Back.BLUE)
                await driver.shuffle(CommandId(journal=bytes(16), number=number), Back.BLUE)
        running.cancel()
        await asyncio.wait([running])
    _told("progress, from the device to the driver's reader", took)


async def _subscriber(*, rounds: int) -> None:
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        async with played_table(Path(folder), speed=SPEED, stop_after=rounds) as table:
            table.world.simulated.trace = stamped = _Stamped()
            look, seen = table.subscriber.on_message, set[tuple[int, int]]()

            def heard() -> None:
                report = table.subscriber.devices.get("shuffler")
                number = max(stamped.said, default=(0, 0))[0]
                shown = (number, report.done) if report and report.done is not None else None
                if shown in stamped.said and shown not in seen:
                    took.append(time.perf_counter() - stamped.said[shown])
                    seen.add(shown)
                if look:
                    look()

            table.subscriber.on_message = heard
            await table.world.controller.start()
            with suppress(TimeoutError):
                await table.rounds(rounds, within_s=60)
    _told("progress, from the device to a subscriber", took)


async def _replugged(*, times: int) -> None:
    took = []
    async with SimulatedShuffler() as device:
        driver = SerialShuffler(url=device.port, keyring=device.host_keys)
        running = asyncio.create_task(driver.run())
        plugged = 0.0
        async for event in driver.events():
            if isinstance(event, LinkUp):
                if plugged:
                    took.append(time.perf_counter() - plugged)
                if len(took) == times:
                    break
                device.unplug()
            if isinstance(event, LinkDown) and event.why is DownReason.PORT_MISSING:
                device.plug_in()
                plugged = time.perf_counter()
        running.cancel()
        await asyncio.wait([running])
    print(row("link back after a replug, in the same process", took))
