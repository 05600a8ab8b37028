"""A conversation over frames: opened by the host, one frame under way in each direction, bounded in everything.

No clock and no port: `now_ms` comes in, bytes and events go out, `next_due` says when to poll. Authentication will
stand between `LinkOpened` and the first payload; the frames below need not know.
"""

from collections import deque
from enum import Enum, auto
from typing import Final, Self, assert_never

from drivers.link.events import (
    LINK_TIMING,
    LinkEvent,
    LinkLost,
    LinkOpened,
    LinkTiming,
    LossReason,
    PayloadReceived,
)
from drivers.link.frame import DELIMITER, PAYLOAD_MAX, Frame, FrameReader, Kind
from drivers.link.patience import Repeater, Silence
from drivers.link.statistics import LinkStatistics

QUEUE_MAX: Final = 16
"""Payloads waiting behind the one under way."""
_SEQUENCES = 1 << 16


class LinkClosed(Exception):  # noqa: N818 - named for what is so
    """No session is open: wait for `LinkOpened`; nothing was queued."""


class LinkFull(Exception):  # noqa: N818 - named for what is so
    """The peer is slower than the sender: keep the payload and offer it when `room` is not zero."""


class Role(Enum):
    HOST = auto()
    DEVICE = auto()


class _Phase(Enum):
    IDLE = auto()
    OPENING = auto()
    OPEN = auto()


