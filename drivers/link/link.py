"""
Sessions over frames: what both ends have in common, and the host's end, which opens the session.

Host and device each prove that they have the pairing's key. No clock, no port and no randomness: `now_ms`, nonces and
the session's number come in, bytes and events go out, `next_due` says when to poll.
"""

from typing import assert_never

from drivers.link.crypto import (
    Forged,
    Introduction,
    Opened,
    Opener,
    Pairing,
    Replayed,
    Sealer,
    SessionKeys,
    Vocabulary,
    hello,
    same,
    session_keys,
    split_welcome,
)
from drivers.link.frame import DELIMITER, Frame, FrameReader, Kind, LinkStatistics, PlainFrame, SealedFrame
from drivers.link.link_events_and_timing import (
    LINK_TIMING,
    ByeReason,
    LinkEvent,
    LinkLost,
    LinkOpened,
    LinkTiming,
    LossReason,
)
from drivers.link.session import Channel, LinkClosed, Retransmitter, RoundTrip


class Link:
    """The common part of both ends: bytes in and out, and the open session, if there is one."""

    def __init__(self, *, timing: LinkTiming) -> None:
        self.statistics = LinkStatistics()
        self._timing = timing
        self._reader = FrameReader(self.statistics)
        self._output = bytearray()
        self._channel: Channel | None = None

    @property
    def is_open(self) -> bool:
        return self._channel is not None and self._channel.proved

    @property
    def room(self) -> int:
        """How many payloads `send` accepts now."""
        return 0 if self._channel is None else self._channel.room

    @property
    def idle(self) -> bool:
        """Whether nothing is queued or in flight."""
        return self._channel is None or self._channel.idle

    @property
    def round_trip_ms(self) -> float | None:
        """The measured round trip of this line; None before the first measurement."""
        return None if self._channel is None else self._channel.round_trip_ms

    def send(self, payload: bytes, now_ms: int) -> None:
        """Queue a payload. Raises LinkClosed, LinkFull, or ValueError for a payload that does not fit into a frame."""
        if self._channel is None:
            raise LinkClosed
        self._channel.send(payload, now_ms)

    def end(self, why: ByeReason) -> None:
        """Send BYE and forget the session; no event follows."""
        if self._channel is not None and self._channel.proved:
            self._channel.bye(why)
        self._forget()

    def take_output(self) -> bytes:
        """Return the bytes to write now and forget them."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def receive(self, data: bytes, now_ms: int) -> list[LinkEvent]:
        """
        Process received bytes.

        Never raises: anything that is not a frame for this end is counted in `statistics`.
        """
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
        """Do what is due. Call `receive` first, or a late poll takes a busy peer for a silent one."""
        lost = None if self._channel is None else self._channel.poll(now_ms)
        return [] if lost is None else [self._lose(lost)]

    def next_due(self) -> int | None:
        """Return when `poll` has work; None while a device waits for a host, or after a host's link is lost."""
        return None if self._channel is None else self._channel.next_due()

    def _on_greeting(self, session: int) -> None:
        """Handle a greeting in another version; a host ignores it."""

    def _on_plain(self, frame: PlainFrame, now_ms: int) -> list[LinkEvent]:
        raise NotImplementedError

    def _on_sealed(self, frame: SealedFrame, now_ms: int) -> list[LinkEvent]:
        raise NotImplementedError

    def _hear(self, channel: Channel, opened: Opened, now_ms: int) -> list[LinkEvent]:
        events = channel.hear(opened, now_ms)
        if events and isinstance(events[-1], LinkLost):
            self._forget()
        return events

    def _put(self, frame: Frame) -> None:
        """Queue a frame; a 0x00 before a host's first frame ends any noise on the line."""
        self.statistics.frames_out += 1
        first = frame.kind is Kind.HELLO or frame.kind is Kind.PAIR
        self._output += (DELIMITER if first else b"") + frame.to_bytes()

    def _lose(self, why: LossReason) -> LinkLost:
        self._forget()
        return LinkLost(why)

    def _forget(self) -> None:
        self._channel = None


