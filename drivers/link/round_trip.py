"""How long an answer takes on this line, from the answers that came (RFC 6298): no wait too long or too short.

An answer to a frame that was sent more than once is no measure, since nobody knows which sending it answers (Karn's
rule); until there is one again, the wait stays what the repetitions made it.
"""

from drivers.link.events import LinkTiming

_GAIN, _DEVIATION_GAIN, _DEVIATIONS = 8, 4, 4


class RoundTrip:
    def __init__(self, timing: LinkTiming) -> None:
        self._timing = timing
        self._smoothed_ms: float | None = None
        self._deviation_ms = 0.0
        self.wait_ms = timing.first_retry_ms
        """How long to wait for an answer before the frame is sent again."""

    @property
    def smoothed_ms(self) -> float | None:
        return self._smoothed_ms

    def measured(self, took_ms: int) -> None:
        """An answer to a frame that was sent once came after so long."""
        if self._smoothed_ms is None:
            self._smoothed_ms, self._deviation_ms = float(took_ms), took_ms / 2
        else:
            self._deviation_ms += (abs(self._smoothed_ms - took_ms) - self._deviation_ms) / _DEVIATION_GAIN
            self._smoothed_ms += (took_ms - self._smoothed_ms) / _GAIN
        self.wait_ms = self._bounded(round(self._smoothed_ms + _DEVIATIONS * self._deviation_ms))

    def unanswered(self) -> None:
        """Twice as long the next time."""
        self.wait_ms = self._bounded(2 * self.wait_ms)

    def _bounded(self, wait_ms: int) -> int:
        return min(max(wait_ms, self._timing.shortest_retry_ms), self._timing.longest_retry_ms)
