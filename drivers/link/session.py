"""One session from its keys to its end: retransmission, silence, one payload under way in each direction."""

import struct
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, assert_never

from drivers.link.crypto import Opened, Opener, Sealer
from drivers.link.frame import PAYLOAD_MAX, Kind, LinkStatistics, SealedFrame
from drivers.link.link_events_and_timing import (
    ByeReason,
    LinkEvent,
    LinkLost,
    LinkTiming,
    LossReason,
    PayloadReceived,
    PeerBusy,
)

_GAIN, _DEVIATION_GAIN, _DEVIATIONS = 8, 4, 4
Said = TypeVar("Said")

QUEUE_MAX: Final = 16
"""Payloads waiting behind the one under way."""

PROOF: Final = 0
"""The sequence of PROVE, which ACK answers as it answers DATA; DATA begins at 1 and goes round past it."""

_SEQUENCES: Final = 1 << 16
_BUSY: Final = struct.Struct(">H")
_BYE: Final = struct.Struct(">B")


class RoundTrip:
    """Estimates the round trip of the line, and from it how long to wait before a retransmission."""

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
        """Add a measurement: the time until the answer to a frame that was sent only once."""
        if self._smoothed_ms is None:
            self._smoothed_ms, self._deviation_ms = float(took_ms), took_ms / 2
        else:
            self._deviation_ms += (abs(self._smoothed_ms - took_ms) - self._deviation_ms) / _DEVIATION_GAIN
            self._smoothed_ms += (took_ms - self._smoothed_ms) / _GAIN
        self.wait_ms = self._bounded(round(self._smoothed_ms + _DEVIATIONS * self._deviation_ms))

    def unanswered(self) -> None:
        """Double the wait."""
        self.wait_ms = self._bounded(2 * self.wait_ms)

    def _bounded(self, wait_ms: int) -> int:
        return min(max(wait_ms, self._timing.shortest_retry_ms), self._timing.longest_retry_ms)


class Retransmitter(Generic[Said]):
    """Repeats one frame until it is answered or all tries are used up."""

    def __init__(self, timing: LinkTiming, round_trip: RoundTrip) -> None:
        self._timing = timing
        self._round_trip = round_trip
        self._transmissions = 0
        self._measures = False
        self._sent_ms = 0
        self._due_ms = 0
        self.said: Said | None = None

    def begin(self, said: Said, now_ms: int) -> None:
        """Note the first transmission."""
        self.said = said
        self._transmissions = 1
        self._measures = True
        self._sent_ms = now_ms
        self._due_ms = now_ms + self._round_trip.wait_ms

    def answered(self, now_ms: int) -> None:
        """Note the answer. The answer to a repeated frame measures nothing (Karn's rule)."""
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
        """Note a retransmission; the wait after it is twice as long."""
        self._transmissions += 1
        self._measures = False
        self._round_trip.unanswered()
        self._due_ms = now_ms + self._round_trip.wait_ms

    def held(self, until_ms: int) -> None:
        """Extend the wait, because the peer is busy until then. The answer will not measure the line."""
        self._measures = False
        self._due_ms = max(self._due_ms, until_ms + self._round_trip.wait_ms)


class Silence:
    """How long the peer has been silent, and how many PINGs it has not answered."""

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
        """
        Extend the allowed silence.

        The total over all BUSY frames in a row is bounded: no device may be busy for ever.
        """
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
        """
        Note a PING.

        Its wait begins now and not when it was due: a late poll must not use up the time for the answer.
        """
        self._asked += 1
        self.due_ms = now_ms + self._timing.ping_ms


class LinkClosed(Exception):  # noqa: N818 - named for what is wrong
    """No session is open, and nothing was queued: wait for `LinkOpened`."""


class LinkFull(Exception):  # noqa: N818 - named for what is wrong
    """The peer is slower than the sender: keep the payload and send it when `room` is above zero."""


@dataclass(frozen=True, slots=True)
class _Numbered:
    kind: Kind
    sequence: int
    payload: bytes


