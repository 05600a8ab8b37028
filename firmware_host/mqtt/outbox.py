"""
The outbox: the journal and a cursor. It reads facts from the journal in order, a few at a time, however long the
backlog; the cursor is the last fact that the broker has acknowledged.

The cursor moves with the PUBACKs and is not a fact. It is written twice a minute and at the stop, because each write
wears the memory card half as much as a fact. After `kill -9` the facts since the last write are sent again with the
same ids.
"""

import asyncio
from collections.abc import Iterator

from firmware_host.journal.store import Journal
from firmware_host.mqtt.connection import DEFAULT_TIMEOUTS
from firmware_host.mqtt.counters import Counters
from firmware_host.mqtt.inflight import Item
from firmware_host.mqtt.messages import fact_event
from firmware_host.mqtt.retained import Retained
from firmware_host.mqtt.topics import Topics

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
        self._moved = asyncio.Event()
        self._far = asyncio.Event()

    @property
    def waiting(self) -> int:
        """Return the number of facts that the broker has not acknowledged."""
        return self._journal.last - self._taken

    def begun(self) -> None:
        """Start a new connection with the unacknowledged facts and all retained documents."""
        self._read = self._taken
        self.retained.is_new_to_the_broker()

    def items(self) -> Iterator[Item]:
        """Yield the messages to send now; a backlog of facts does not delay retained documents."""
        while True:
            links = self._journal.after(self._read, limit=BATCH)
            for link in links:
                self._read = link.number
                yield Item(topic=self._topics.fact, payload=fact_event(self._topics, link), number=link.number)
            yield from self.retained.unsent()
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
