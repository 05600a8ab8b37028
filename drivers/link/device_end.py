"""
The device's end of the link: its sessions, and its pairing.

It answers every HELLO, and ends its session only for a host that proves the pairing. A press of its pairing key opens
pairing for two minutes and a few attempts.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from drivers.link.crypto import (
    ID_BYTES,
    Forged,
    Introduction,
    Opened,
    Opener,
    Pairing,
    Replayed,
    Sealer,
    Vocabulary,
    same,
    session_keys,
    welcome,
)
from drivers.link.frame import Kind, PlainFrame, SealedFrame
from drivers.link.link import Link
from drivers.link.link_events_and_timing import (
    LINK_TIMING,
    ByeReason,
    LinkEvent,
    LinkOpened,
    LinkTiming,
    PairingAccepted,
    RefuseReason,
)
from drivers.link.pairing import PAIR_SIZE, PairingKeys, offer_frame, pairing_keys, public_of, secret_bytes, shared_by
from drivers.link.session import PROOF, Channel

OPENINGS_MAX: Final = 4
"""HELLOs that are answered and not proved yet; a fifth replaces the oldest."""

WINDOW_MS: Final = 120_000
ATTEMPTS_MAX: Final = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class _Opening:
    welcome: PlainFrame
    channel: Channel
    host: Introduction


class PairingWindow:
    """
    One press of the pairing key.

    The secret is the one on the display, new at each press, or the one on the label.
    """

    def __init__(self, *, device: bytes, secret: str, private: Callable[[], bytes], now_ms: int) -> None:
        """`private` draws 32 random bytes at each call. Raises SecretMistyped."""
        self._device = device
        self._secret = secret_bytes(secret)
        self._private = private
        self._until_ms = now_ms + WINDOW_MS
        self._attempts = 0
        self._pair: PlainFrame | None = None
        self._offer: PlainFrame | None = None
        self._keys: PairingKeys | None = None
        self._done = False

    def is_open(self, now_ms: int) -> bool:
        return now_ms < self._until_ms

    def offer(self, pair: PlainFrame) -> PlainFrame | None:
        """
        Answer PAIR, a repeated one with the same OFFER.

        Return None if this press is used up or PAIR is malformed.
        """
        if pair == self._pair:
            return self._offer
        if self._done or self._attempts >= ATTEMPTS_MAX or len(pair.payload) != PAIR_SIZE:
            return None
        private = self._private()
        shared = shared_by(private, pair.payload[ID_BYTES:])
        if shared is None:
            return None
        self._attempts += 1
        unproved = offer_frame(pair.session, self._device, public_of(private))
        keys = pairing_keys(secret=self._secret, shared=shared, pair=pair, unproved_offer=unproved)
        self._pair, self._keys = pair, keys
        self._offer = PlainFrame(kind=Kind.OFFER, session=pair.session, payload=unproved.payload + keys.device_proof)
        return self._offer

    def accepted(self, accept: PlainFrame) -> Pairing | None:
        """Return the pairing that the host has proved; None for a wrong proof, which changes nothing."""
        if self._pair is None or self._keys is None or accept.session != self._pair.session:
            return None
        return self._keys.pairing if same(accept.payload, self._keys.host_proof) else None

    def done(self) -> PlainFrame | None:
        """
        Return PAIRED for the host, each time it asks.

        Call it once the new key is stored; no other host can be paired then.
        """
        if self._pair is None or self._keys is None:
            return None
        self._done = True
        return PlainFrame(kind=Kind.PAIRED, session=self._pair.session, payload=self._keys.done_proof)

    @property
    def is_done(self) -> bool:
        return self._done


class DeviceLink(Link):
    """The device's end, which serves one host after another. `pairing` is None until the device is paired."""

    def __init__(
        self,
        *,
        pairing: Pairing | None,
        vocabulary: Vocabulary,
        nonce: Callable[[], bytes],
        timing: LinkTiming = LINK_TIMING,
    ) -> None:
        """`nonce` returns a new random nonce at each call."""
        super().__init__(timing=timing)
        self._pairing = pairing
        self._vocabulary = vocabulary
        self._nonce = nonce
        self._window: PairingWindow | None = None
        self._openings: OrderedDict[PlainFrame, _Opening] = OrderedDict()

    def busy(self, for_ms: int) -> None:
        """Send BUSY before work during which the device cannot answer; do nothing without a session."""
        if self._channel is not None:
            self._channel.busy(for_ms)

    def press(self, window: PairingWindow) -> None:
        """Open pairing after a press. The present pairing and session stay until a new pairing is made."""
        self._window = window

    def paired(self, pairing: Pairing) -> None:
        """
        Change to the new pairing and confirm it to the host.

        Call it once the new key is stored and everything done for the old host is forgotten, both in one write.
        """
        self.end(ByeReason.PAIRED_ANEW)
        self._openings.clear()
        self._pairing = pairing
        done = None if self._window is None else self._window.done()
        if done is not None:
            self._put(done)

    def _on_plain(self, frame: PlainFrame, now_ms: int) -> list[LinkEvent]:
        match frame.kind:
            case Kind.HELLO:
                opening = self._openings.get(frame) or self._opening(frame, now_ms)
                if opening is not None:
                    self._put(opening.welcome)
            case Kind.PAIR:
                self._on_pair(frame, now_ms)
            case Kind.ACCEPT:
                return self._on_accept(frame, now_ms)
            case _:
                self.statistics.unexpected += 1
        return []

    def _on_greeting(self, session: int) -> None:
        """Answer REFUSE 3, so that people check the version and not the cable. The session stays as it is."""
        self._refuse(session, RefuseReason.OTHER_VERSION)

    def _on_pair(self, pair: PlainFrame, now_ms: int) -> None:
        open_window = self._window if self._window is not None and self._window.is_open(now_ms) else None
        offer = None if open_window is None else open_window.offer(pair)
        if offer is None:
            self._refuse(pair.session, RefuseReason.NO_PRESS)
        else:
            self._put(offer)

    def _on_accept(self, accept: PlainFrame, now_ms: int) -> list[LinkEvent]:
        window = self._window
        pairing = None if window is None or not window.is_open(now_ms) else window.accepted(accept)
        if window is None or pairing is None:
            self.statistics.forged += 1
            return []
        if not window.is_done:
            return [PairingAccepted(pairing)]
        self.statistics.duplicates += 1
        done = window.done()
        if done is not None:
            self._put(done)
        return []

    def _opening(self, hello: PlainFrame, now_ms: int) -> _Opening | None:
        """Answer a HELLO. The open session stays, because a HELLO proves nothing."""
        host = Introduction.from_bytes(hello.payload)
        if host is None:
            self.statistics.foreign += 1
            return None
        pairing = self._pairing
        if pairing is None or host.id != pairing.host:
            self._refuse(hello.session, RefuseReason.NOT_PAIRED)
            return None
        device = Introduction(id=pairing.device, nonce=self._nonce(), vocabulary=self._vocabulary)
        keys = session_keys(pairing, hello, device)
        channel = Channel(
            session=hello.session,
            is_host=False,
            sealer=Sealer(key=keys.from_device, session=hello.session),
            opener=Opener(key=keys.from_host),
            put=self._put,
            timing=self._timing,
            statistics=self.statistics,
            now_ms=now_ms,
        )
        while len(self._openings) >= OPENINGS_MAX:
            self._openings.popitem(last=False)
        opening = _Opening(welcome=welcome(hello, device, keys), channel=channel, host=host)
        self._openings[hello] = opening
        return opening

    def _refuse(self, session: int, why: RefuseReason) -> None:
        self.statistics.refused += 1
        self._put(PlainFrame(kind=Kind.REFUSE, session=session, payload=bytes([why])))

    def _on_sealed(self, frame: SealedFrame, now_ms: int) -> list[LinkEvent]:
        """Find the session of a frame by its key, because two hosts may have drawn the same session number."""
        meant = False
        for channel in self._channels():
            if channel.session != frame.session:
                continue
            meant = True
            try:
                opened = channel.open(frame)
            except Forged:
                continue
            except Replayed:
                self.statistics.replayed += 1
                return []
            return self._on_opened(channel, opened, now_ms)
        self.statistics.forged += meant
        self.statistics.other_session += not meant
        return []

    def _on_opened(self, channel: Channel, opened: Opened, now_ms: int) -> list[LinkEvent]:
        if channel is self._channel:
            return self._hear(channel, opened, now_ms)
        opening = next((it for it in self._openings.values() if it.channel is channel), None)
        if opening is None or opened.kind is not Kind.PROVE or opened.sequence != PROOF:
            # Nothing else opens a session, so nothing else ends the one that is open.
            self.statistics.unexpected += 1
            return []
        self._forget()
        self._forget_older_than(opening)
        self._channel = channel
        events = self._hear(channel, opened, now_ms)
        if not channel.proved or self._pairing is None:
            return events
        vocabulary = opening.host.vocabulary
        return [LinkOpened(session=channel.session, pairing=self._pairing, vocabulary=vocabulary), *events]

    def _channels(self) -> Iterator[Channel]:
        """Yield the open channel first: nearly every frame belongs to it."""
        if self._channel is not None:
            yield self._channel
        yield from (opening.channel for opening in self._openings.values() if opening.channel is not self._channel)

    def _forget_older_than(self, opening: _Opening) -> None:
        """Forget older openings, so that a delayed PROVE cannot end a younger session."""
        while self._openings and next(iter(self._openings.values())) is not opening:
            self._openings.popitem(last=False)

    def _forget(self) -> None:
        """Forget the session for ever: if it were opened again, its counters would start over."""
        self._openings = OrderedDict(
            (hello, it) for hello, it in self._openings.items() if it.channel is not self._channel
        )
        super()._forget()
