"""The two waits of a link: for the answer to a frame, and for any sign of life. Both end; neither knows a clock."""

from typing import Generic, TypeVar

from drivers.link.events import LinkTiming
from drivers.link.round_trip import RoundTrip

Said = TypeVar("Said")


class Repeater(Generic[Said]):
    """One thing said and to be said again until it is answered or its tries are used up."""

    def __init__(self, timing: LinkTiming, round_trip: RoundTrip) -> None:
        self._timing = timing
        self._round_trip = round_trip
        self._transmissions = 0
        self._measures = False
        self._sent_ms = 0
        self._due_ms = 0
        self.said: Said | None = None

    def begin(self, said: Said, now_ms: int) -> None:
        """Takes note of the first transmission."""
        self.said = said
        self._transmissions = 1
        self._measures = True
        self._sent_ms = now_ms
        self._due_ms = now_ms + self._round_trip.wait_ms

    def answered(self, now_ms: int) -> None:
        """The answer to a repeated one measures nothing (Karn's rule)."""
        if self.said is not None and self._measures:
            self._round_trip.measured(now_ms - self._sent_ms)
        self.said = None

    def dropped(self) -> None:
        self.said = None

    @property
    def due_ms(self) -> int | None:
        return None if self.said is None else self._due_ms

    @property
    def used_up(self) -> bool:
        return self._transmissions >= self._timing.tries

    def again(self, now_ms: int) -> None:
        """Takes note of one more transmission; the wait after it is twice as long."""
        self._transmissions += 1
        self._measures = False
        self._round_trip.unanswered()
        self._due_ms = now_ms + self._round_trip.wait_ms

    def held(self, until_ms: int) -> None:
        """The other end is busy until then: no answer can come before, and the one that comes measures its work."""
        self._measures = False
        self._due_ms = max(self._due_ms, until_ms + self._round_trip.wait_ms)


class Silence:
    """How long nothing has been heard, and how often it was asked whether anybody is there."""

    def __init__(self, timing: LinkTiming) -> None:
        self._timing = timing
        self._asked = 0
        self._busy_until_max_ms: int | None = None
        self.due_ms = 0

    def heard(self, now_ms: int) -> None:
        self._asked = 0
        self._busy_until_max_ms = None
        self.due_ms = now_ms + self._timing.quiet_ms

    def busy(self, for_ms: int, now_ms: int) -> int:
        """How long silence is no fault, bounded over all such words in a row: a device cannot be busy for ever."""
        if self._busy_until_max_ms is None:
            self._busy_until_max_ms = now_ms + self._timing.busy_max_ms
        until_ms = min(now_ms + for_ms, self._busy_until_max_ms)
        if now_ms < until_ms:
            self._asked = 0
            self.due_ms = until_ms + self._timing.quiet_ms
        return until_ms

    @property
    def used_up(self) -> bool:
        return self._asked >= self._timing.pings

    def asked(self, now_ms: int) -> None:
        """From now, not from when it was due: a late poll must not use up the answers' time."""
        self._asked += 1
        self.due_ms = now_ms + self._timing.ping_ms
