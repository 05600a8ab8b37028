"""
The time from a key press on a simulated pin to its message at a subscriber (QoS 1), in one run on one broker.

The controller makes the press durable before publishing. Compared with `mqtt-io`, which keeps no record, on the same
simulated pins, and with the floor: a mock pin, its callback and a publish, once on the same pins in another process,
and once in this process. A durable commit is timed on the same disk. At p99 the controller should be within 3 ms of
the floor and below 1.5 times `mqtt-io`.

A key pressed a thousand times at once is a fault by design, so a burst goes through the local socket instead: a
thousand requests in one write. Each must become a fact, and the messages must arrive in order, each once.
"""

import asyncio
import itertools
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path

import msgspec

from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.local_api.server import Asked
from firmware_host.rules.decision import Key, Role
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from hil.pins.contacts import KEY_PINS
from hil.pins.pin_world import PinWorld
from hil.world import World, table_world
from tests.bench._ear import Ear, client, listening
from tests.bench._figures import quantile, row
from tests.bench._floor import MESSAGE, TOPIC, publishing
from tests.bench._mqtt_io import BUTTON, EVERYTHING, mqtt_io
from tests.support.brokers import any_broker
from tests.support.record_files import some_facts

REST_S = 0.15
"""The pause between presses: a key pressed more than six times a second for long counts as a loose wire."""

SETTLE_MS = 20
"""The key's settling time, subtracted from the figures because it is a choice and not a cost."""

BURST = 1000

PIN = 17

SPEED = 300.0


OVER_MS, TIMES = 3, 1.5
"""Limits at p99: milliseconds above the floor, and the ratio to mqtt-io."""


TURNS = 10

MOMENTS = random.Random(1)


Press = Callable[[], Awaitable[float]]

Burst = Callable[[], Awaitable[str]]


def main(*, full: bool) -> None:
    """Print all figures of one run on one broker, taken in turns, because a machine's speed drifts."""
    asyncio.run(_all(500 if full else 100))


