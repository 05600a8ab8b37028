"""
The outbox: messages that the broker has not acknowledged yet.

Facts come from the journal, in order and a few at a time, however long the backlog; a cursor marks the last
acknowledged fact. The cursor moves with the PUBACKs and is not a fact. It is written twice a minute and at the stop,
because each write wears the memory card half as much as a fact. After `kill -9` the facts since the last write are sent
again with the same ids. `Window` holds the publishes in flight, `Retained` the documents that the broker should hold.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator

import aiomqtt

from firmware_host.journal.store import Journal
from firmware_host.mqtt.connection import DEFAULT_TIMEOUTS, WINDOW
from firmware_host.mqtt.counters import Counters
from firmware_host.mqtt.messages import fact_event
from firmware_host.mqtt.rate_limits import LARGEST
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.struct import Record


class Item(Record, frozen=True, kw_only=True):
    """A message to publish: a fact with its number, or a retained document, whose number is 0."""

    topic: str
    payload: bytes
    number: int = 0
    retain: bool = False


class Window:
    """
    The publishes in flight on one connection. `news` is set when a PUBACK arrives or a publish fails.

    A broker acknowledges in the order of sending (MQTT 3.1.1, 4.6). If it does not, later publishes wait here, so the
    cursor never passes a fact that was not acknowledged.
    """

    def __init__(self, client: aiomqtt.Client, *, news: asyncio.Event, size: int = WINDOW) -> None:
        self._client = client
        self._news = news
        self._size = size
        self._in_flight: deque[tuple[Item, asyncio.Task[None]]] = deque()

    def has_room(self, *, alone: bool = False) -> bool:
        """Return whether another publish may start; with `alone`, only if none is in flight."""
        return len(self._in_flight) < (1 if alone else self._size)

    @property
    def oldest(self) -> Item | None:
        """Return the oldest unacknowledged item."""
        return self._in_flight[0][0] if self._in_flight else None

    def start(self, item: Item) -> None:
        """Publish the item after all that were started before."""
        # Tasks take their first step in the order of their creation, and the client queues the packet in that step.
        publish = self._client.publish(item.topic, item.payload, qos=1, retain=item.retain)
        task = asyncio.create_task(publish, name="mqtt publish one")
        task.add_done_callback(self._set_news)
        self._in_flight.append((item, task))

    def acknowledged(self) -> Iterator[Item]:
        """Remove and yield the acknowledged items in order. Raises `MqttError` at the first that failed."""
        while self._in_flight and self._in_flight[0][1].done():
            self._in_flight[0][1].result()
            yield self._in_flight.popleft()[0]

    async def abandon(self) -> None:
        """Drop the publishes in flight; as the broker may or may not have them, they are sent again."""
        tasks = [task for _, task in self._in_flight]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _set_news(self, task: "asyncio.Task[None]") -> None:
        del task
        self._news.set()


GONE = b""
"""An empty retained message removes the one before it (MQTT 3.1.1, 3.3.1.3)."""


RECENT = 128
"""How many documents of a topic may still come back from the broker: twice as many as are in flight at once."""


class Retained:
    """The newest document for each topic; an unchanged one is sent only once on a connection."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._documents: dict[str, bytes] = {}
        self._unsent: set[str] = set()
        self._recent: dict[str, deque[bytes]] = {}
        """Recent documents of each topic, which may still come back from the broker."""
        self._set_aside_bytes: dict[str, int] = {}
        """Documents that make the broker disconnect, by topic, with their length."""

    def put(self, topic: str, document: bytes) -> bool:
        """Set the document of a topic; return whether it is new."""
        if self._documents.get(topic) == document:
            return False
        self._documents[topic] = document
        self._recent.setdefault(topic, deque(maxlen=RECENT)).append(document)
        self._unsent.add(topic)
        return True

    def remove(self, topic: str) -> bool:
        """Remove the document of a topic; return whether there was one."""
        return self.put(topic, GONE)

    def document(self, topic: str) -> bytes | None:
        """Return the document of a topic, or None if there never was one."""
        return self._documents.get(topic)

    def has(self, topic: str) -> bool:
        """Return whether the table has a document for this topic."""
        return self._documents.get(topic, GONE) != GONE

    def is_ours(self, topic: str, document: bytes) -> bool:
        """Return whether the table published this document on this topic, now or recently."""
        recent = self._recent.get(topic, ())
        if len(document) > LARGEST:  # cut off there as it was received
            return any(each[: len(document)] == document for each in recent)
        return document in recent

    def standing(self, prefix: str) -> tuple[str, ...]:
        """Return our topics with this prefix that have a document."""
        return tuple(topic for topic in self._documents if topic.startswith(prefix) and self.has(topic))

    def mark_all_unsent(self) -> None:
        """Mark all documents as unsent: the broker may have kept any or none of them."""
        self._unsent = set(self._documents)

    def mark_unsent(self, topics: Iterable[str]) -> None:
        """Mark the documents of these topics as unsent."""
        self._unsent.update(topic for topic in topics if topic in self._documents)

    def unsent(self, *, without: tuple[str, ...] = ()) -> Iterator[Item]:
        """Yield the unsent documents, except those of the topics in `without`, and mark them as sent."""
        topics, self._unsent = sorted(self._unsent.difference(without)), self._unsent.intersection(without)
        for topic in topics:
            document = self._documents.get(topic)
            if document is not None and len(document) < self._set_aside_bytes.get(topic, len(document) + 1):
                yield Item(topic=topic, payload=document, retain=True)

    def acknowledged(self, item: Item) -> None:
        """Note that the broker has the document."""
        self._set_aside_bytes.pop(item.topic, None)
        if item.payload == GONE and self._documents.get(item.topic) == GONE:
            del self._documents[item.topic]
            self._recent.pop(item.topic, None)

    def set_aside(self, item: Item) -> None:
        """Do not send this document again; try a shorter one for the topic."""
        self._set_aside_bytes[item.topic] = len(item.payload)


