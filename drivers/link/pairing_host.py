"""The host's side of a pairing, without a port or a clock, as `session` is.

The new key is kept before it is accepted, so that a power cut at any step leaves at each end the old pairing, the new
one, or at the host both: then the next session shows which of them the device has.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from drivers.link.channel import Repeater, RoundTrip
from drivers.link.crypto import Pairing, same
from drivers.link.frame import DELIMITER, TAG_BYTES, FrameReader, Kind, LinkStatistics, PlainFrame, SealedFrame
from drivers.link.link_events import LINK_TIMING, LinkTiming, RefuseReason
from drivers.link.pairing import OFFER_SIZE, PUBLIC_BYTES, PairingKeys, pair_frame, pairing_keys, public_of, shared_by


class PairingFailure(StrEnum):
    NO_ANSWER = "no-answer"
    OTHER_VERSION = "other-version"
    NO_PRESS = "no-press"
    """The device says that nobody pressed its pairing key, or that this press was used up."""
    WRONG_SECRET = "wrong-secret"  # noqa: S105 - a word for what went wrong
    """It answered, and what it knows is not what was typed: the old pairing still holds at both ends."""
    IN_DOUBT = "in-doubt"
    """The last word was lost: the next session shows whether the device has the new key."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The device has proved that it knows the secret. Keep this pairing beside the old one, then call `accept`."""

    pairing: Pairing


@dataclass(frozen=True, slots=True)
class Paired:
    """The device has kept the new key and forgotten what it did for whom it was paired with before."""

    pairing: Pairing


@dataclass(frozen=True, slots=True)
class PairingFailed:
    why: PairingFailure


PairingEvent: TypeAlias = Offered | Paired | PairingFailed


class HostPairing:
    """One attempt; `secret` is that of `secret_bytes`, `private` 32 random bytes, both used for this one only."""

    def __init__(
        self,
        *,
        host: bytes,
        secret: bytes,
        private: bytes,
        session: int,
        now_ms: int,
        timing: LinkTiming = LINK_TIMING,
    ) -> None:
        self.statistics = LinkStatistics()
        self._reader = FrameReader(self.statistics)
        self._output = bytearray()
        self._secret = secret
        self._private = private
        self._keys: PairingKeys | None = None
        self._refused = False
        self._over = False
        self._pair = pair_frame(session, host, public_of(private))
        self._repeater: Repeater[PlainFrame] = Repeater(timing, RoundTrip(timing))
        self._say(self._pair, now_ms)

    def accept(self, now_ms: int) -> None:
        """Tells the device that the pairing is kept here. Call it after `Offered`, once the file is on the disk."""
        if self._keys is None:
            raise RuntimeError("nothing was offered yet")
        accept = PlainFrame(kind=Kind.ACCEPT, session=self._pair.session, payload=self._keys.host_proof)
        self._say(accept, now_ms)

    def take_output(self) -> bytes:
        output = bytes(self._output)
        self._output.clear()
        return output

    def receive(self, data: bytes, now_ms: int) -> list[PairingEvent]:
        """Never fails; what proves nothing is counted, and the right answer may still come."""
        events: list[PairingEvent] = []
        for frame in self._reader.feed(data):
            if isinstance(frame, SealedFrame) or frame.session != self._pair.session:
                self.statistics.other_session += 1
            elif not self._over:
                events += self._on_frame(frame, now_ms)
        return events

    def poll(self, now_ms: int) -> list[PairingEvent]:
        due_ms, said = self._repeater.due_ms, self._repeater.said
        if due_ms is None or said is None or now_ms < due_ms:
            return []
        if self._repeater.used_up:
            self._over = True
            self._repeater.dropped()
            return [PairingFailed(self._why())]
        self._repeater.again(now_ms)
        self._put(said)
        return []

    def next_due(self) -> int | None:
        return self._repeater.due_ms

    def _on_frame(self, frame: PlainFrame, now_ms: int) -> list[PairingEvent]:
        if frame.kind is Kind.OFFER and self._keys is None:
            return self._on_offer(frame)
        if frame.kind is Kind.PAIRED and self._keys is not None and same(frame.payload, self._keys.done_proof):
            self._repeater.answered(now_ms)
            self._over = True
            return [Paired(self._keys.pairing)]
        if frame.kind is Kind.REFUSE:
            self.statistics.refused += 1
            self._refused |= frame.payload == bytes([RefuseReason.NO_PRESS])
        return []

    def _on_offer(self, frame: PlainFrame) -> list[PairingEvent]:
        if len(frame.payload) != OFFER_SIZE:
            self.statistics.foreign += 1
            return []
        unproved = PlainFrame(kind=Kind.OFFER, session=frame.session, payload=frame.payload[:-TAG_BYTES])
        shared = shared_by(self._private, unproved.payload[-PUBLIC_BYTES:])
        if shared is None:
            self.statistics.forged += 1
            return []
        keys = pairing_keys(secret=self._secret, shared=shared, pair=self._pair, unproved_offer=unproved)
        if not same(frame.payload[-TAG_BYTES:], keys.device_proof):
            self.statistics.forged += 1
            return []
        self._keys = keys
        self._repeater.dropped()
        return [Offered(keys.pairing)]

    def _why(self) -> PairingFailure:
        if self._keys is not None:
            return PairingFailure.IN_DOUBT
        if self.statistics.other_version:
            return PairingFailure.OTHER_VERSION
        if self.statistics.forged:
            return PairingFailure.WRONG_SECRET
        return PairingFailure.NO_PRESS if self._refused else PairingFailure.NO_ANSWER

    def _say(self, frame: PlainFrame, now_ms: int) -> None:
        self._repeater.begin(frame, now_ms)
        self._put(frame)

    def _put(self, frame: PlainFrame) -> None:
        self.statistics.frames_out += 1
        self._output += (DELIMITER if frame.kind is Kind.PAIR else b"") + frame.to_bytes()
