"""The host's end: it opens the session, believes only a device that proves the pairing, and proves its own."""

from drivers.link.channel import Repeater, RoundTrip, Talk
from drivers.link.crypto import (
    Forged,
    Opener,
    Pairing,
    Replayed,
    Said,
    Sealer,
    SessionKeys,
    Vocabulary,
    hello,
    same,
    session_keys,
    split_welcome,
)
from drivers.link.frame import Kind, PlainFrame, SealedFrame
from drivers.link.link import Link
from drivers.link.link_events import LINK_TIMING, LinkEvent, LinkLost, LinkOpened, LinkTiming, LossReason


class HostLink(Link):
    """One attempt and the session that comes of it; after `LinkLost` it is finished and a new one is needed."""

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
        """Starts at once. `session` and `nonce` are drawn at random and never used again.

        There are two `pairings` while nobody knows whether a pairing that was interrupted had come to its end at the
        device: whichever the device proves is the one that holds.
        """
        super().__init__(timing=timing)
        self._pairings = pairings
        said = Said(id=pairings[0].host, nonce=nonce, vocabulary=vocabulary)
        self._hello = hello(session, said)
        self._device: Said | None = None
        self._pairing = pairings[0]
        self._opening: Repeater[PlainFrame] = Repeater(timing, RoundTrip(timing))
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
        elif self.is_open or (self._talk is None and self._opening.said is None):
            self.statistics.duplicates += 1
        else:
            self._on_welcome(frame, now_ms)
        return []

    def _on_welcome(self, frame: PlainFrame, now_ms: int) -> None:
        """A WELCOME that proves nothing changes nothing: the right one may still come."""
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

    def _prove(self, pairing: Pairing, device: Said, keys: SessionKeys, now_ms: int) -> None:
        self._opening.dropped()
        self._pairing, self._device = pairing, device
        self._talk = Talk(
            session=self._hello.session,
            is_host=True,
            sealer=Sealer(key=keys.from_host, session=self._hello.session),
            opener=Opener(key=keys.from_device),
            put=self._put,
            timing=self._timing,
            statistics=self.statistics,
            now_ms=now_ms,
        )
        self._talk.prove(now_ms)

    def _on_sealed(self, frame: SealedFrame, now_ms: int) -> list[LinkEvent]:
        talk, device = self._talk, self._device
        if talk is None or device is None or frame.session != talk.session:
            self.statistics.other_session += 1
            return []
        try:
            opened = talk.open(frame)
        except Forged:
            self.statistics.forged += 1
            return []
        except Replayed:
            self.statistics.replayed += 1
            return []
        proved = talk.proved
        events = self._hear(talk, opened, now_ms)
        if proved or not talk.proved:
            return events
        return [LinkOpened(session=talk.session, pairing=self._pairing, vocabulary=device.vocabulary), *events]

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
