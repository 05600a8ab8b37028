"""Token buckets: a limit on how often something is done, one for each name."""

from collections.abc import Callable
from typing import NamedTuple

MOST_NAMES = 256
"""Names with a bucket. A new name beyond this makes the one that asked longest ago forgotten."""


class RateLimit(NamedTuple):
    """The size of a token bucket, and its tokens for each second."""

    at_once: int
    each_second: float


class TokenBucket:
    """A token bucket."""

    def __init__(self, allowance: RateLimit, *, now_s: float) -> None:
        """Begin full."""
        self._most = float(allowance.at_once)
        self._each_second = allowance.each_second
        self._left = self._most
        self._filled_s = now_s

    def take(self, now_s: float) -> bool:
        """Take a token; return whether there was one."""
        self._left = min(self._most, self._left + (now_s - self._filled_s) * self._each_second)
        self._filled_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """A token bucket for each name."""

    def __init__(self, allowance: RateLimit, *, clock_s: Callable[[], float]) -> None:
        """`clock_s` is a monotonic clock in seconds."""
        self._allowance = allowance
        self._clock_s = clock_s
        self._buckets: dict[str, TokenBucket] = {}

    def allows(self, name: str) -> bool:
        """Take a token of this name; return whether there was one."""
        now_s = self._clock_s()
        bucket = self._buckets.pop(name, None)
        if bucket is None:
            bucket = TokenBucket(self._allowance, now_s=now_s)
            while len(self._buckets) >= MOST_NAMES:
                del self._buckets[next(iter(self._buckets))]
        self._buckets[name] = bucket
        return bucket.take(now_s)
