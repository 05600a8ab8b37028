"""
Publishing one table, one session with the broker after another.

On each connection first the status, which shows that the broker takes anything at all; then every fact that is not
acknowledged, in order and so many at a time, with the whole retained set; then what is new.
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
from firmware_host.mqtt.messages import Status, checkpoint_document
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.outbox import Item, Outbox, Window
from firmware_host.mqtt.poison_messages import DeadLetters, PoisonDetector
from firmware_host.mqtt.rate_limits import RateLimit, RateLimiter
from firmware_host.mqtt.topics import Topics
from firmware_host.table.sign import Sign
from firmware_host.table.state.floor import Alert
from firmware_host.table.view import DeviceReport, View

log = logging.getLogger(__name__)

WILLS = RateLimit(at_once=5, each_second=0.2)
"""A line that died long ago has one will; whoever makes up more has the table say no more often that it is there."""

FORGERIES = RateLimit(at_once=256, each_second=200)
"""Documents of others under the table's name that are replaced at once; the others are looked at again later."""

Hearing = Callable[[aiomqtt.Client], Awaitable[None]]
"""Takes in what the broker sends on one connection, and raises `MqttError` when that is lost."""

SettingAside = Callable[[Item, str], Awaitable[None]]
"""Puts on record that this was not published, and why."""