class Link:
    def __init__(self, *, role: Role, timing: LinkTiming) -> None:
        self._role = role
        self._phase = _Phase.IDLE
        self._session: int | None = None
        self._output = bytearray()
        self._queue: deque[bytes] = deque()
        self.statistics = LinkStatistics()
        self._reader = FrameReader(self.statistics)
        self._repeater = Repeater(timing)
        self._silence = Silence(timing)
        self._next = 1
        self._expected = 1

    @classmethod
    def host(cls, *, session: int, now_ms: int, timing: LinkTiming = LINK_TIMING) -> Self:
        """Starts to open `session`, a number drawn at random so that no earlier host's frames can be taken for ours."""
        link = cls(role=Role.HOST, timing=timing)
        link._open(session, now_ms)
        return link

    @classmethod
    def device(cls, *, timing: LinkTiming = LINK_TIMING) -> Self:
        return cls(role=Role.DEVICE, timing=timing)

    @property
    def is_open(self) -> bool:
        return self._phase is _Phase.OPEN

    @property
    def room(self) -> int:
        """How many payloads `send` takes now."""
        return QUEUE_MAX - len(self._queue) if self.is_open else 0

    @property
    def idle(self) -> bool:
        """Nothing waits and nothing is under way."""
        return not self._queue and self._repeater.frame is None

    def send(self, payload: bytes, now_ms: int) -> None:
        """Raises LinkClosed, LinkFull, or ValueError for a payload that no frame holds."""
        if not 0 < len(payload) <= PAYLOAD_MAX:
            raise ValueError(f"payload of {len(payload)} bytes; 1 to {PAYLOAD_MAX} can be sent")
        if not self.is_open:
            raise LinkClosed
        if not self.room:
            raise LinkFull
        self._queue.append(payload)
        self._advance(now_ms)

    def take_output(self) -> bytes:
        """The bytes to write now, each handed out once."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def receive(self, data: bytes, now_ms: int) -> list[LinkEvent]:
        """Never fails: whatever is not a frame for this side is counted in `statistics`."""
        events: list[LinkEvent] = []
        for frame in self._reader.feed(data):
            events += self._on_frame(frame, now_ms)
        return events

    def poll(self, now_ms: int) -> list[LinkEvent]:
        """Does what is due; give it what has arrived first, lest a late poll take a busy peer for a silent one."""
        if _is_due(self._repeater.due_ms, now_ms):
            if self._repeater.used_up:
                return [self._lose()]
            self._repeat(now_ms)
        if self.is_open and now_ms >= self._silence.due_ms:
            if self._silence.used_up:
                return [self._lose()]
            self._silence.asked(now_ms)
            self.statistics.pings += 1
            self._write(Kind.PING)
        return []

    def next_due(self) -> int | None:
        """When `poll` has something to do; None while a device waits for a host, or a host's link is lost."""
        match self._phase:
            case _Phase.IDLE:
                return None
            case _Phase.OPENING:
                return self._repeater.due_ms
            case _Phase.OPEN:
                retry_ms = self._repeater.due_ms
                return self._silence.due_ms if retry_ms is None else min(self._silence.due_ms, retry_ms)
            case _:
                assert_never(self._phase)

    def _on_frame(self, frame: Frame, now_ms: int) -> list[LinkEvent]:
        if frame.payload and frame.kind is not Kind.DATA:
            self.statistics.foreign += 1
            return []
        match frame.kind:
            case Kind.HELLO:
                return self._on_hello(frame, now_ms)
            case Kind.WELCOME:
                return self._on_welcome(frame, now_ms)
            case Kind.DATA | Kind.ACK | Kind.PING | Kind.PONG:
                if self._phase is not _Phase.OPEN or frame.session != self._session:
                    self.statistics.other_session += 1
                    return []
                self._silence.heard(now_ms)
                return self._on_talk(frame, now_ms)
            case _:
                assert_never(frame.kind)

    def _on_hello(self, frame: Frame, now_ms: int) -> list[LinkEvent]:
        if self._role is not Role.DEVICE:
            self.statistics.unexpected += 1
            return []
        if frame.session == self._session:
            return self._on_hello_again(now_ms)
        self._session = frame.session
        self._reset(now_ms)
        self._phase = _Phase.OPEN
        self._write(Kind.WELCOME)
        return [LinkOpened(frame.session)]

    def _on_hello_again(self, now_ms: int) -> list[LinkEvent]:
        """Our WELCOME was lost. A session that was lost is never opened again: its sequences would start over."""
        if self._phase is _Phase.OPEN:
            self.statistics.duplicates += 1
            self._silence.heard(now_ms)
            self._write(Kind.WELCOME)
        else:
            self.statistics.other_session += 1
        return []

    def _on_welcome(self, frame: Frame, now_ms: int) -> list[LinkEvent]:
        if self._role is not Role.HOST:
            self.statistics.unexpected += 1
            return []
        if frame.session != self._session or self._phase is _Phase.IDLE:
            self.statistics.other_session += 1
            return []
        if self._phase is _Phase.OPEN:
            self.statistics.duplicates += 1
            self._silence.heard(now_ms)
            return []
        self._reset(now_ms)
        self._phase = _Phase.OPEN
        return [LinkOpened(frame.session)]

    def _on_talk(self, frame: Frame, now_ms: int) -> list[LinkEvent]:
        if frame.kind is Kind.DATA:
            return self._on_data(frame)
        if frame.kind is Kind.ACK:
            self._on_ack(frame, now_ms)
        if frame.kind is Kind.PING:
            self._write(Kind.PONG)
        return []

    def _on_data(self, frame: Frame) -> list[LinkEvent]:
        if not frame.payload:
            self.statistics.foreign += 1
            return []
        if frame.sequence == self._expected:
            self._expected = (self._expected + 1) % _SEQUENCES
            self._write(Kind.ACK, frame.sequence)
            return [PayloadReceived(frame.payload)]
        if frame.sequence == (self._expected - 1) % _SEQUENCES:
            self.statistics.duplicates += 1
            self._write(Kind.ACK, frame.sequence)
        else:
            self.statistics.unexpected += 1
        return []

    def _on_ack(self, frame: Frame, now_ms: int) -> None:
        under_way = self._repeater.frame
        if under_way is None or frame.sequence != under_way.sequence:
            self.statistics.duplicates += 1
            return
        self._repeater.answered()
        self._advance(now_ms)

    def _advance(self, now_ms: int) -> None:
        if self._repeater.frame is not None or not self._queue or self._session is None:
            return
        payload = self._queue.popleft()
        frame = Frame(kind=Kind.DATA, session=self._session, sequence=self._next, payload=payload)
        self._next = (self._next + 1) % _SEQUENCES
        self._repeater.begin(frame, now_ms)
        self._put(frame)

    def _repeat(self, now_ms: int) -> None:
        if self._repeater.frame is not None:
            self._repeater.again(now_ms)
            self.statistics.retransmissions += 1
            self._put(self._repeater.frame)

    def _open(self, session: int, now_ms: int) -> None:
        self._session = session
        self._phase = _Phase.OPENING
        hello = Frame(kind=Kind.HELLO, session=session)
        self._repeater.begin(hello, now_ms)
        self._put(hello)

    def _write(self, kind: Kind, sequence: int = 0) -> None:
        if self._session is not None:
            self._put(Frame(kind=kind, session=self._session, sequence=sequence))

    def _put(self, frame: Frame) -> None:
        """A HELLO first ends whatever noise stands on the line."""
        self.statistics.frames_out += 1
        self._output += (DELIMITER if frame.kind is Kind.HELLO else b"") + frame.to_bytes()

    def _reset(self, now_ms: int) -> None:
        """Both directions start at sequence 1, so that 0 stays free for frames that are not counted."""
        self._queue.clear()
        self._repeater.answered()
        self._silence.heard(now_ms)
        self._next = 1
        self._expected = 1

    def _lose(self) -> LinkLost:
        if self._phase is _Phase.OPENING:
            why = LossReason.OTHER_VERSION if self.statistics.other_version else LossReason.NO_WELCOME
        elif self._silence.used_up:
            why = LossReason.SILENT
        else:
            why = LossReason.NOT_ACKNOWLEDGED
        self._phase = _Phase.IDLE
        self._queue.clear()
        self._repeater.answered()
        return LinkLost(why)


def _is_due(due_ms: int | None, now_ms: int) -> bool:
    return due_ms is not None and now_ms >= due_ms
