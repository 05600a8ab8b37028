"""
The publisher of one table: sessions with the broker, one after another.

On each connection it first publishes the status, which shows whether the broker accepts anything. All retained
documents and the unacknowledged facts follow, in order and a limited number at a time, and then everything new.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NoReturn

import aiomqtt
import msgspec

from firmware_host.errors import UserError
from firmware_host.host.clock import Clock
from firmware_host.journal.failures import JournalFailed
from firmware_host.journal.signing import Signed
from firmware_host.journal.store import Journal
from firmware_host.mqtt import connection
from firmware_host.mqtt.anchor_check import AnchorCheck
from firmware_host.mqtt.broker_health import BrokerHealth, BrokerReporter
from firmware_host.mqtt.connection import (
    DEFAULT_TIMEOUTS,
    FAREWELL_S,
    HEARS_S,
    WINDOW,
    ClientOptions,
    ReconnectWait,
    Timeouts,
    connected,
    ended,
    first_ends,
    heed_stop,
    raise_first,
    until_lost,
)
from firmware_host.mqtt.counters import Counters, Counts
from firmware_host.mqtt.inbox import Inbox, Table
from firmware_host.mqtt.messages import AlertMessage, Status, checkpoint_document
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.outbox import Item, Outbox, Window
from firmware_host.mqtt.poison_messages import DeadLetters, PoisonDetector
from firmware_host.mqtt.topics import Topics
from firmware_host.table.sign import Sign
from firmware_host.table.view import DeviceReport, View
from firmware_host.token_bucket import RateLimit, RateLimiter

log = logging.getLogger(__name__)

WILLS = RateLimit(at_once=5, each_second=0.2)
"""How often the table answers its own will with its status. A dead connection has one will; more are forgeries."""

FORGERIES = RateLimit(at_once=256, each_second=200)
"""How many forged documents are replaced at once; further ones are checked again later."""

FORGED_PAGES = RateLimit(at_once=5, each_second=0.2)
"""
How often the table publishes status, state or sign again because another client published one.

