"""The shaker between being taken and being put back: whether its sensor stirred at all. Pure: no clock, no I/O."""

A_SHAKE_MS = 500
"""Nobody shakes three times in less; a shaker that is back sooner was nudged."""


class Carried:
    """A sound sensor closes at least once while the shaker is shaken, if only for a knock."""

    def __init__(self) -> None:
        self._taken_ms: int | None = None
        self._stirred_ms: int | None = None

    def taken(self, at_ms: int) -> None:
        self._taken_ms = at_ms

    def stirred(self, at_ms: int) -> None:
        self._stirred_ms = at_ms

    def forget(self) -> None:
        """A sensor failed meanwhile: nothing is known of this time."""
        self._taken_ms = None

    def silent_until(self, at_ms: int) -> bool:
        """Return whether it was away, for long enough, and nothing stirred."""
        if self._taken_ms is None or at_ms - self._taken_ms < A_SHAKE_MS:
            return False
        return self._stirred_ms is None or self._stirred_ms < self._taken_ms
