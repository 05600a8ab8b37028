"""The limit of received messages: a bounded queue. The token buckets are in `token_bucket`."""

import asyncio

import aiomqtt

from firmware_host.mqtt.counters import Counters

MOST_WAITING = 256

LARGEST = 16 * 1024
"""The largest payload. A larger one is cut to one byte more, which still shows that it is too large."""


def bounded_queue(tally: Counters) -> "type[asyncio.Queue[aiomqtt.Message]]":
    """Return a queue class for a client, which creates its queue itself."""

    class ReceiveQueue(asyncio.Queue[aiomqtt.Message]):
        """Drops and counts a message that finds no room; the client never sees a full queue."""

        def __init__(self, maxsize: int = 0) -> None:
            del maxsize
            super().__init__(MOST_WAITING)

        def put_nowait(self, item: aiomqtt.Message) -> None:
            if self.full():
                tally.lost += 1
                return
            if len(item.payload) > LARGEST:
                item.payload = item.payload[: LARGEST + 1]
            super().put_nowait(item)

    return ReceiveQueue