Two controllers under one name would otherwise answer each other without a pause.
"""

Hearing = Callable[[aiomqtt.Client], Awaitable[None]]
"""Receives messages on one connection; raises `MqttError` if the connection is lost."""

SettingAside = Callable[[Item, str], Awaitable[None]]
"""Records that this message was not published, and why."""


class Publisher:
    """Publishes one table. Set `news` for new facts, hand it documents by `show` and the like; `run` sends them."""

    def __init__(
        self,
        *,
        config: MqttConfig,
        topics: Topics,
        journal: Journal,
        status: Status,
        tally: Counters | None = None,
        hear: Hearing = until_lost,
        set_aside: SettingAside | None = None,
        patience: Timeouts = DEFAULT_TIMEOUTS,
        presence: BrokerHealth | None = None,
        anchor: AnchorCheck | None = None,
    ) -> None:
        """Nothing is sent before `run`."""
        self._config = config
        self._topics = topics
        self._status = status
        self._tally = tally or Counters()
        self._outbox = Outbox(journal=journal, topics=topics, tally=self._tally, cursor_s=patience.cursor_s)
        self._suspicion = PoisonDetector(window=2 * WINDOW)
        self._hear = hear
        self._set_aside = set_aside
        self.news = asyncio.Event()
        self.all_acknowledged = asyncio.Event()
        """Set once the broker has acknowledged everything; parts that start late wait for this event."""
        self._patience = patience
        self._presence = presence or BrokerHealth(own=frozenset(), patience=patience)
        self._presence.resend = self._resend
        self._presence.recovered = self._recovered
        self._anchor = anchor
        if anchor is not None:
            self._outbox.is_silent = lambda: anchor.superseded
        self._wills = RateLimiter(WILLS, clock_s=time.monotonic)
        self._forgeries = RateLimiter(FORGERIES, clock_s=time.monotonic)
        self._forged_pages = RateLimiter(FORGED_PAGES, clock_s=time.monotonic)
        self._wait = ReconnectWait(patience)
        self._why = ""
        self._is_compared = False
        """Whether the checkpoint that the broker retained was compared with the record, on this connection."""
        self._checkpoint_taken: bytes | None = None

    @property
    def counted(self) -> Counts:
        """Return the counts so far."""
        return self._tally.counted(waiting=self._outbox.waiting)

    def show(self, view: View) -> None:
        """Publish this view on the topic `state`; an older view that was not sent yet is dropped."""
        self._retain(self._topics.state, msgspec.json.encode(view))

    def post(self, sign: Sign) -> None:
        """Publish the sign: what the table posts."""
        self._retain(self._topics.sign, msgspec.json.encode(sign))

    def report(self, report: DeviceReport) -> None:
        """Publish a device's health; an older report that was not sent yet is dropped."""
        self._retain(self._topics.device(report.device), msgspec.json.encode(report))

    def signed(self, checkpoint: Signed | None, certificates: tuple[Signed, ...] = ()) -> None:
        """Publish the newest checkpoint of the record, with the certificates of its key."""
        if checkpoint is not None:
            self._retain(self._topics.checkpoint, checkpoint_document(checkpoint, certificates))

    def alert(self, alerts: tuple[AlertMessage, ...]) -> None:
        """Publish the active alerts, each on its own topic; empty the topics of cleared alerts."""
        standing = {self._topics.alert(alert.number): alert for alert in alerts}
        for topic in self._outbox.retained.standing(self._topics.alerts):
            if topic not in standing and self._outbox.retained.remove(topic):
                self.news.set()
        for topic, alert in standing.items():
            self._retain(topic, msgspec.json.encode(alert))

    def found_retained(self, topic: str, payload: bytes) -> bool:
        """
        Check one of the table's documents at the broker; return False if it has to be checked again later.

        A document that the table did not publish is removed, or replaced by the table's own: it may be old or forged. A
        broker passes a new message on without saying whether it retains it. An empty message removes a document.
        """
        retained = self._outbox.retained
        if topic in self._topics.pages:
            return self._found_page(topic, payload)
        if not topic.startswith((self._topics.alerts, self._topics.devices)) or retained.is_ours(topic, payload):
            return True
        if not payload and not retained.has(topic):
            return True
        if not self._forgeries.allows(self._topics.base):
            return False
        if retained.has(topic):
            self._resend((topic,))
        else:
            self._retain(topic, b"")
        return True

    def _found_page(self, topic: str, payload: bytes) -> bool:
        """Publish status, state or sign again if another client did; before the first publish they are an old run's."""
        is_status = topic == self._topics.status
        ours = is_status and payload in (self._document(online=True), self._document(online=False))
        retained = self._outbox.retained
        if ours or retained.is_ours(topic, payload) or not self._is_compared:
            return True
        if not is_status and not retained.has(topic):
            return True
        if not self._forged_pages.allows(topic):
            return False
        self._resend((topic,))
        return True

    def was_flooded(self) -> None:
        """Send all retained documents again: any of them may have been forged while messages were dropped."""
        self._outbox.retained.mark_all_unsent()
        self.news.set()

    def heard_itself(self, topic: str, payload: bytes) -> None:
        """
        Note one of our own documents as the broker passes it on; answer the late will of a dead connection.

        Forgeries are ignored: only the table's present documents count, and its will at a limited rate.
        """
        is_will = topic == self._topics.status and payload == self._document(online=False)
        if self._wills.allows(topic) if is_will else payload == self._present(topic):
            self._presence.heard(topic, payload)
            if topic == self._topics.status and not is_will and self._anchor is not None:
                # The table subscribed before it published this status, so all retained messages came before it.
                self._anchor.all_received()
            if is_will:
                self._resend((topic,))

    def listens(self, may: bool) -> None:  # noqa: FBT001 - as it is called
        """Note whether the table may read its own documents; if not, no checkpoint will come to compare with."""
        self._presence.listens(may=may)
        if not may and self._anchor is not None:
            self._anchor.all_received()

    def _present(self, topic: str) -> bytes | None:
        return self._document(online=True) if topic == self._topics.status else self._outbox.retained.document(topic)

    def configured(self, configuration: str) -> None:
        """Publish on the status topic whether table.toml is in force, if that has changed."""
        if configuration != self._status.configuration:
            self._status = msgspec.structs.replace(self._status, configuration=configuration)
            self._retain(self._topics.status, self._document(online=True))

    async def run(self) -> None:
        """
        Publish until cancelled, reconnecting as often as needed.

        If a task beside the sessions fails, everything ends, and the supervisor restarts the whole part.
        """
        sessions = asyncio.create_task(self._sessions(), name="mqtt sessions")
        beside = (
            asyncio.create_task(self._outbox.keep_cursor(), name="mqtt cursor"),
            asyncio.create_task(self._presence.run(), name="mqtt presence"),
        )
        try:
            await first_ends(sessions, *beside)
        finally:
            # Cancel only once: a second cancellation would interrupt the farewell.
            sessions.cancel()
            await asyncio.wait((sessions,))
            await ended(sessions, *beside)
            # The host reports a failed journal and stops the table.
            with suppress(JournalFailed):
                await self._outbox.save_cursor()
        raise_first(sessions, *beside)

    async def _sessions(self) -> NoReturn:
        while True:
            await self._one_session()
            heed_stop()
            await self._wait.before_next()

    async def probe(self) -> None:
        """Raise `UserError` unless the broker can be reached and accepts the table now."""
        try:
            async with connected(self._config, self._options()):
                pass
        except aiomqtt.MqttError as error:
            raise connection.cannot_connect(self._config, error) from None

    async def _one_session(self) -> None:
        try:
            async with connected(self._config, self._options()) as client:
                await self._session(client)
        except* (aiomqtt.MqttError, UserError) as errors:
            self._lost(_first(errors))

    def _lost(self, why: BaseException) -> None:
        """Log the loss once, not at each attempt; log again if the reason changes."""
        words = self._presence.lost(connection.why(self._config, why))
        if words != self._why:
            self._why = words
            log.warning(
                "no connection to the broker %s (%s); facts wait in the journal until it is back",
                self._config.url,
                words,
            )

    async def _session(self, client: aiomqtt.Client) -> None:
        """Publish until the connection is lost or the task is cancelled."""
        window = Window(client, news=self.news)
        self._is_compared, self._checkpoint_taken = False, None
        if self._anchor is not None:
            self._anchor.new_connection()
        # Subscribe before publishing the status: it must come back, and a consumer may ask for a replay at once.
        hear = asyncio.create_task(self._heard(client), name="mqtt hear")
        publish = asyncio.create_task(self._publish(client, window), name="mqtt publish")
        try:
            await first_ends(publish, hear)
            # Both tasks get the lost connection; asyncio would complain about an error that was never retrieved.
            await asyncio.wait((hear,), timeout=HEARS_S)
        except asyncio.CancelledError:
            await ended(publish, hear)
            await window.abandon()
            # An orderly disconnect sends no will, so publish it ourselves.
            await self._farewell(client)
            raise
        await ended(publish, hear)
        self._tally.lost_sessions += 1
        # If the broker drops everything, no single message is to blame.
        if self._presence.is_proved:
            self._suspicion.lost(window.oldest)
        await window.abandon()
        raise_first(publish, hear)

    async def _farewell(self, client: aiomqtt.Client) -> None:
        with suppress(TimeoutError, aiomqtt.MqttError):
            async with asyncio.timeout(FAREWELL_S):
                await self._last_checkpoint(client)
                payload = self._document(online=False)
                await client.publish(self._topics.status, payload, qos=1, retain=True)

    async def _last_checkpoint(self, client: aiomqtt.Client) -> None:
        """Publish the checkpoint signed at the stop, so that a start on an older copy of the record is noticed."""
        document = self._outbox.retained.document(self._topics.checkpoint)
        if document not in (None, self._checkpoint_taken) and self._is_compared and not self._outbox.is_silent():
            await client.publish(self._topics.checkpoint, document, qos=1, retain=True)

    async def _heard(self, client: aiomqtt.Client) -> None:
        await self._hear(client)

    async def _publish(self, client: aiomqtt.Client, window: Window) -> None:
        status = self._document(online=True)
        await client.publish(self._topics.status, status, qos=1, retain=True)
        heed_stop()
        log.info("publishing to %s under %s", self._config.url, self._topics.base)
        self._tally.sessions += 1
        self._presence.accepted()
        self._presence.acknowledged(self._topics.status, status)
        if self._anchor is not None:
            await self._anchor.wait(at_most_s=self._patience.answer_s)
        self._is_compared = True
        self._outbox.new_connection()
        items = self._outbox.items()
        while True:
            self.news.clear()
            for item in window.acknowledged():
                self._outbox.acknowledged(item)
                self._presence.acknowledged(item.topic, item.payload)
                self._suspicion.passed()
                if item.topic == self._topics.checkpoint:
                    self._checkpoint_taken = item.payload
            while window.has_room(alone=self._suspicion.is_careful):
                following = next(items, None)
                if following is None:
                    items = self._outbox.items()
                    break
                if self._suspicion.proved(following):
                    await self._go_on_without(following)
                else:
                    window.start(following)
            if window.oldest is None:
                self.all_acknowledged.set()
            await self.news.wait()

    async def _go_on_without(self, item: Item) -> None:
        log.error(
            "the broker disconnects at each publish of %s %s; skipping the message", item.topic, item.number or ""
        )
        if self._set_aside is not None:
            await self._set_aside(item, "the broker disconnects each time it is published")
        self._outbox.set_aside(item)

    def _options(self) -> ClientOptions:
        return ClientOptions(
            # With the journal's id, two controllers that share a table name by mistake do not disconnect each other.
            identifier=f"{self._topics.base.replace('/', '-')}-{self._status.journal[:8]}",
            will=aiomqtt.Will(self._topics.status, self._document(online=False), qos=1, retain=True),
            tally=self._tally,
            patience=self._patience,
        )

    def _document(self, *, online: bool) -> bytes:
        return msgspec.json.encode(msgspec.structs.replace(self._status, online=online))

    def _resend(self, topics: tuple[str, ...]) -> None:
        """Publish the documents of these topics again; the broker should now deliver them."""
        if self._topics.status in topics:
            self._outbox.retained.put(self._topics.status, self._document(online=True))
        self._outbox.retained.mark_unsent(topics)
        self.news.set()

    def _recovered(self, forgetful: bool) -> None:  # noqa: FBT001 - as the callback is called
        """Reset the retry delay; to a broker that dropped messages, send all retained documents again."""
        self._wait.reset()
        self._why = ""
        if forgetful:
            self._outbox.retained.mark_all_unsent()
            self.news.set()

    def _retain(self, topic: str, document: bytes) -> None:
        if self._outbox.retained.put(topic, document):
            self.news.set()


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    found = errors.exceptions[0]
    return _first(found) if isinstance(found, BaseExceptionGroup) else found


def publisher(
    *,
    config: MqttConfig,
    topics: Topics,
    journal: Journal,
    status: Status,
    table: Table,
    clock: Clock,
    patience: Timeouts = DEFAULT_TIMEOUTS,
) -> Publisher:
    """Return a publisher for this table that also receives commands and replay requests."""
    tally = Counters()
    inbox = Inbox(
        table=table, journal=journal, topics=topics, clock=clock, tally=tally, look_again_s=patience.look_again_s
    )
    teller = BrokerReporter(table=table, clock=clock)
    presence = BrokerHealth(own=frozenset(topics.echoed), patience=patience, tell=teller.tell)
    anchor = AnchorCheck(journal=journal, table=table, clock=clock)
    made = Publisher(
        config=config,
        topics=topics,
        journal=journal,
        status=status,
        tally=tally,
        hear=inbox.hear,
        set_aside=DeadLetters(table=table, clock=clock).report,
        patience=patience,
        presence=presence,
        anchor=anchor,
    )
    inbox.listens_to_itself = made.listens
    inbox.found_checkpoint = anchor.found
    inbox.heard_itself = made.heard_itself
    inbox.found_retained = made.found_retained
    inbox.was_flooded = made.was_flooded
    return made