CONSUMER = "mqtt"

BATCH = 64
"""Facts read from the journal at once."""

CURSOR_FACTS = 1000
"""The cursor is made durable after this many facts at the latest."""


class Outbox:
    """The messages that one table still has to send to the broker."""

    def __init__(
        self, *, journal: Journal, topics: Topics, tally: Counters, cursor_s: float = DEFAULT_TIMEOUTS.cursor_s
    ) -> None:
        """Continue from the cursor in the record."""
        self._cursor_s = cursor_s
        self.retained = Retained()
        self._journal = journal
        self._topics = topics
        self._tally = tally
        self._taken = journal.sent(CONSUMER)
        self._durable = self._taken
        self._read = self._taken
        self.is_silent: Callable[[], bool] = lambda: False
        """Whether no fact is published: there is a newer record, whose facts may have the same names."""
        self._moved = asyncio.Event()
        self._far = asyncio.Event()

    @property
    def waiting(self) -> int:
        """Return the number of facts that the broker has not acknowledged."""
        return self._journal.last - self._taken

    def new_connection(self) -> None:
        """Start a new connection with the unacknowledged facts and all retained documents."""
        self._read = self._taken
        self.retained.mark_all_unsent()

    def items(self) -> Iterator[Item]:
        """Yield the messages to send now; a backlog of facts does not delay retained documents."""
        while True:
            silent = self.is_silent()
            links = () if silent else self._journal.after(self._read, limit=BATCH)
            for link in links:
                self._read = link.number
                yield Item(topic=self._topics.fact, payload=fact_event(self._topics, link), number=link.number)
            yield from self.retained.unsent(without=(self._topics.checkpoint,) if silent else ())
            if not links:
                return

    def acknowledged(self, item: Item) -> None:
        """Note an acknowledgement; facts must come in order, each once."""
        self._tally.acknowledged += 1
        if item.number == 0:
            self.retained.acknowledged(item)
        else:
            self._move(item.number)

    def set_aside(self, item: Item) -> None:
        """Skip this message."""
        self._tally.set_aside += 1
        if item.number == 0:
            self.retained.set_aside(item)
        else:
            self._move(item.number)

    async def keep_cursor(self) -> None:
        """Make the cursor durable from time to time, until cancelled."""
        while True:
            await self._moved.wait()
            try:
                async with asyncio.timeout(self._cursor_s):
                    await self._far.wait()
            except TimeoutError:
                pass
            await self.save_cursor()

    async def save_cursor(self) -> None:
        """Make the cursor durable now, unless it is already. Raises `JournalFailed` if that fails."""
        self._moved.clear()
        self._far.clear()
        if self._durable != self._taken:
            self._durable = self._taken
            await self._journal.mark_sent(CONSUMER, self._taken)

    def _move(self, number: int) -> None:
        self._taken = number
        self._moved.set()
        if number - self._durable >= CURSOR_FACTS:
            self._far.set()
