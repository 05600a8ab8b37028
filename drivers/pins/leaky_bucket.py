"""A leaky bucket, for detecting too many events. Pure: the caller passes in the times."""


class LeakyBucket:
    """Overflows when more than `burst` events come at once, or more than `per_s` on average."""

    def __init__(self, *, burst: int, per_s: int) -> None:
        self._full = burst * 1000
        self._per_s = per_s
        self._level = 0
        self._at_ms = 0

    def overflows(self, at_ms: int) -> bool:
        """Add one event and return whether the bucket overflows; a time that runs backwards leaks nothing."""
        leaked = max(0, at_ms - self._at_ms) * self._per_s
        self._at_ms = max(self._at_ms, at_ms)
        self._level = max(0, self._level - leaked) + 1000
        return self._level > self._full

    def empty(self) -> None:
        self._level = 0
