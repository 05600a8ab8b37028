"""A key press on a simulated pin to the fact at a subscriber, durable on disk first; beside the bare floor."""

import asyncio
import contextlib
import os
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from firmware_host.rules.answers import Key
from hil.robots.dealer import PINS
from tests.bench._figures import row
from tests.integration.brokers import any_broker
from tests.integration.table import PlayedTable, played_table

REST_S = 0.15
"""A key pressed faster than six times a second for long is taken for a loose wire."""
SETTLE_MS = 20
"""The key's settle time, which is a choice and not a cost; taken off below."""


def main(*, full: bool) -> None:
    """Print ours and the floor from one run, on one broker."""
    asyncio.run(_both(500 if full else 100))


async def _both(presses: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with any_broker(folder) as url:
            floor = await asyncio.to_thread(_floor, url, presses)
            ours = await _ours(folder, url, presses)
    print(row("mock pin, callback, paho publish, no journal", floor))
    print(row(f"ours, settle time of {SETTLE_MS} ms taken off", ours))


async def _ours(folder: Path, url: str, presses: int) -> list[float]:
    async with played_table(folder, broker=url, stop_after=0) as table:
        await table.world.controller.start()
        await table.subscriber.until(lambda: table.subscriber.view is not None)
        await press(table, Key.NEXT)
        return [await press(table, Key.CALL_FLOOR) - SETTLE_MS / 1000 for _ in range(presses)]


async def press(table: PlayedTable, key: Key) -> float:
    """From the release, which is what a short press is, to its fact."""
    pins = table.world.pins
    await asyncio.sleep(REST_S)
    before = len(table.subscriber.facts)
    pins.drive(PINS[key], 0)
    await asyncio.sleep(2 * SETTLE_MS / 1000)
    begin = time.perf_counter()
    pins.drive(PINS[key], 1)
    await table.subscriber.until(lambda: len(table.subscriber.facts) > before)
    return time.perf_counter() - begin


def _floor(url: str, presses: int) -> list[float]:
    os.environ["GPIOZERO_PIN_FACTORY"] = "mock"
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415 - the factory is chosen first

    pin = MockFactory().pin("GPIO17")
    pin.input_with_pull("up")
    with _client(url) as publisher, _client(url) as subscriber:
        heard = threading.Event()
        subscriber.on_message = _setter(heard)
        ready = threading.Event()
        subscriber.on_subscribe = _setter(ready)
        subscriber.subscribe("floor", qos=1)
        ready.wait()

        def publish(*_: object) -> None:
            publisher.publish("floor", b"x" * 500, qos=1)

        # The pin keeps a weak reference only, so the name has to live as long as it is wanted.
        pin.when_changed = publish
        times = []
        for number in range(presses):
            heard.clear()
            begin = time.perf_counter()
            (pin.drive_high if number % 2 else pin.drive_low)()
            heard.wait()
            times.append(time.perf_counter() - begin)
        pin.close()
        return times


def _setter(event: threading.Event) -> Callable[..., None]:
    return lambda *_: event.set()


@contextlib.contextmanager
def _client(url: str) -> Iterator[paho.Client]:
    parts = urlsplit(url)
    client = paho.Client(CallbackAPIVersion.VERSION2)
    connected = threading.Event()
    client.on_connect = _setter(connected)
    client.connect(parts.hostname or "127.0.0.1", parts.port or 1883)
    client.loop_start()
    connected.wait()
    link = client.socket()
    if isinstance(link, socket.socket):
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        yield client
    finally:
        client.disconnect()
        client.loop_stop()
