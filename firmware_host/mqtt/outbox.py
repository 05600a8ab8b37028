"""Publishes under way: started in order, done in order, so many at a time and no more."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator

import aiomqtt

from firmware_host.journal.store import Journal
from firmware_host.mqtt.connection import DEFAULT_TIMEOUTS, WINDOW
from firmware_host.mqtt.counters import Counters
from firmware_host.mqtt.messages import fact_event
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.struct import Record


class Item(Record, frozen=True, kw_only=True):
    """Something to publish: a fact by its number, or a retained document, whose number is 0."""

    topic: str
    payload: bytes
    number: int = 0
    retain: bool = False


class Window:
    """
    On one connection. `news` is set whenever a PUBACK has come or a publish has failed.

    A broker acknowledges in the order it was sent to (MQTT 3.1.1, 4.6); one that does not only keeps the later waiting
    here, and the cursor never runs ahead of a fact that was not taken.
    """

    def __init__(self, client: aiomqtt.Client, *, news: asyncio.Event, size: int = WINDOW) -> None:
        """Publish through this client."""
        self._client = client
        self._news = news
        self._size = size
        self._under_way: deque[tuple[Item, asyncio.Task[None]]] = deque()

    def has_room(self, *, alone: bool = False) -> bool:
        """Return whether another may be started, `alone` only where nothing else is under way."""
        return len(self._under_way) < (1 if alone else self._size)

    @property
    def oldest(self) -> Item | None:
        """Return the oldest that is not acknowledged."""
        return self._under_way[0][0] if self._under_way else None

    def start(self, item: Item) -> None:
        """Publish it behind all that was started before."""
        # Tasks take their first step in the order in which they are made, and in it the client queues the packet.
        publish = self._client.publish(item.topic, item.payload, qos=1, retain=item.retain)
        task = asyncio.create_task(publish, name="mqtt publish one")
        task.add_done_callback(self._tell)
        self._under_way.append((item, task))

    def acknowledged(self) -> Iterator[Item]:
        """Yield what was acknowledged since, in order. Raises `MqttError` at the first that failed."""
        while self._under_way and self._under_way[0][1].done():
            self._under_way[0][1].result()
            yield self._under_way.popleft()[0]

    async def abandon(self) -> None:
        """Let go of what is under way: whether the broker has it nobody knows, so it is sent again."""
        tasks = [task for _, task in self._under_way]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _tell(self, task: "asyncio.Task[None]") -> None:
        del task
        self._news.set()


GONE = b""
"""An empty retained message takes the one before it off the broker (MQTT 3.1.1, 3.3.1.3)."""


SAID = 128
"""Documents of a topic that may come back late: twice what is under way at once."""


class Retained:
    """By topic: the newest alone counts, and what has not changed is not said again on the same connection."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._documents: dict[str, bytes] = {}
        self._unsent: set[str] = set()
        self._said: dict[str, deque[bytes]] = {}
        """What was said there lately, and may come back late."""
        self._aside: dict[str, int] = {}
        """What the broker breaks off over, and how long it was."""

    def put(self, topic: str, document: bytes) -> bool:
        """Let this stand; return whether it is news."""
        if self._documents.get(topic) == document:
            return False
        self._documents[topic] = document
        self._said.setdefault(topic, deque(maxlen=SAID)).append(document)
        self._unsent.add(topic)
        return True

    def take_away(self, topic: str) -> bool:
        """Let nothing stand there any more; return whether that is news."""
        return self.put(topic, GONE)

    def document(self, topic: str) -> bytes | None:
        """Return what is to stand there, None where that was never said."""
        return self._documents.get(topic)

    def stands(self, topic: str) -> bool:
        """Return whether something of ours stands there."""
        return self._documents.get(topic, GONE) != GONE

    def is_ours(self, topic: str, document: bytes) -> bool:
        """Return whether we said this there, now or lately."""
        return document in self._said.get(topic, ())

    def standing(self, prefix: str) -> tuple[str, ...]:
        """Return the topics of ours that begin so."""
        return tuple(topic for topic in self._documents if topic.startswith(prefix) and self.stands(topic))

    def is_new_to_the_broker(self) -> None:
        """Send the whole set: nobody knows what the broker at the other end has kept."""
        self._unsent = set(self._documents)

    def say_again(self, topics: Iterable[str]) -> None:
        """Send these again, as they are now."""
        self._unsent.update(topic for topic in topics if topic in self._documents)

    def unsent(self, *, without: tuple[str, ...] = ()) -> Iterator[Item]:
        """Yield what is to be sent now, and take it for sent."""
        topics, self._unsent = sorted(self._unsent.difference(without)), self._unsent.intersection(without)
        for topic in topics:
            document = self._documents.get(topic)
            if document is not None and len(document) < self._aside.get(topic, len(document) + 1):
                yield Item(topic=topic, payload=document, retain=True)

    def acknowledged(self, item: Item) -> None:
        """Hear that the broker has it."""
        self._aside.pop(item.topic, None)
        if item.payload == GONE and self._documents.get(item.topic) == GONE:
            del self._documents[item.topic]
            self._said.pop(item.topic, None)

    def set_aside(self, item: Item) -> None:
        """Do not send this one again; a shorter one is tried."""
        self._aside[item.topic] = len(item.payload)


CONSUMER = "mqtt"

BATCH = 64
"""Facts read at once."""

CURSOR_FACTS = 1000
"""The cursor is made durable after so many facts at the latest."""


class Outbox:
    """What one table has for the broker."""

    def __init__(
        self, *, journal: Journal, topics: Topics, tally: Counters, cursor_s: float = DEFAULT_TIMEOUTS.cursor_s
    ) -> None:
        """Go on where the record says that the broker is."""
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
        """Return how many facts are recorded that the broker has not taken, whether or not it is there."""
        return self._journal.last - self._taken

    def begun(self) -> None:
        """Begin anew on a new connection: with what was not acknowledged, and the whole retained set."""
        self._read = self._taken
        self.retained.is_new_to_the_broker()

    def items(self) -> Iterator[Item]:
        """Yield what is to be sent, until there is nothing more at this moment; a backlog holds no document up."""
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
        """Hear that the broker has it; of facts in order, each once."""
        self._tally.acknowledged += 1
        if item.number == 0:
            self.retained.acknowledged(item)
        else:
            self._move(item.number)

    def set_aside(self, item: Item) -> None:
        """Go on without it."""
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
        """Make it durable now, unless it is. Raises `JournalFailed` where that cannot be done."""
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
