"""A subscriber at the broker: paho in its own thread, noting the time of each message."""

import asyncio
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

PATIENCE_S = 30.0

QUIET_S = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """One message and the time of its arrival."""

    at_s: float
    topic: str
    payload: bytes


class Ear:
    """The messages of one subscription, in order."""

    def __init__(self) -> None:
        self._heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()

    def take(self, _client: object, _userdata: object, message: paho.MQTTMessage) -> None:
        self._heard.put(Heard(at_s=time.perf_counter(), topic=message.topic, payload=bytes(message.payload)))

    def next(self) -> Heard:
        return self._heard.get(timeout=PATIENCE_S)

    async def following(self) -> Heard:
        return await asyncio.to_thread(self.next)

    async def silence(self) -> tuple[Heard, ...]:
        """Wait until no more messages come; return those that came meanwhile."""
        found = list[Heard]()
        while True:
            await asyncio.sleep(QUIET_S)
            more = self.drained()
            found += more
            if not more:
                return tuple(found)

    def drained(self) -> tuple[Heard, ...]:
        """Return the messages not yet read."""
        found = []
        while not self._heard.empty():
            found.append(self._heard.get())
        return tuple(found)


@contextmanager
def listening(url: str, topic: str) -> Iterator[Ear]:
    """Subscribe with QoS 1."""
    ear = Ear()
    with client(url) as subscriber:
        granted = threading.Event()
        subscriber.on_message = ear.take
        subscriber.on_subscribe = setter(granted)
        subscriber.subscribe(topic, qos=1)
        granted.wait(PATIENCE_S)
        yield ear


@contextmanager
def client(url: str) -> Iterator[paho.Client]:
    """Return a connected client with its own thread and TCP_NODELAY."""
    parts = urlsplit(url)
    made = paho.Client(CallbackAPIVersion.VERSION2)
    connected = threading.Event()
    made.on_connect = setter(connected)
    made.connect(parts.hostname or "127.0.0.1", parts.port or 1883)
    made.loop_start()
    connected.wait(PATIENCE_S)
    link = made.socket()
    if isinstance(link, socket.socket):
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        yield made
    finally:
        made.disconnect()
        made.loop_stop()


def setter(event: threading.Event) -> Callable[..., None]:
    return lambda *_: event.set()
