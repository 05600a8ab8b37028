"""
Pairing: the one-time secret, the key made from it that was never on the wire, and the host's side.

The new key is kept before it is accepted, so that a power cut at any step leaves at each end the old pairing, the new
one, or at the host both: then the next session shows which of them the device has.
"""

import hashlib
import secrets
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

from drivers.link.crypto import ID_BYTES, KEY_BYTES, Pairing, derived, same, tag
from drivers.link.frame import DELIMITER, TAG_BYTES, FrameReader, Kind, LinkStatistics, PlainFrame, SealedFrame
from drivers.link.link_events_and_timing import LINK_TIMING, LinkTiming, RefuseReason
from drivers.link.session import Retransmitter, RoundTrip

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

LETTERS_MIN: Final = 16
"""Five bits each: 80."""

LETTERS_MAX: Final = 32
_MEANT: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_GROUP: Final = 4
LABEL: Final = b"firmware-host shuffler link 1 pairing"
PUBLIC_BYTES: Final = 32
PAIR_SIZE: Final = ID_BYTES + PUBLIC_BYTES
OFFER_SIZE: Final = ID_BYTES + PUBLIC_BYTES + TAG_BYTES


class SecretMistyped(ValueError):  # noqa: N818 - named for what is wrong
    """No secret at all: too short, too long, or a letter that none has."""


def new_secret() -> str:
    """Return a new secret in groups of four characters, as a display shows it."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS_MIN))
    return "-".join(letters[at : at + _GROUP] for at in range(0, LETTERS_MIN, _GROUP))


def secret_bytes(typed: str) -> bytes:
    """
    Decode a typed secret: `7k3m-9qxt o1bc-defg` is 7K3M9QXT01BCDEFG.

    Raises SecretMistyped, which never repeats the typed text.
    """
    letters = typed.strip().upper().translate(_MEANT)
    if not LETTERS_MIN <= len(letters) <= LETTERS_MAX:
        raise SecretMistyped(f"{len(letters)} letters and digits; a pairing secret has {LETTERS_MIN} to {LETTERS_MAX}")
    if set(letters) - set(ALPHABET):
        raise SecretMistyped("a pairing secret has digits and letters only, and no U")
    return letters.encode("ascii")


class KeysMissing(Exception):  # noqa: N818 - named for what is wrong
    """There is no key to open a session with, and why in one line: a person has to do something."""


class Keyring(Protocol):
    @property
    def order_secret(self) -> bytes:
        """The secret from which the nonces of orders are derived. No device ever gets it."""

    def pairings(self) -> tuple[Pairing, ...]:
        """Return the pairing, or two while it is unknown whether the last pairing was completed. Raises KeysMissing."""

    def holds(self, pairing: Pairing) -> None:
        """Keep only this pairing, which the device has proved. May be called repeatedly."""


class HeldKeys:
    """Pairing keys in memory only, for a program that talks to a device once."""

    def __init__(self, *pairings: Pairing) -> None:
        self._pairings = pairings
        self._order_secret = secrets.token_bytes(KEY_BYTES)

    @property
    def order_secret(self) -> bytes:
        return self._order_secret

    def pairings(self) -> tuple[Pairing, ...]:
        if not self._pairings:
            raise KeysMissing("this shuffler is not paired")
        return self._pairings

    def holds(self, pairing: Pairing) -> None:
        self._pairings = (pairing,)


@dataclass(frozen=True, kw_only=True, slots=True)
class PairingKeys:
    """The new pairing, and the proof by which each end shows that it derived the same keys."""

    pairing: Pairing
    device_proof: bytes = field(repr=False)
    host_proof: bytes = field(repr=False)
    done_proof: bytes = field(repr=False)


def public_of(private: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey  # noqa: PLC0415 - only to pair

    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def shared_by(private: bytes, public: bytes) -> bytes | None:
    """Return the shared secret; None for a public value that gives none (RFC 7748, 6.1)."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import (  # noqa: PLC0415 - only to pair
        X25519PrivateKey,
        X25519PublicKey,
    )

    try:
        return X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        return None


def pair_frame(session: int, host: bytes, public: bytes) -> PlainFrame:
    return PlainFrame(kind=Kind.PAIR, session=session, payload=host + public)


def offer_frame(session: int, device: bytes, public: bytes, proof: bytes = b"") -> PlainFrame:
    return PlainFrame(kind=Kind.OFFER, session=session, payload=device + public + proof)


def pairing_keys(*, secret: bytes, shared: bytes, pair: PlainFrame, unproved_offer: PlainFrame) -> PairingKeys:
    """
    Derive the keys of a new pairing.

    HKDF-SHA-256 of the shared secret, with the one-time secret as salt and the hash of PAIR and OFFER as info.
    """
    transcript = hashlib.sha256(pair.body + unproved_offer.body).digest()
    made = derived(secret=shared, salt=secret, info=LABEL + transcript, size=4 * KEY_BYTES)
    by_device, by_host, done, key = (made[at : at + KEY_BYTES] for at in range(0, len(made), KEY_BYTES))
    return PairingKeys(
        pairing=Pairing(host=pair.payload[:ID_BYTES], device=unproved_offer.payload[:ID_BYTES], key=key),
        device_proof=tag(by_device, transcript),
        host_proof=tag(by_host, transcript),
        done_proof=tag(done, transcript),
    )


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
        self._repeater: Retransmitter[PlainFrame] = Retransmitter(timing, RoundTrip(timing))
        self._say(self._pair, now_ms)

    def accept(self, now_ms: int) -> None:
        """Tell the device that the pairing is stored here. Call it after `Offered`, once the file is on the disk."""
        if self._keys is None:
            raise RuntimeError("nothing was offered yet")
        accept = PlainFrame(kind=Kind.ACCEPT, session=self._pair.session, payload=self._keys.host_proof)
        self._say(accept, now_ms)

    def take_output(self) -> bytes:
        output = bytes(self._output)
        self._output.clear()
        return output

    def receive(self, data: bytes, now_ms: int) -> list[PairingEvent]:
        """Process received bytes. Never raises: an invalid answer is counted, and the right one may still come."""
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