async def _all(presses: int) -> None:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = await stack.enter_async_context(any_broker(folder))
        bare = await asyncio.to_thread(_floor, url, presses)
        floor = Timed(await stack.enter_async_context(_on_the_same_pins(folder, url)))
        press, burst = await stack.enter_async_context(_rival(folder, url))
        rival = Timed(press)
        press, our_burst = await stack.enter_async_context(_ours(folder, url))
        ours = Timed(press)
        commits = Timed(stack.enter_context(_commits(folder / "commits", presses)))
        for _ in range(TURNS):
            for each in (floor, rival, ours, commits):
                await each.go_on(presses // TURNS)
        orders = (await burst(), await our_burst())
    print(row("mock pin, callback, paho publish, in this process", bare))
    print(row("mock pin, callback, paho publish, on the same pins", floor.times))
    print(row("mqtt-io, no journal", rival.times))
    print(row(f"ours, settle time of {SETTLE_MS} ms taken off", ours.times))
    print(row("one durable commit of one fact", commits.times))
    over_s = quantile(ours.times, 0.99) - quantile(floor.times, 0.99)
    times = quantile(ours.times, 0.99) / quantile(rival.times, 0.99)
    print(f"ours above the floor on the same pins at p99: {over_s * 1e3:.2f} ms (aim {OVER_MS})")
    print(f"ours at p99 is {times:.2f} times mqtt-io (aim {TIMES})")
    print(*orders, sep="\n")


class Timed:
    """A repeated measurement and its times."""

    def __init__(self, press: Press) -> None:
        """Start without times."""
        self.times: list[float] = []
        self._press = press

    async def go_on(self, times: int) -> None:
        """Repeat the measurement `times` more."""
        self.times += [await self._press() for _ in range(times)]


@asynccontextmanager
async def _ours(folder: Path, url: str) -> AsyncIterator[tuple[Press, Burst]]:
    async with table_world(folder / "ours", broker=url, speed=SPEED, seed=1) as world:
        with listening(url, world.topics.fact) as ear:
            yield await ready(world, ear), lambda: _our_burst(folder / "ours" / "data", world, ear)


async def _our_burst(folder: Path, world: World, ear: Ear) -> str:
    """Send all requests in one write; the cause of a fact names its request."""
    reader, writer = await asyncio.open_unix_connection(world.door)
    with closing(writer):
        # Make sure that the first call changes the state, whatever was pressed last.
        with closing(Reader(folder)) as record:
            seen = record.last
        writer.write(_asked(BURST + 1, seen))
        await reader.readline()
        await ear.silence()
        begin = time.perf_counter()
        writer.write(b"".join(_asked(number, seen) for number in range(BURST)))
        for _ in range(BURST):
            await reader.readline()
        each_ms = (time.perf_counter() - begin) * 1e3 / BURST
    facts = [msgspec.json.decode(message.payload)["data"] for message in await ear.silence()]
    came = [int(fact["cause"].rpartition("-")[2]) for fact in facts if "burst-" in fact["cause"]]
    numbers = [fact["number"] for fact in facts]
    follows = all(after == before + 1 for before, after in itertools.pairwise(numbers))
    in_order = "yes" if follows and came == list(range(BURST)) else "no"
    return f"ours, {BURST} asked at once: {each_ms:.2f} ms each until durable, {len(came)} came, in order: {in_order}"


def _asked(number: int, seen: int) -> bytes:
    act = EndFloorCall() if number % 2 else CallFloor()
    asked = Asked(id=f"burst-{number}", actor="dealer-1", role=Role.DEALER, seen=seen, act=act, pin="")
    return msgspec.json.encode(asked) + b"\n"


@contextmanager
def _commits(folder: Path, count: int) -> Iterator[Press]:
    """Time one append from the event loop to the disk and back, after the same pause as before a press."""
    with closing(Journal.open(folder)) as journal:
        facts = iter(some_facts(journal, count))

        async def commit() -> float:
            await asyncio.sleep(REST_S)
            begin = time.perf_counter()
            await journal.append((next(facts),))
            return time.perf_counter() - begin

        yield commit


async def ready(world: World, ear: Ear) -> Press:
    """Start the controller; return a function that presses a key and returns the time of its fact, without settling."""
    await world.controller.start()
    await world.pins.connected()
    await ear.following()
    await ear.silence()

    async def press() -> float:
        return await _press(world.pins, KEY_PINS[Key.CALL_FLOOR], ear) - SETTLE_MS / 1000

    # The first press after a start does extra work.
    await press()
    return press


async def _press(pins: PinWorld, pin: int, ear: Ear) -> float:
    """Return the time from the release of the key, which ends a short press, to the first message."""
    await asyncio.sleep(REST_S)
    pins.drive(pin, 0)
    await asyncio.sleep(2 * SETTLE_MS / 1000)
    ear.drained()
    # Press at a random point within a millisecond.
    await asyncio.to_thread(time.sleep, MOMENTS.random() / 1000)
    begin = time.perf_counter()
    pins.drive(pin, 1)
    return (await ear.following()).at_s - begin


@asynccontextmanager
async def _rival(folder: Path, url: str) -> AsyncIterator[tuple[Press, Burst]]:
    sockets = folder / "rival-pins"
    async with PinWorld(sockets) as pins:
        pins.drive(PIN, 1)
        with listening(url, EVERYTHING) as ear:
            async with mqtt_io(folder, broker=url, pins=sockets, pin=PIN):
                await ear.following()
                await pins.connected()
                await ear.silence()
                yield lambda: _press(pins, PIN, ear), lambda: _burst(pins, ear)


async def _burst(pins: PinWorld, ear: Ear) -> str:
    """Send alternating values; two equal ones in a row mean a lost or reordered message."""
    await ear.silence()
    for number in range(BURST):
        pins.drive(PIN, 1 if number % 2 else 0)
    values = [message.payload for message in await ear.silence() if message.topic == BUTTON]
    alike = sum(left == right for left, right in itertools.pairwise(values))
    return f"mqtt-io, a burst of {BURST} edges: {len(values)} came, {alike} of them equal to the one before"


@asynccontextmanager
async def _on_the_same_pins(folder: Path, url: str) -> AsyncIterator[Press]:
    sockets = folder / "floor-pins"
    async with PinWorld(sockets) as pins:
        pins.drive(PIN, 1)
        with listening(url, TOPIC) as ear:
            async with publishing(url, pins=sockets, pin=PIN):
                await pins.connected()
                await ear.silence()
                yield lambda: _press(pins, PIN, ear)


def _floor(url: str, presses: int) -> list[float]:
    os.environ["GPIOZERO_PIN_FACTORY"] = "mock"
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415 - the factory is chosen first

    pin = MockFactory().pin("GPIO17")
    pin.input_with_pull("up")
    with client(url) as publisher, listening(url, TOPIC) as ear:

        def publish(*_: object) -> None:
            publisher.publish(TOPIC, MESSAGE, qos=1)

        # The pin keeps only a weak reference, so keep the callback alive here.
        pin.when_changed = publish
        times = []
        for number in range(presses):
            time.sleep(REST_S / 5)
            begin = time.perf_counter()
            (pin.drive_high if number % 2 else pin.drive_low)()
            times.append(ear.next().at_s - begin)
        pin.close()
        return times
