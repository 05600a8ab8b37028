"""The device's side of a pairing: open for a while after somebody pressed its key, and for a few attempts only."""

from collections.abc import Callable
from typing import Final

from drivers.link.crypto import ID_BYTES, Pairing, same
from drivers.link.frame import Kind, PlainFrame
from drivers.link.pairing import PAIR_SIZE, PairingKeys, offer_frame, pairing_keys, public_of, secret_bytes, shared_by

WINDOW_MS: Final = 120_000

ATTEMPTS_MAX: Final = 5


class PairingWindow:
    """One press and what comes of it. The secret is that of the display, new at each press, or of the label."""

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
        """The answer to PAIR, the same one to the same; None when this press has been used up or PAIR is none."""
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
        """The pairing that the host has proved; None for a proof that is none, which changes nothing."""
        if self._pair is None or self._keys is None or accept.session != self._pair.session:
            return None
        return self._keys.pairing if same(accept.payload, self._keys.host_proof) else None

    def done(self) -> PlainFrame | None:
        """Once the new key is kept: what tells the host, each time it asks. No other host can be paired now."""
        if self._pair is None or self._keys is None:
            return None
        self._done = True
        return PlainFrame(kind=Kind.PAIRED, session=self._pair.session, payload=self._keys.done_proof)

    @property
    def is_done(self) -> bool:
        return self._done
