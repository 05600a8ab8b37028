"""One session from its keys to its end: one payload under way in each direction, everything sealed and bounded.

Which end opened it and how is not known here (`session` has that). Only what the other end has sealed gets in, so only
the other end, or a cut wire, can stop it.
"""

import struct
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, assert_never

from drivers.link.events import (
    ByeReason,
    LinkEvent,
    LinkLost,
    LinkTiming,
    LossReason,
    PayloadReceived,
    PeerBusy,
)
from drivers.link.frame import PAYLOAD_MAX, Kind, SealedFrame
from drivers.link.patience import Repeater, Silence
from drivers.link.round_trip import RoundTrip
from drivers.link.seal import Opened, Opener, Sealer
from drivers.link.statistics import LinkStatistics

QUEUE_MAX: Final = 16
"""Payloads waiting behind the one under way."""
PROOF: Final = 0
"""The sequence of PROVE, which ACK answers as it answers DATA; DATA begins at 1 and goes round past it."""
_SEQUENCES: Final = 1 << 16
_BUSY: Final = struct.Struct(">H")
_BYE: Final = struct.Struct(">B")


class LinkClosed(Exception):  # noqa: N818 - named for what is so
    """No session is open: wait for `LinkOpened`; nothing was queued."""


class LinkFull(Exception):  # noqa: N818 - named for what is so
    """The peer is slower than the sender: keep the payload and offer it when `room` is not zero."""


@dataclass(frozen=True, slots=True)
class _Numbered:
    kind: Kind
    sequence: int
    payload: bytes


class Talk:
    """`is_host` decides who proves and who may be busy; `proved` is set when the host's PROVE was heard or answered."""

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
        self._repeater: Repeater[_Numbered] = Repeater(timing, self._round_trip)
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
        """The host's first word under the new key: it shows that the host has it."""
        self._begin(_Numbered(Kind.PROVE, PROOF, b""), now_ms)

    def send(self, payload: bytes, now_ms: int) -> None:
        """Raises LinkClosed, LinkFull, or ValueError for a payload that no frame holds."""
        if not 0 < len(payload) <= PAYLOAD_MAX:
            raise ValueError(f"payload of {len(payload)} bytes; 1 to {PAYLOAD_MAX} can be sent")
        if not self.proved:
            raise LinkClosed
        if not self.room:
            raise LinkFull
        self._queue.append(payload)
        self._advance(now_ms)

    def busy(self, for_ms: int) -> None:
        """The device's word before work in which it cannot answer; 65 s at most, and the host bounds it further."""
        self._write(Kind.BUSY, payload=_BUSY.pack(min(for_ms, 0xFFFF)))

    def bye(self, why: ByeReason) -> None:
        """The last word. It may get lost: the other end then finds out by silence."""
        self._write(Kind.BYE, payload=_BYE.pack(why))

    def poll(self, now_ms: int) -> LossReason | None:
        """Does what is due; the reason when that is to give up."""
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
        """Raises Forged or Replayed; nothing was done about it then."""
        return self._opener.open(frame)

    def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
        """Whatever it says, the other end lives."""
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
        """Before the host knows that it was believed, a device's payload waits for its repetition."""
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
        """A reason that is not known here closes the session all the same."""
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
