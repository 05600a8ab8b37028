"""The queue of what the broker sends, up to a bound: a flood fills this, and neither the memory nor the log."""

import asyncio

import aiomqtt

from firmware_host.mqtt.counters import Counters

MOST_WAITING = 256

LARGEST = 16 * 1024
"""Of a payload. Of a larger one so much and a byte is kept, which is enough to see that it is too large."""


def bounded_queue(tally: Counters) -> "type[asyncio.Queue[aiomqtt.Message]]":
    """Return the kind of queue a client is to use; it makes its own."""

    class Intake(asyncio.Queue[aiomqtt.Message]):
        """Never full for the client, which fills it: a message that finds no room is counted and dropped."""

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

    return Intake
