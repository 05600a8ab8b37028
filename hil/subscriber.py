"""A subscriber to a table: keeps every fact and the latest of each retained message."""

import asyncio
import ssl
from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlsplit

import aiomqtt
import msgspec

from firmware_host.mqtt.messages import AlertMessage, Status
from firmware_host.mqtt.topics import Topics
from firmware_host.table.facts.fact import Fact
from firmware_host.table.view import DeviceReport, View
from hil.changes import Changes

RECONNECT_S = 0.2


class Received(msgspec.Struct, frozen=True, kw_only=True):
    """The envelope of a fact as a consumer reads it, with the fact's own bytes."""

    specversion: str
    id: str
    source: str
    type: str
    time: datetime
    datacontenttype: str
    sequence: str
    factdigest: str
    data: msgspec.Raw

    def fact(self) -> Fact:
        """Return the decoded fact."""
        return msgspec.json.decode(self.data, type=Fact)


class Subscriber:
    """Receives the messages of a table: start `run`, then wait with `until`."""

    def __init__(
        self,
        *,
        url: str,
        topics: Topics,
        name: str,
        keeps_session: bool,
        journal: str | None = None,
        tls: ssl.SSLContext | None = None,
        on_message: Callable[[], None] | None = None,
    ) -> None:
        """
        `name` is the name of the session at the broker; a session that `keeps_session` misses nothing while offline.

        With `journal` only messages of this record count: a broker may still retain those of an earlier table.
        `on_message` is called after each message has been processed.
        """
        self._journal = journal
        self._tls = tls
        self._address = urlsplit(url)
        self._topics = topics
        self._name = name
        self._keeps_session = keeps_session
        self.on_message = on_message
        self._changes = Changes()
        self.subscribed = asyncio.Event()
        self.facts: list[Received] = []
        """All facts in order, each once."""
        self.duplicates = 0
        self.out_of_order: list[str] = []
        self.status: Status | None = None
        self.view: View | None = None
        self.devices: dict[str, DeviceReport] = {}
        self.alerts: dict[str, AlertMessage] = {}
        """The standing alerts by topic."""
        self.other: str | None = None
        """The record of another table that is online under the same topics."""

    async def run(self) -> None:
        """Receive until cancelled."""
        while True:
            try:
                async with self._client() as client:
                    await client.subscribe(f"{self._topics.base}/#", qos=1)
                    self.subscribed.set()
                    async for message in client.messages:
                        self._take(str(message.topic), bytes(message.payload))
                        if self.on_message:
                            self.on_message()
                        await self._changes.happened()
            except aiomqtt.MqttError:
                await asyncio.sleep(RECONNECT_S)

    async def until(self, condition: Callable[[], bool], *, within_s: float = 90.0) -> None:
        """
        Wait until a message makes the condition true.

        Raises `TimeoutError` when no message comes for so long, or after twice that.
        """
        await self._changes.until(condition, within_s=within_s, at_most_s=2 * within_s, so_far=self._so_far)

    def _so_far(self) -> str:
        last = self.facts[-1].type if self.facts else "no fact"
        return f"{len(self.facts)} facts were published, the last: {last}; {self._awaited()}"

    def _awaited(self) -> str:
        """Return what the table waits for, for a test that waits in vain."""
        view = self.view
        if view is None:
            return "no view of the table came"
        steps = [step.say for step in view.steps if step.expected]
        reason = view.waiting_for.reason if view.waiting_for else "nothing"
        return f"the view after fact {view.seen} expects {steps}, waits for {reason}; devices: {view.devices}"

    def _client(self) -> aiomqtt.Client:
        return aiomqtt.Client(
            self._address.hostname or "127.0.0.1",
            self._address.port or 1883,
            identifier=self._name,
            clean_session=not self._keeps_session,
            tls_context=self._tls,
        )

    def _take(self, topic: str, payload: bytes) -> None:
        if topic == self._topics.fact:
            received = msgspec.json.decode(payload, type=Received)
            if self._is_ours(received.fact().journal):
                self._take_fact(received)
        elif topic == self._topics.state:
            view = msgspec.json.decode(payload, type=View)
            self.view = view if self._is_ours(view.journal) else self.view
        elif topic == self._topics.status:
            self._take_status(msgspec.json.decode(payload, type=Status))
        elif topic.startswith(self._topics.alerts):
            self._take_alert(topic, payload)
        elif topic.startswith(self._topics.device("")):
            report = msgspec.json.decode(payload, type=DeviceReport)
            self.devices[report.device] = report

    def _is_ours(self, journal: str) -> bool:
        return self._journal in (None, journal)

    def _take_status(self, status: Status) -> None:
        if self._is_ours(status.journal):
            self.status = status
        else:
            self.other = status.journal if status.online else None

    def _take_alert(self, topic: str, payload: bytes) -> None:
        if payload:
            self.alerts[topic] = msgspec.json.decode(payload, type=AlertMessage)
        else:
            self.alerts.pop(topic, None)

    def _take_fact(self, received: Received) -> None:
        number = int(received.sequence)
        expected = int(self.facts[-1].sequence) + 1 if self.facts else number
        if number == expected:
            self.facts.append(received)
        elif number < expected:
            self.duplicates += 1
        else:
            self.out_of_order.append(received.id)
