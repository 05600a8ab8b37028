"""A conversation over frames: opened by the host, proved by both ends, one frame under way in each direction.

No clock, no port and no chance: `now_ms`, nonces and the session's number come in, bytes and events go out, `next_due`
says when to poll. `host` and `device` open a session each in its own way; `talk` is the session once it has keys.
"""

from typing import assert_never

from drivers.link.channel import LinkClosed, Talk
from drivers.link.crypto import Opened
from drivers.link.frame import DELIMITER, Frame, FrameReader, Kind, LinkStatistics, PlainFrame, SealedFrame
from drivers.link.link_events import ByeReason, LinkEvent, LinkLost, LinkTiming, LossReason


class Link:
    """What both ends have in common: bytes in and out, and the session that is open, if one is."""

    def __init__(self, *, timing: LinkTiming) -> None:
        self.statistics = LinkStatistics()
        self._timing = timing
        self._reader = FrameReader(self.statistics)
        self._output = bytearray()
        self._talk: Talk | None = None

    @property
    def is_open(self) -> bool:
        return self._talk is not None and self._talk.proved

    @property
    def room(self) -> int:
        """How many payloads `send` takes now."""
        return 0 if self._talk is None else self._talk.room

    @property
    def idle(self) -> bool:
        """Nothing waits and nothing is under way."""
        return self._talk is None or self._talk.idle

    @property
    def round_trip_ms(self) -> float | None:
        """The line's own pace, once it was measured."""
        return None if self._talk is None else self._talk.round_trip_ms

    def send(self, payload: bytes, now_ms: int) -> None:
        """Raises LinkClosed, LinkFull, or ValueError for a payload that no frame holds."""
        if self._talk is None:
            raise LinkClosed
        self._talk.send(payload, now_ms)

    def end(self, why: ByeReason) -> None:
        """Says so to the other end and forgets the session; no event follows."""
        if self._talk is not None and self._talk.proved:
            self._talk.bye(why)
        self._forget()

    def take_output(self) -> bytes:
        """The bytes to write now, each handed out once."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def receive(self, data: bytes, now_ms: int) -> list[LinkEvent]:
        """Never fails: whatever is not a frame for this side is counted in `statistics`."""
        events: list[LinkEvent] = []
        for frame in self._reader.feed(data):
            match frame:
                case PlainFrame():
                    events += self._on_plain(frame, now_ms)
                case SealedFrame():
                    events += self._on_sealed(frame, now_ms)
                case _:
                    assert_never(frame)
        for session in self._reader.take_greetings():
            self._on_greeting(session)
        return events

    def poll(self, now_ms: int) -> list[LinkEvent]:
        """Does what is due; give it what has arrived first, lest a late poll take a busy peer for a silent one."""
        lost = None if self._talk is None else self._talk.poll(now_ms)
        return [] if lost is None else [self._lose(lost)]

    def next_due(self) -> int | None:
        """When `poll` has something to do; None while a device waits for a host, or a host's link is lost."""
        return None if self._talk is None else self._talk.next_due()

    def _on_greeting(self, session: int) -> None:
        """In another version. A host is greeted by nobody."""

    def _on_plain(self, frame: PlainFrame, now_ms: int) -> list[LinkEvent]:
        raise NotImplementedError

    def _on_sealed(self, frame: SealedFrame, now_ms: int) -> list[LinkEvent]:
        raise NotImplementedError

    def _hear(self, talk: Talk, opened: Opened, now_ms: int) -> list[LinkEvent]:
        events = talk.hear(opened, now_ms)
        if events and isinstance(events[-1], LinkLost):
            self._forget()
        return events

    def _put(self, frame: Frame) -> None:
        """A host's first word also ends whatever noise stands on the line."""
        self.statistics.frames_out += 1
        first = frame.kind is Kind.HELLO or frame.kind is Kind.PAIR
        self._output += (DELIMITER if first else b"") + frame.to_bytes()

    def _lose(self, why: LossReason) -> LinkLost:
        self._forget()
        return LinkLost(why)

    def _forget(self) -> None:
        self._talk = None