class Channel:
    """
    One session's traffic.

    `proved` becomes true when the host's PROVE is received (device) or acknowledged (host).
    """

    def __init__(
        self,
        *,
        session: int,
        is_host: bool,
        sealer: Sealer,
        opener: Opener,
        put: Callable[[SealedFrame], None],
        timing: LinkTiming,
        statistics: LinkStatistics,
        now_ms: int,
    ) -> None:
        self.session = session
        self.proved = False
        self._is_host = is_host
        self._sealer = sealer
        self._opener = opener
        self._put = put
        self._statistics = statistics
        self._queue: deque[bytes] = deque()
        self._round_trip = RoundTrip(timing)
        self._repeater: Retransmitter[_Numbered] = Retransmitter(timing, self._round_trip)
        self._silence = Silence(timing)
        self._silence.heard(now_ms)
        self._next = 1
        self._expected = 1

    @property
    def room(self) -> int:
        return QUEUE_MAX - len(self._queue) if self.proved else 0

    @property
    def idle(self) -> bool:
        return not self._queue and self._repeater.said is None

    @property
    def round_trip_ms(self) -> float | None:
        return self._round_trip.smoothed_ms

    def prove(self, now_ms: int) -> None:
        """Send PROVE, the host's first frame under the new key, which shows that the host has that key."""
        self._begin(_Numbered(Kind.PROVE, PROOF, b""), now_ms)

    def send(self, payload: bytes, now_ms: int) -> None:
        """Queue a payload. Raises LinkClosed, LinkFull, or ValueError for a payload that does not fit into a frame."""
        if not 0 < len(payload) <= PAYLOAD_MAX:
            raise ValueError(f"payload of {len(payload)} bytes; 1 to {PAYLOAD_MAX} can be sent")
        if not self.proved:
            raise LinkClosed
        if not self.room:
            raise LinkFull
        self._queue.append(payload)
        self._advance(now_ms)

    def busy(self, for_ms: int) -> None:
        """Send BUSY before work during which the device cannot answer; the host limits the time further."""
        self._write(Kind.BUSY, payload=_BUSY.pack(min(for_ms, 0xFFFF)))

    def bye(self, why: ByeReason) -> None:
        """Send BYE. If it is lost, the other end notices the silence."""
        self._write(Kind.BYE, payload=_BYE.pack(why))

    def poll(self, now_ms: int) -> LossReason | None:
        """Do what is due; return a reason if the link is lost."""
        due_ms = self._repeater.due_ms
        if due_ms is not None and now_ms >= due_ms:
            if self._repeater.used_up:
                return LossReason.NOT_ACKNOWLEDGED
            self._repeat(now_ms)
        if self.proved and now_ms >= self._silence.due_ms:
            if self._silence.used_up:
                return LossReason.SILENT
            self._silence.asked(now_ms)
            self._statistics.pings += 1
            self._write(Kind.PING)
        return None

    def next_due(self) -> int | None:
        retry_ms = self._repeater.due_ms
        if not self.proved:
            return retry_ms
        return self._silence.due_ms if retry_ms is None else min(self._silence.due_ms, retry_ms)

    def open(self, frame: SealedFrame) -> Opened:
        """Open a frame. Raises Forged or Replayed; then the session is unchanged."""
        return self._opener.open(frame)

    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        """Handle one opened frame; any frame shows that the other end is alive."""
        if opened.kind is not Kind.BUSY:
            self._silence.heard(now_ms)
        match opened.kind:
            case Kind.PROVE:
                self._on_prove(opened)
            case Kind.DATA:
                return self._on_data(opened)
            case Kind.ACK:
                self._on_ack(opened, now_ms)
            case Kind.PING:
                self._write(Kind.PONG)
            case Kind.PONG:
                pass
            case Kind.BUSY:
                return self._on_busy(opened, now_ms)
            case Kind.BYE:
                return self._on_bye(opened)
            case Kind.HELLO | Kind.WELCOME | Kind.REFUSE | Kind.PAIR | Kind.OFFER | Kind.ACCEPT | Kind.PAIRED:
                raise AssertionError(f"{opened.kind} is never sealed")
            case _:
                assert_never(opened.kind)
        return []

    def _on_prove(self, opened: Opened) -> None:
        if self._is_host or opened.payload or opened.sequence != PROOF:
            self._statistics.unexpected += 1
            return
        self._statistics.duplicates += self.proved
        self.proved = True
        self._write(Kind.ACK, PROOF)

    def _on_data(self, opened: Opened) -> list[LinkEvent]:
        """Deliver each payload once and in order. Before its PROVE is acknowledged a host drops every payload."""
        if not opened.payload or not self.proved:
            self._statistics.unexpected += 1
            return []
        if opened.sequence == self._expected:
            self._expected = (self._expected + 1) % _SEQUENCES
            self._write(Kind.ACK, opened.sequence)
            return [PayloadReceived(opened.payload)]
        if opened.sequence == (self._expected - 1) % _SEQUENCES:
            self._statistics.duplicates += 1
            self._write(Kind.ACK, opened.sequence)
        else:
            self._statistics.unexpected += 1
        return []

    def _on_ack(self, opened: Opened, now_ms: int) -> None:
        under_way = self._repeater.said
        if under_way is None or opened.payload or opened.sequence != under_way.sequence:
            self._statistics.duplicates += 1
            return
        self._repeater.answered(now_ms)
        self.proved = True
        self._advance(now_ms)

    def _on_busy(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        if not self._is_host or len(opened.payload) != _BUSY.size:
            self._statistics.unexpected += 1
            return []
        until_ms = self._silence.busy(_BUSY.unpack(opened.payload)[0], now_ms)
        self._repeater.held(until_ms)
        return [PeerBusy(until_ms)] if self.proved else []

    def _on_bye(self, opened: Opened) -> list[LinkEvent]:
        """End the session, also for an unknown reason."""
        code = _BYE.unpack(opened.payload)[0] if len(opened.payload) == _BYE.size else 0
        return [LinkLost(LossReason.ENDED, ByeReason(code) if code in set(ByeReason) else None)]

    def _advance(self, now_ms: int) -> None:
        if self._repeater.said is not None or not self._queue:
            return
        said = _Numbered(Kind.DATA, self._next, self._queue.popleft())
        self._next = (self._next + 1) % _SEQUENCES
        self._begin(said, now_ms)

    def _begin(self, said: _Numbered, now_ms: int) -> None:
        self._repeater.begin(said, now_ms)
        self._write(said.kind, said.sequence, said.payload)

    def _repeat(self, now_ms: int) -> None:
        said = self._repeater.said
        if said is not None:
            self._repeater.again(now_ms)
            self._statistics.retransmissions += 1
            self._write(said.kind, said.sequence, said.payload)

    def _write(self, kind: Kind, sequence: int = 0, payload: bytes = b"") -> None:
        self._put(self._sealer.seal(kind, sequence, payload))
