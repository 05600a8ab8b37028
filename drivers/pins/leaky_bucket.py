"""How much is too much. Pure: it knows only the times that it is told."""


class LeakyBucket:
    """A bucket that leaks: it overflows when more than `burst` come at once, or more than `per_s` for long."""

    def __init__(self, *, burst: int, per_s: int) -> None:
        self._full = burst * 1000
        self._per_s = per_s
        self._level = 0
        self._at_ms = 0

    def overflows(self, at_ms: int) -> bool:
        """Takes one more in and says whether that was too much. Times that run backwards leak nothing."""
        leaked = max(0, at_ms - self._at_ms) * self._per_s
        self._at_ms = max(self._at_ms, at_ms)
        self._level = max(0, self._level - leaked) + 1000
        return self._level > self._full

    def empty(self) -> None:
        self._level = 0
