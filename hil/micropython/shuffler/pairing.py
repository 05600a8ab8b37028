"""Section 4 of the protocol page: a press, PAIR and OFFER, ACCEPT and PAIRED."""

from . import frame
from .crypto import hkdf, hmac, letters, public_value, same, sha256, x25519

PRESS_MS = 120_000
MOST_PAIRS = 5
_NO_PRESS = 2
_INFO = b"firmware-host shuffler link 1 pairing"


def refused(body: bytes) -> bytes:
    """The REFUSE of a PAIR for which no press is valid."""
    return frame.plain(frame.REFUSE, frame.session_of(body), bytes([_NO_PRESS]))


class NewKey:
    """What an ACCEPT brought: the host, the key to share with it, and the PAIRED that says so."""

    def __init__(self, host: bytes, key: bytes, paired: bytes) -> None:
        self.host = host
        self.key = key
        self.paired = paired


class Press:
    """One press of the pairing key: its secret, and what came of it. The next press makes another."""

    def __init__(self, device_id: bytes, secret: str, now: int) -> None:
        self._device_id = device_id
        self._secret = letters(secret)
        self._until = now + PRESS_MS
        self._pairs = 0
        self._pair = b""
        self._offer = b""
        self._keys = b""
        self._heard = b""
        self._accepted = b""
        self._paired = b""

    def open(self, now: int) -> bool:
        """Whether the 120 s last, whatever came in them."""
        return now < self._until

    def pair(self, body: bytes, private: bytes, now: int) -> bytes:
        """The OFFER or REFUSE that answers a PAIR."""
        session = frame.session_of(body)
        refuse = refused(body)
        if self.open(now) and body == self._pair:
            return self._offer
        if not self.open(now) or self._paired or self._pairs == MOST_PAIRS:
            return refuse
        shared = x25519(private, body[22:54])
        if shared == bytes(32):
            return refuse
        self._pairs += 1
        offer = frame.plain(frame.OFFER, session, self._device_id + public_value(private))
        self._heard = sha256(body + offer)
        self._keys = hkdf(shared, self._secret, _INFO + self._heard, 128)
        self._pair = body
        self._offer = offer + self._proof(0)
        return self._offer

    def accept(self, body: bytes, now: int) -> bytes | NewKey | None:
        """PAIRED again, a new key, or nothing for an ACCEPT that is none."""
        if not self.open(now):
            return None
        if self._paired:
            return self._paired if body == self._accepted else None
        if not self._pair or frame.session_of(body) != frame.session_of(self._pair):
            return None
        if not same(frame.plain_payload(body), self._proof(32)):
            return None
        self._accepted = body
        self._paired = frame.plain(frame.PAIRED, frame.session_of(body), self._proof(64))
        return NewKey(self._pair[6:22], self._keys[96:128], self._paired)

    def _proof(self, at: int) -> bytes:
        return hmac(self._keys[at : at + 32], self._heard)[:16]
