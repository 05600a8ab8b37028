"""Publishes under way: started in order, done in order, so many at a time and no more."""

import asyncio
from collections import deque
from collections.abc import Iterator

import aiomqtt

from firmware_host.mqtt.connection import WINDOW
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
