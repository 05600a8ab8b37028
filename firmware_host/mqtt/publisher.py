"""
One session with the broker after another.

The journal is the outbox: facts go out in order, each after the PUBACK of the one before, and the cursor follows.
What was sent and not yet marked goes out again after a crash, with the same id.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

import aiomqtt
import msgspec

from firmware_host.journal.store import Journal
from firmware_host.mqtt.config import MqttConfig
from firmware_host.mqtt.events import Status, fact_event
from firmware_host.mqtt.topics import Topics
from firmware_host.table.contract import DeviceReport
from firmware_host.table.view import View
from firmware_host.trouble import Trouble

CONSUMER = "mqtt"
BATCH = 100
"""Facts sent between two writes of the cursor."""
RETRY_FIRST_S = 0.25
RETRY_LAST_S = 5.0
FAREWELL_S = 1.0
ANSWER_S = 5.0
HEARS_S = 0.2
NODELAY = (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

log = logging.getLogger(__name__)


class Publisher:
    """Publishes one table. Tell it of news by `wake`, `show` and `report`; `run` does the rest."""

    def __init__(self, *, config: MqttConfig, topics: Topics, journal: Journal, status: Status) -> None:
        """Store; nothing is sent before `run`."""
        self._config = config
        self._topics = topics
        self._journal = journal
        self._status = status
        self._retained: dict[str, bytes] = {}
        self._unsent: set[str] = set()
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Say that the journal has new facts."""
        self._news.set()

    def show(self, view: View) -> None:
        """Publish this view as the table's state; an older one not yet sent is dropped."""
        self._retain(self._topics.state, msgspec.json.encode(view))

    def report(self, report: DeviceReport) -> None:
        """Publish this as the device's health; an older one not yet sent is dropped."""
        self._retain(self._topics.device(report.device), msgspec.json.encode(report))

    def configured(self, configuration: str) -> None:
        """Say on the status topic whether table.toml is what is in force, once that has changed."""
        if configuration != self._status.configuration:
            self._status = msgspec.structs.replace(self._status, configuration=configuration)
            self._retain(self._topics.status, self._document(online=True))

    async def run(self) -> None:
        """Publish until cancelled, through as many sessions as it takes."""
        wait_s = RETRY_FIRST_S
        while True:
            try:
                async with self._connected() as client:
                    log.info("publishing to %s under %s", self._config.url, self._topics.base)
                    wait_s = RETRY_FIRST_S
                    await self._session(client)
            except* aiomqtt.MqttError as errors:
                if wait_s == RETRY_FIRST_S:
                    why = errors.exceptions[0]
                    log.warning("the broker %s is away (%s); facts wait in the journal", self._config.url, why)
            _heed_stop()
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, RETRY_LAST_S)

    async def probe(self) -> None:
        """Raise `Trouble` unless the broker is there now."""
        try:
            async with self._connected():
                pass
        except aiomqtt.MqttError as error:
            raise Trouble(
                f"no broker answers at {self._config.url} ({error}); start it, or mend `url` under [mqtt] in table.toml"
            ) from None

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[aiomqtt.Client]:
        """
        Connect, and disconnect at the end.

        An attempt to connect is not abandoned half way without need: the client would keep its socket and a task,
        and nobody could close them. Only a broker that says nothing at all is not waited for by a stop.
        """
        client = self._client()
        connecting = asyncio.ensure_future(client.__aenter__())
        try:
            await asyncio.shield(connecting)
        except asyncio.CancelledError:
            with suppress(aiomqtt.MqttError, TimeoutError):
                async with asyncio.timeout(FAREWELL_S):
                    await connecting
                await client.__aexit__(None, None, None)
            raise
        try:
            yield client
        finally:
            await client.__aexit__(None, None, None)

    def _client(self) -> aiomqtt.Client:
        host, port = self._config.address()
        return aiomqtt.Client(
            host,
            port,
            # With the journal's name in it: two controllers that were given one name by mistake are both heard.
            identifier=f"{self._topics.base.replace('/', '-')}-{self._status.journal[:8]}",
            keepalive=self._config.keepalive_s,
            timeout=ANSWER_S,
            will=aiomqtt.Will(self._topics.status, self._document(online=False), qos=1, retain=True),
            socket_options=[NODELAY],
        )

    async def _session(self, client: aiomqtt.Client) -> None:
        """
        Publish until the connection is lost or we are cancelled.

        No `TaskGroup`: up to Python 3.12 the one whose child fails leaves `cancelling()` of its own task raised, and
        every loss of the broker would look like a stop.
        """
        publish = asyncio.create_task(self._publish(client), name="mqtt publish")
        watch = asyncio.create_task(_until_lost(client), name="mqtt watch")
        try:
            await asyncio.wait((publish, watch), return_when=asyncio.FIRST_COMPLETED)
            # A lost connection is told to both; unless the watch hears of it, the client's future complains for ever.
            await asyncio.wait((watch,), timeout=HEARS_S)
        except asyncio.CancelledError:
            await _ended(publish, watch)
            # An orderly stop sends no will, so we say ourselves that the table is gone.
            await self._farewell(client)
            raise
        await _ended(publish, watch)
        for task in (publish, watch):
            if not task.cancelled():
                task.result()

    async def _farewell(self, client: aiomqtt.Client) -> None:
        with suppress(TimeoutError, aiomqtt.MqttError):
            async with asyncio.timeout(FAREWELL_S):
                payload = self._document(online=False)
                await client.publish(self._topics.status, payload, qos=1, retain=True)

    async def _publish(self, client: aiomqtt.Client) -> None:
        await self._send(client, {self._topics.status: self._document(online=True)})
        self._unsent = set(self._retained)
        while True:
            self._news.clear()
            await self._send_facts(client)
            unsent, self._unsent = self._unsent, set()
            await self._send(client, {topic: self._retained[topic] for topic in sorted(unsent)})
            await self._news.wait()

    async def _send_facts(self, client: aiomqtt.Client) -> None:
        sent = self._journal.sent(CONSUMER)
        while links := self._journal.after(sent, limit=BATCH):
            for link in links:
                await _acknowledged(client, self._topics.fact, fact_event(self._topics, link))
            sent = links[-1].number
            await self._journal.mark_sent(CONSUMER, sent)

    async def _send(self, client: aiomqtt.Client, documents: Mapping[str, bytes]) -> None:
        for topic, document in documents.items():
            await _acknowledged(client, topic, document, retain=True)

    def _document(self, *, online: bool) -> bytes:
        return msgspec.json.encode(msgspec.structs.replace(self._status, online=online))

    def _retain(self, topic: str, document: bytes) -> None:
        if self._retained.get(topic) != document:
            self._retained[topic] = document
            self._unsent.add(topic)
            self._news.set()


async def _acknowledged(client: aiomqtt.Client, topic: str, payload: bytes, *, retain: bool = False) -> None:
    """Return after the PUBACK."""
    await client.publish(topic, payload, qos=1, retain=retain)
    _heed_stop()


async def _ended(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _heed_stop() -> None:
    """
    Raise the cancellation that a call into the client may have swallowed.

    It waits by `asyncio.wait_for`, which before Python 3.12 loses a cancellation that comes together with the PUBACK
    (cpython issue 86296), and its own error while disconnecting takes the place of one. A stop not heard is no stop.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def _until_lost(client: aiomqtt.Client) -> None:
    """Raise `MqttError` as soon as the connection is gone; a publish alone would wait for its time-out."""
    async for _ in client.messages:
        pass
