"""One table's publisher and whoever listens to it, for tests."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from firmware_host.journal.store import Journal
from firmware_host.mqtt.connection import DEFAULT_TIMEOUTS, Timeouts
from firmware_host.mqtt.messages import Status
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.publisher import Publisher, SettingAside
from firmware_host.mqtt.topics import Topics
from tests.support.listener import Listener

TOPICS = Topics(house="demo", table="poker-1")

SOFTWARE = "firmware-host 0"


IMPATIENT = Timeouts(answer_s=0.6, retry_first_s=0.05, retry_last_s=0.1)
"""For brokers that do not answer, and tests that are to be short."""

AGAIN_SOON = Timeouts(retry_first_s=0.05, retry_last_s=0.1)
"""For brokers that are away and come back, and have as much to take as a busy machine lets them."""


def publisher_of(
    journal: Journal, url: str, *, set_aside: SettingAside | None = None, patience: Timeouts = DEFAULT_TIMEOUTS
) -> Publisher:
    return publisher_with(journal, MqttConfig(url=url), set_aside=set_aside, patience=patience)


def publisher_with(
    journal: Journal,
    config: MqttConfig,
    *,
    set_aside: SettingAside | None = None,
    patience: Timeouts = DEFAULT_TIMEOUTS,
) -> Publisher:
    status = Status(online=True, journal=journal.id, software=SOFTWARE, configuration="in-force")
    return Publisher(
        config=config, topics=TOPICS, journal=journal, status=status, set_aside=set_aside, patience=patience
    )


@asynccontextmanager
async def publishing(publisher: Publisher) -> AsyncIterator[asyncio.Task[None]]:
    """Run it; leaving stops it in order."""
    running = asyncio.create_task(publisher.run())
    try:
        yield running
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def eventually(
    condition: Callable[[], bool], *, within_s: float = 60.0, shown: Callable[[], object] = lambda: ""
) -> None:
    """For what nobody tells of. `shown` helps to find out why not; as long as that changes, the limit begins anew."""
    loop, latest = asyncio.get_running_loop(), str(shown())
    until_s = loop.time() + within_s
    while not condition():
        await asyncio.sleep(0.005)
        if (now := str(shown())) != latest:
            latest, until_s = now, loop.time() + within_s
        if loop.time() >= until_s:
            raise TimeoutError(f"not within {within_s} s: {latest}")


def said(listener: Listener, topic: str) -> list[Any]:
    return [msgspec.json.decode(payload) for payload in listener.on(topic)]


def numbers(listener: Listener) -> list[int]:
    return [int(event["sequence"]) for event in said(listener, TOPICS.fact)]


def each_once(listener: Listener) -> list[bytes]:
    """The facts in the order in which each came first; a duplicate must be the same to the byte."""
    first: dict[str, bytes] = {}
    for payload in listener.on(TOPICS.fact):
        assert first.setdefault(msgspec.json.decode(payload)["id"], payload) == payload
    return list(first.values())


@asynccontextmanager
async def heard_by(listener: Listener) -> AsyncIterator[None]:
    """Let it listen, whether or not there is a broker yet."""
    running = asyncio.create_task(listener.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