class Publisher:
    """Publishes one table. Tell it by `news`, `show` and so on; `run` does the rest."""

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
        """Store; nothing is sent before `run`."""
        self._config = config
        self._topics = topics
        self._status = status
        self._tally = tally or Counters()
        self._outbox = Outbox(journal=journal, topics=topics, tally=self._tally, cursor_s=patience.cursor_s)
        self._suspicion = PoisonDetector(window=2 * WINDOW)
        self._hear = hear
        self._set_aside = set_aside
        self.news = asyncio.Event()
        self.has_told = asyncio.Event()
        """Set once a broker has taken all there was to say: what can wait has waited for that."""
        self._patience = patience
        self._presence = presence or BrokerHealth(own=frozenset(), patience=patience)
        self._presence.say_again = self._say_again
        self._presence.is_back = self._is_back
        self._anchor = anchor
        if anchor is not None:
            self._outbox.is_silent = lambda: anchor.superseded
        self._wills = RateLimiter(WILLS, clock_s=time.monotonic)
        self._forgeries = RateLimiter(FORGERIES, clock_s=time.monotonic)
        self._wait_s = patience.retry_first_s
        self._why = ""
        self._is_compared = False
        """Whether what this connection's broker had kept was compared."""
        self._checkpoint_taken: bytes | None = None

    @property
    def counted(self) -> Counts:
        """Return what was sent and taken in so far."""
        return self._tally.counted(waiting=self._outbox.waiting)

    def show(self, view: View) -> None:
        """Publish this view as the table's state; an older one not yet sent is dropped."""
        self._retain(self._topics.state, msgspec.json.encode(view))

    def post(self, sign: Sign) -> None:
        """Publish what the table posts."""
        self._retain(self._topics.sign, msgspec.json.encode(sign))

    def report(self, report: DeviceReport) -> None:
        """Publish this as the device's health; an older one not yet sent is dropped."""
        self._retain(self._topics.device(report.device), msgspec.json.encode(report))

    def signed(self, checkpoint: Signed | None, certificates: tuple[Signed, ...] = ()) -> None:
        """Publish the newest checkpoint of the record, with the certificates of its key."""
        if checkpoint is not None:
            self._retain(self._topics.checkpoint, checkpoint_document(checkpoint, certificates))

    def alert(self, alerts: tuple[Alert, ...]) -> None:
        """Publish the alerts that stand, each under its own topic; one that was cleared is taken away."""
        standing = {self._topics.alert(alert.number): alert for alert in alerts}
        for topic in self._outbox.retained.standing(self._topics.alerts):
            if topic not in standing and self._outbox.retained.take_away(topic):
                self.news.set()
        for topic, alert in standing.items():
            self._retain(topic, msgspec.json.encode(alert))

    def found_retained(self, topic: str, payload: bytes) -> bool:
        """
        Hear what stands at the broker of an alert or a device; return False where it has to be looked at later.

        What the table did not say is taken away, or replaced by what it says: it may be of long ago, or forged. A
        broker passes on what is published now without saying whether it keeps it.
        """
        retained = self._outbox.retained
        if not topic.startswith((self._topics.alerts, self._topics.devices)) or retained.is_ours(topic, payload):
            return True
        if not self._forgeries.allows(self._topics.base):
            return False
        if retained.stands(topic):
            self._say_again((topic,))
        else:
            self._retain(topic, b"")
        return True

    def was_flooded(self) -> None:
        """Say the whole retained set again: what the broker keeps may have been forged while nobody could look."""
        self._outbox.retained.is_new_to_the_broker()
        self.news.set()

    def heard_itself(self, topic: str, payload: bytes) -> None:
        """
        Hear one of our own documents as the broker passes it on; the will of a line that died long ago is wrong.

        Forgeries of others are not heard: only what the table says now, and its will now and then.
        """
        is_will = topic == self._topics.status and payload == self._document(online=False)
        if self._wills.allows(topic) if is_will else payload == self._said(topic):
            self._presence.heard(topic, payload)
            if topic == self._topics.status and not is_will and self._anchor is not None:
                # What the broker kept came before: it was subscribed to before this was said.
                self._anchor.is_heard()
            if is_will:
                self._say_again((topic,))

    def listens(self, may: bool) -> None:  # noqa: FBT001 - as it is called
        """Hear whether the broker lets the table hear its own documents; else there is nothing to compare with."""
        self._presence.listens(may=may)
        if not may and self._anchor is not None:
            self._anchor.is_heard()

    def _said(self, topic: str) -> bytes | None:
        return self._document(online=True) if topic == self._topics.status else self._outbox.retained.document(topic)

    def configured(self, configuration: str) -> None:
        """Say on the status topic whether table.toml is what is in force, once that has changed."""
        if configuration != self._status.configuration:
            self._status = msgspec.structs.replace(self._status, configuration=configuration)
            self._retain(self._topics.status, self._document(online=True))

    async def run(self) -> None:
        """
        Publish until cancelled, through as many sessions as it takes.

        What runs beside the sessions ends them when it fails: a part that fails is begun again, half a part is not.
        """
        sessions = asyncio.create_task(self._sessions(), name="mqtt sessions")
        beside = (
            asyncio.create_task(self._outbox.keep_cursor(), name="mqtt cursor"),
            asyncio.create_task(self._presence.run(), name="mqtt presence"),
        )
        try:
            await first_ends(sessions, *beside)
        finally:
            # Once: the session that hears it says good-bye.
            sessions.cancel()
            await asyncio.wait((sessions,))
            await ended(sessions, *beside)
            # That nothing can be recorded any more is the host's to say, which stops the table.
            with suppress(JournalFailed):
                await self._outbox.save_cursor()
        raise_first(sessions, *beside)

    async def _sessions(self) -> NoReturn:
        while True:
            await self._one_session()
            heed_stop()
            await asyncio.sleep(self._wait_s)
            self._wait_s = min(2 * self._wait_s, self._patience.retry_last_s)

    async def probe(self) -> None:
        """Raise `UserError` unless the broker is there now and lets us in."""
        try:
            async with connected(self._config, self._options()):
                pass
        except aiomqtt.MqttError as error:
            raise connection.trouble(self._config, error) from None

    async def _one_session(self) -> None:
        try:
            async with connected(self._config, self._options()) as client:
                await self._session(client)
        except* (aiomqtt.MqttError, UserError) as errors:
            self._lost(_first(errors))

    def _lost(self, why: BaseException) -> None:
        """Say it once, not at each attempt; another reason is said again."""
        words = self._presence.lost(connection.why(self._config, why))
        if words != self._why:
            self._why = words
            log.warning("the broker %s is away (%s); facts wait in the journal", self._config.url, words)

    async def _session(self, client: aiomqtt.Client) -> None:
        """Publish until the connection is lost or we are cancelled."""
        window = Window(client, news=self.news)
        self._is_compared, self._checkpoint_taken = False, None
        if self._anchor is not None:
            self._anchor.begun()
        # It subscribes before the status is said: whoever hears that and asks for a replay is heard, and so are we.
        hear = asyncio.create_task(self._heard(client), name="mqtt hear")
        publish = asyncio.create_task(self._publish(client, window), name="mqtt publish")
        try:
            await first_ends(publish, hear)
            # A lost connection is told to both; unless it is heard of, the client's future complains for ever.
            await asyncio.wait((hear,), timeout=HEARS_S)
        except asyncio.CancelledError:
            await ended(publish, hear)
            await window.abandon()
            # An orderly stop sends no will, so we say ourselves that the table is gone.
            await self._farewell(client)
            raise
        await ended(publish, hear)
        self._tally.lost_sessions += 1
        # One that lets everything fall breaks off over nothing in particular.
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
        """Publish what was signed at the stop: whoever starts an older copy next is found out by it."""
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
        self._presence.is_let_in()
        self._presence.acknowledged(self._topics.status, status)
        if self._anchor is not None:
            await self._anchor.wait(at_most_s=self._patience.answer_s)
        self._is_compared = True
        self._outbox.begun()
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
                self.has_told.set()
            await self.news.wait()

    async def _go_on_without(self, item: Item) -> None:
        log.error("the broker does not take %s %s: it is set aside", item.topic, item.number or "")
        if self._set_aside is not None:
            await self._set_aside(item, "the broker breaks off over it")
        self._outbox.set_aside(item)

    def _options(self) -> ClientOptions:
        return ClientOptions(
            # With the journal's name in it: two controllers that were given one name by mistake are both heard.
            identifier=f"{self._topics.base.replace('/', '-')}-{self._status.journal[:8]}",
            will=aiomqtt.Will(self._topics.status, self._document(online=False), qos=1, retain=True),
            tally=self._tally,
            patience=self._patience,
        )

    def _document(self, *, online: bool) -> bytes:
        return msgspec.json.encode(msgspec.structs.replace(self._status, online=online))

    def _say_again(self, topics: tuple[str, ...]) -> None:
        """Publish these anew, to see whether they come back now."""
        if self._topics.status in topics:
            self._outbox.retained.put(self._topics.status, self._document(online=True))
        self._outbox.retained.say_again(topics)
        self.news.set()

    def _is_back(self, forgetful: bool) -> None:  # noqa: FBT001 - as it is called
        """Go on as ever; to a broker that let things fall, say the whole retained set again."""
        self._wait_s, self._why = self._patience.retry_first_s, ""
        if forgetful:
            self._outbox.retained.is_new_to_the_broker()
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
    """Return what publishes this table, and lets it be asked."""
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
