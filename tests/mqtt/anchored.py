"""A table whose record is published with its checkpoints, and signed while the broker is still there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import msgspec

from firmware_host.host.host import Host
from firmware_host.journal.anchor import SignedCheckpoint
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.mqtt import publisher as mqtt_publisher
from firmware_host.mqtt.messages import Status, alert_messages
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.publisher import Publisher
from firmware_host.mqtt.topics import Topics
from firmware_host.table.acts.system import Start
from hil.clock import VirtualClock
from tests.support.publishing import SOFTWARE, TOPICS, publishing
from tests.worlds.hosted_table import PACE_MS, PROCEDURE, HostedTable, RunningHost, running_host


class AnchoredTable(HostedTable):
    """A HostedTable that is published with its checkpoints."""

    def __init__(self, running: RunningHost, clock: VirtualClock, publisher: Publisher) -> None:
        super().__init__(running, clock, pace_ms=PACE_MS)
        self.publisher = publisher

    async def told(self) -> None:
        """Return once the broker has taken all there was to say."""
        async with asyncio.timeout(30):
            await self.publisher.all_acknowledged.wait()


@asynccontextmanager
async def anchored(
    folder: Path, url: str, *, clock: VirtualClock, starts_anew: bool = False
) -> AsyncIterator[AnchoredTable]:
    """Run it on this folder and this broker; leaving is an orderly stop, as the controller does it."""
    async with running_host(folder, clock, config=JournalConfig(reserve_mib=0), signs_off=True) as running:
        publisher = mqtt_publisher.publisher(
            config=MqttConfig(url=url),
            topics=TOPICS,
            journal=running.journal,
            status=Status(online=True, journal=running.journal.id, software=SOFTWARE, configuration="in-force"),
            table=running.host,
            clock=clock,
        )
        table = AnchoredTable(running, clock, publisher)
        showing = asyncio.create_task(_show(running.host, publisher))
        try:
            await table.does(Start(software=SOFTWARE, config=PROCEDURE))
            if starts_anew:
                await table.opened()
            async with publishing(publisher):
                yield table
                await running.host.sign_now()
                publisher.signed(running.host.checkpoint, running.host.certificates)
        finally:
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)


async def _show(host: Host, publisher: Publisher) -> None:
    with host.watch() as changed:
        while True:
            changed.clear()
            publisher.news.set()
            publisher.alert(alert_messages(host.state))
            publisher.signed(host.checkpoint, host.certificates)
            await changed.wait()


async def kept(url: str, topics: Topics = TOPICS) -> SignedCheckpoint | None:
    """Return the checkpoint that the broker keeps; what is published after the subscription comes behind it."""
    host, port = MqttConfig(url=url).address()
    found: SignedCheckpoint | None = None
    async with aiomqtt.Client(host, port) as client, asyncio.timeout(20):
        await client.subscribe([(topics.checkpoint, 1), ("sentinel", 1)])
        await client.publish("sentinel", b"", qos=1)
        async for message in client.messages:
            if message.topic.value == "sentinel":
                break
            # amqtt passes on what it keeps of other topics, too.
            if message.topic.value == topics.checkpoint:
                found = msgspec.json.decode(bytes(message.payload), type=SignedCheckpoint)
    return found


async def keeps(url: str, payload: bytes) -> None:
    """Let the broker keep this as the table's checkpoint."""
    host, port = MqttConfig(url=url).address()
    async with aiomqtt.Client(host, port) as client:
        await client.publish(TOPICS.checkpoint, payload, qos=1, retain=True)
