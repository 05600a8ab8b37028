"""Bounds on what comes in: the queue of received messages, and a token bucket for each asker."""

import asyncio
from collections.abc import Callable

import aiomqtt

from firmware_host.mqtt.counters import Counters
from firmware_host.rules.struct import Record

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


MOST_NAMES = 256
"""So many are told apart. Whoever makes up names makes the oldest forgotten, and has no more for it."""


class RateLimit(Record, frozen=True, kw_only=True):
    """So many at once where nothing was asked for a while, and so many each second for ever."""

    at_once: int
    each_second: float


class TokenBucket:
    """A purse that fills by itself."""

    def __init__(self, allowance: RateLimit, *, now_s: float) -> None:
        """Begin full."""
        self._most = float(allowance.at_once)
        self._each_second = allowance.each_second
        self._left = self._most
        self._filled_s = now_s

    def take(self, now_s: float) -> bool:
        """Return whether there is enough left, and take it."""
        self._left = min(self._most, self._left + (now_s - self._filled_s) * self._each_second)
        self._filled_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """A purse for each name, and none of them is in another's way."""

    def __init__(self, allowance: RateLimit, *, clock_s: Callable[[], float]) -> None:
        """Store; `clock_s` is a monotonic clock."""
        self._allowance = allowance
        self._clock_s = clock_s
        self._buckets: dict[str, TokenBucket] = {}

    def allows(self, name: str) -> bool:
        """Return whether this one may have it now, and count it."""
        now_s = self._clock_s()
        bucket = self._buckets.pop(name, None)
        if bucket is None:
            bucket = TokenBucket(self._allowance, now_s=now_s)
            while len(self._buckets) >= MOST_NAMES:
                del self._buckets[next(iter(self._buckets))]
        self._buckets[name] = bucket
        return bucket.take(now_s)
