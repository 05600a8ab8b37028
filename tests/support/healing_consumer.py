"""A consumer as the integrator's page wants it: it keeps the last number it has, and asks for what is missing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import aiomqtt
import msgspec

from firmware_host.journal.reader import Reader
from firmware_host.mqtt.messages import FactEvent
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.replay import ReplayEnded, ReplayRequest
from tests.support.publishing import TOPICS

NAME = "accounting"

AGAIN_S = 0.02

ALL = 10**9


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What matters here of a fact's own words."""

    journal: str
    number: int


class HealingConsumer:
    """
    `facts` is what it has, byte for byte; `published` and `replayed` are how many came which way, duplicates and all.

    Its session outlasts its connection, so the broker keeps for it what it can.
    """

    def __init__(self, url: str) -> None:
        self.facts: list[bytes] = []
        self.published = 0
        self.replayed = 0
        self.journal = ""
        self.subscribed = asyncio.Event()
        self._url = url
        self._changed = asyncio.Condition()
        self._running: asyncio.Task[None] | None = None

    def comes(self) -> None:
        """Listen from now on, whether or not there is a broker yet."""
        self._running = asyncio.create_task(self._run())

    async def leaves(self) -> None:
        """Listen no more. Raises what it failed of."""
        running, self._running = self._running, None
        self.subscribed.clear()
        if running is not None:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    async def _run(self) -> None:
        host, port = MqttConfig(url=self._url).address()
        while True:
            try:
                async with aiomqtt.Client(host, port, identifier=NAME, clean_session=False) as client:
                    topics = (TOPICS.status, TOPICS.fact, TOPICS.reply(NAME))
                    await client.subscribe([(topic, 1) for topic in topics])
                    self.subscribed.set()
                    async for message in client.messages:
                        await self._hear(client, message.topic.value, bytes(message.payload))
            except aiomqtt.MqttError:
                self.subscribed.clear()
                await asyncio.sleep(AGAIN_S)

    async def has(self, count: int, *, within_s: float = 60.0) -> None:
        """Wait until it has finished so many facts."""
        async with asyncio.timeout(within_s), self._changed:
            await self._changed.wait_for(lambda: len(self.facts) >= count)

    async def _hear(self, client: aiomqtt.Client, topic: str, payload: bytes) -> None:
        if topic == TOPICS.status:
            self._begin(msgspec.json.decode(payload)["journal"])
            await self._ask(client)
        elif b'"specversion"' in payload:
            self.published += topic == TOPICS.fact
            self.replayed += topic != TOPICS.fact
            await self._fact(client, msgspec.json.decode(payload, type=FactEvent))
        elif b'"replay-ended"' in payload:
            ended = msgspec.json.decode(payload, type=ReplayEnded)
            if ended.to < ended.last:
                await self._ask(client)

    def _begin(self, journal: str) -> None:
        if journal != self.journal:
            self.journal, self.facts = journal, []

    async def _fact(self, client: aiomqtt.Client, event: FactEvent) -> None:
        told = msgspec.json.decode(event.data, type=Told)
        if told.journal != self.journal:
            return
        if told.number == len(self.facts) + 1:
            self.facts.append(bytes(event.data))
            async with self._changed:
                self._changed.notify_all()
        elif told.number <= len(self.facts):
            assert self.facts[told.number - 1] == bytes(event.data), "a duplicate is the same to the byte"
        else:
            await self._ask(client)

    async def _ask(self, client: aiomqtt.Client) -> None:
        request = ReplayRequest(journal=self.journal, from_=len(self.facts) + 1, to=ALL)
        await client.publish(TOPICS.replay(NAME), msgspec.json.encode(request))


@asynccontextmanager
async def consuming(url: str) -> AsyncIterator[HealingConsumer]:
    """Have one that listens."""
    consumer = HealingConsumer(url)
    consumer.comes()
    try:
        yield consumer
    finally:
        await consumer.leaves()


def on_record(folder: Path) -> list[bytes]:
    """The facts of the record in this folder, byte for byte, read as an auditor reads it."""
    with closing(Reader(folder)) as reader:
        return [link.data for link in reader.links()]