class HostLink(Link):
    """One attempt and its session; after `LinkLost` it is finished and a new one is needed."""

    def __init__(
        self,
        *,
        pairings: tuple[Pairing, ...],
        session: int,
        nonce: bytes,
        vocabulary: Vocabulary,
        now_ms: int,
        timing: LinkTiming = LINK_TIMING,
    ) -> None:
        """
        Send HELLO at once. `session` and `nonce` are random and never reused.

        After an interrupted pairing there are two `pairings`, as it is unknown whether the device has stored the new
        key. The one that the device proves is valid.
        """
        super().__init__(timing=timing)
        self._pairings = pairings
        said = Introduction(id=pairings[0].host, nonce=nonce, vocabulary=vocabulary)
        self._hello = hello(session, said)
        self._device: Introduction | None = None
        self._pairing = pairings[0]
        self._opening: Retransmitter[PlainFrame] = Retransmitter(timing, RoundTrip(timing))
        self._opening.begin(self._hello, now_ms)
        self._put(self._hello)

    def poll(self, now_ms: int) -> list[LinkEvent]:
        due_ms = self._opening.due_ms
        if due_ms is not None and now_ms >= due_ms:
            if self._opening.used_up:
                return [self._lose(self._why_not_opened())]
            self._opening.again(now_ms)
            self.statistics.retransmissions += 1
            self._put(self._hello)
        return super().poll(now_ms)

    def next_due(self) -> int | None:
        return self._opening.due_ms if self._opening.said is not None else super().next_due()

    def _on_plain(self, frame: PlainFrame, now_ms: int) -> list[LinkEvent]:
        if frame.kind not in (Kind.WELCOME, Kind.REFUSE):
            self.statistics.unexpected += 1
        elif frame.session != self._hello.session:
            self.statistics.other_session += 1
        elif frame.kind is Kind.REFUSE:
            self.statistics.refused += 1
        elif self.is_open or (self._channel is None and self._opening.said is None):
            self.statistics.duplicates += 1
        else:
            self._on_welcome(frame, now_ms)
        return []

    def _on_welcome(self, frame: PlainFrame, now_ms: int) -> None:
        """Ignore a WELCOME with a wrong proof: the right one may still come."""
        found = split_welcome(frame)
        if found is None:
            self.statistics.foreign += 1
            return
        device, proof = found
        if device == self._device:
            self.statistics.duplicates += 1
            return
        for pairing in self._pairings:
            keys = session_keys(pairing, self._hello, device)
            if pairing.device == device.id and same(keys.proof, proof):
                self._prove(pairing, device, keys, now_ms)
                return
        self.statistics.forged += 1

    def _prove(self, pairing: Pairing, device: Introduction, keys: SessionKeys, now_ms: int) -> None:
        self._opening.dropped()
        self._pairing, self._device = pairing, device
        self._channel = Channel(
            session=self._hello.session,
            is_host=True,
            sealer=Sealer(key=keys.from_host, session=self._hello.session),
            opener=Opener(key=keys.from_device),
            put=self._put,
            timing=self._timing,
            statistics=self.statistics,
            now_ms=now_ms,
        )
        self._channel.prove(now_ms)

    def _on_sealed(self, frame: SealedFrame, now_ms: int) -> list[LinkEvent]:
        channel, device = self._channel, self._device
        if channel is None or device is None or frame.session != channel.session:
            self.statistics.other_session += 1
            return []
        try:
            opened = channel.open(frame)
        except Forged:
            self.statistics.forged += 1
            return []
        except Replayed:
            self.statistics.replayed += 1
            return []
        proved = channel.proved
        events = self._hear(channel, opened, now_ms)
        if proved or not channel.proved:
            return events
        return [LinkOpened(session=channel.session, pairing=self._pairing, vocabulary=device.vocabulary), *events]

    def _why_not_opened(self) -> LossReason:
        heard = self.statistics
        if heard.other_version:
            return LossReason.OTHER_VERSION
        if heard.forged:
            return LossReason.NOT_PROVED
        return LossReason.NOT_PAIRED if heard.refused else LossReason.NO_WELCOME

    def _lose(self, why: LossReason) -> LinkLost:
        self._opening.dropped()
        return super()._lose(why)

    def _forget(self) -> None:
        self._opening.dropped()
        super()._forget()
