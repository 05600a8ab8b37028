"""The two waits of a link: for the answer to a frame, and for any sign of life. Both end; neither knows a clock."""

from drivers.link.events import LinkTiming
from drivers.link.frame import Frame


class Repeater:
    """One frame under way, to be sent again until it is answered or its tries are used up."""

    def __init__(self, timing: LinkTiming) -> None:
        self._timing = timing
        self._transmissions = 0
        self._due_ms = 0
        self.frame: Frame | None = None

    def begin(self, frame: Frame, now_ms: int) -> None:
        """Takes note of the first transmission."""
        self.frame = frame
        self._transmissions = 0
        self.again(now_ms)

    def answered(self) -> None:
        self.frame = None

    @property
    def due_ms(self) -> int | None:
        return None if self.frame is None else self._due_ms

    @property
    def used_up(self) -> bool:
        return self._transmissions >= self._timing.tries

    def again(self, now_ms: int) -> None:
        """Takes note of one more transmission."""
        self._transmissions += 1
        self._due_ms = now_ms + self._timing.retry_ms(self._transmissions)


class Silence:
    """How long nothing has been heard, and how often it was asked whether anybody is there."""

    def __init__(self, timing: LinkTiming) -> None:
        self._timing = timing
        self._asked = 0
        self.due_ms = 0

    def heard(self, now_ms: int) -> None:
        self._asked = 0
        self.due_ms = now_ms + self._timing.quiet_ms

    @property
    def used_up(self) -> bool:
        return self._asked >= self._timing.pings

    def asked(self, now_ms: int) -> None:
        """From now, not from when it was due: a late poll must not use up the answers' time."""
        self._asked += 1
        self.due_ms = now_ms + self._timing.ping_ms
