"""A table on a real broker that can be asked by signed commands, and somebody who asks it."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiomqtt
import msgspec

from firmware_host.host.host import Host
from firmware_host.journal.signing import Signer
from firmware_host.mqtt import publisher as mqtt_publisher
from firmware_host.mqtt.connection import DEFAULT_TIMEOUTS, Timeouts
from firmware_host.mqtt.messages import Command, Status, alert_messages
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.publisher import Publisher
from firmware_host.mqtt.remote_client import CommandSigner
from firmware_host.rules.decision import Role
from firmware_host.table.acts.floor import CallFloor, EndFloorCall, EnrolKey, EnrolPerson
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.system import Start
from firmware_host.table.sign import sign
from firmware_host.table.view import public_view
from hil.clock import VirtualClock
from tests.support.listener import Listener
from tests.support.publishing import SOFTWARE, TOPICS, publishing
from tests.worlds.hosted_table import PACE_MS, PROCEDURE, HostedTable, RunningHost, running_host

KEY = Signer.of(bytes(range(32)))

ACTOR = "pit-1"

ROLE = Role.CASINO_SUPERVISOR


class CommandedTable(HostedTable):
    """A HostedTable that is published, with a casino supervisor who has a key."""

    def __init__(self, running: RunningHost, clock: VirtualClock, publisher: Publisher) -> None:
        super().__init__(running, clock, pace_ms=PACE_MS, dealer="dealer-1", floor="floorperson")
        self.publisher = publisher
        self.signing = CommandSigner(actor=ACTOR, signer=KEY)

    def command(self, act: Act, id_: str, **changes: Any) -> Command:
        usual = Command(journal=self.journal.id, table=TOPICS.base, actor=ACTOR, id=id_, seen=self.state.last, act=act)
        return msgspec.structs.replace(usual, **changes)

    async def does_something(self) -> None:
        """Anything, so that there is a newer fact."""
        await self.does(EndFloorCall() if self.state.floor_called else CallFloor())

    def refused(self, why: str) -> int:
        return self.publisher.counted.refused.get(why, 0)


@asynccontextmanager
async def commanded(
    folder: Path, config: MqttConfig, *, patience: Timeouts = DEFAULT_TIMEOUTS
) -> AsyncIterator[CommandedTable]:
    """Run it on this folder and this broker."""
    clock = VirtualClock()
    async with running_host(folder, clock) as running:
        publisher = mqtt_publisher.publisher(
            config=config,
            topics=TOPICS,
            journal=running.journal,
            status=Status(online=True, journal=running.journal.id, software=SOFTWARE, configuration="in-force"),
            table=running.host,
            clock=clock,
            patience=patience,
        )
        table = CommandedTable(running, clock, publisher)
        showing = asyncio.create_task(_show(running.host, publisher))
        try:
            if table.state.config is None:
                await table.does(Start(software=SOFTWARE, config=PROCEDURE))
                await table.opened()
                await table.by_supervisors(EnrolPerson(person=ACTOR, roles=(ROLE,)))
                await table.by_supervisors(EnrolKey(public=KEY.key, actor=ACTOR, role=ROLE))
            async with publishing(publisher):
                yield table
        finally:
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)


async def _show(host: Host, publisher: Publisher) -> None:
    with host.watch() as changed:
        while True:
            changed.clear()
            publisher.news.set()
            if host.state.config is not None:
                publisher.post(sign(host.state))
                publisher.show(public_view(host.state))
                publisher.alert(alert_messages(host.state))
            await changed.wait()


class Asker:
    """Sends what it is given, and finds the answer to just that."""

    def __init__(self, client: aiomqtt.Client, listener: Listener) -> None:
        self._client = client
        self._listener = listener

    async def sends(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        await self._client.publish(topic, payload, qos=1, retain=retain)

    async def asks(self, payload: bytes, *, actor: str = ACTOR) -> dict[str, Any]:
        name = hashlib.sha256(payload).hexdigest()
        before = len(self.replies(name, actor))
        await self.sends(TOPICS.command(actor), payload)
        await self._listener.until(lambda: len(self.replies(name, actor)) > before)
        return self.replies(name, actor)[-1]

    def replies(self, name: str, actor: str = ACTOR) -> list[dict[str, Any]]:
        found = (msgspec.json.decode(payload) for payload in self._listener.on(TOPICS.reply(actor)))
        return [reply for reply in found if reply.get("command") == name]


@asynccontextmanager
async def asking(url: str, listener: Listener) -> AsyncIterator[Asker]:
    """Be connected as an integrator."""
    host, port = MqttConfig(url=url).address()
    async with aiomqtt.Client(host, port) as client:
        yield Asker(client, listener)
