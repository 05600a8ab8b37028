"""The window of publishes in flight: started in order, completed in order, limited in number."""

import asyncio
from collections import deque
from collections.abc import Iterator

import aiomqtt

from firmware_host.mqtt.connection import WINDOW
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
