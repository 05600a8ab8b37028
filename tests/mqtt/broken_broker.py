"""A table whose broker comes to harm, and a consumer that heals itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from firmware_host.mqtt.connection import Timeouts
from firmware_host.mqtt.mqtt_config import MqttConfig
from hil.broker import LOOPBACK
from tests.mqtt.commanded_table import CommandedTable, commanded
from tests.support.healing_consumer import HealingConsumer, consuming, on_record
from tests.support.listener import listening
from tests.support.publishing import IMPATIENT, TOPICS, eventually
from tests.support.relay import Relay


class Scene:
    """A table behind a relay, a consumer that heals itself, and a listener that believes nothing."""

    def __init__(self, *, folder: Path, table: CommandedTable, relay: Relay, consumer: HealingConsumer) -> None:
        self.folder = folder
        self.table = table
        self.relay = relay
        self.consumer = consumer

    @property
    def waiting(self) -> int:
        return self.table.publisher.counted.waiting

    async def does(self, count: int) -> None:
        for _ in range(count):
            await self.table.does_something()

    async def settles(self) -> None:
        """The broker has acknowledged everything, and the consumer has the whole record, byte for byte."""
        await eventually(lambda: self.waiting == 0 and self.table.publisher.counted.sessions > 0)
        await self.consumer.has(self.table.state.last)
        assert self.consumer.facts == on_record(self.folder)


@asynccontextmanager
async def scene(
    folder: Path, port: int, *, table_port: int = 0, tls: bool = False, patience: Timeouts = IMPATIENT, **options: Any
) -> AsyncIterator[Scene]:
    """Begin; the broker at this port may come and go. The table may have a door of its own there."""
    data, url = folder / "data", f"mqtt://{LOOPBACK}:{port}"
    async with Relay(table_port or port) as relay, consuming(url) as consumer:
        config = MqttConfig(url=relay.url.replace("mqtt:", "mqtts:") if tls else relay.url, **options)
        async with commanded(data, config, patience=patience) as table:
            yield Scene(folder=data, table=table, relay=relay, consumer=consumer)


async def stands_at(url: str) -> dict[str, Any]:
    """What the broker keeps for whoever comes now, by topic."""
    async with listening(url, TOPICS.base) as later:
        await later.until(lambda: {TOPICS.status, TOPICS.state, TOPICS.sign} <= {heard.topic for heard in later.heard})
    return {heard.topic: msgspec.json.decode(heard.payload) for heard in later.heard if heard.retained}
