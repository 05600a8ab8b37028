"""Pairing: from a one-time secret to a random key that was never on the wire."""

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Final, Protocol

from drivers.link.crypto import ID_BYTES, KEY_BYTES, Pairing, derived, tag
from drivers.link.frame import TAG_BYTES, Kind, PlainFrame

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

LETTERS_MIN: Final = 16

"""Five bits each: 80."""

LETTERS_MAX: Final = 32

_MEANT: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})

_GROUP: Final = 4


class SecretMistyped(ValueError):  # noqa: N818 - named for what is so
    """No secret at all: too short, too long, or a letter that none has."""


def new_secret() -> str:
    """In groups of four, as a display shows it."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS_MIN))
    return "-".join(letters[at : at + _GROUP] for at in range(0, LETTERS_MIN, _GROUP))


def secret_bytes(typed: str) -> bytes:
    """`7k3m-9qxt o1bc-defg` is 7K3M9QXT01BCDEFG. Raises SecretMistyped, which never repeats what was typed."""
    letters = typed.strip().upper().translate(_MEANT)
    if not LETTERS_MIN <= len(letters) <= LETTERS_MAX:
        raise SecretMistyped(f"{len(letters)} letters and digits; a pairing secret has {LETTERS_MIN} to {LETTERS_MAX}")
    if set(letters) - set(ALPHABET):
        raise SecretMistyped("a pairing secret has digits and letters only, and no U")
    return letters.encode("ascii")


class KeysMissing(Exception):  # noqa: N818 - named for what is so
    """There is no key to open a session with, and why in one line: a person has to do something."""


class Keyring(Protocol):
    @property
    def order_secret(self) -> bytes:
        """What the nonces of orders are made of. It stays here: no device learns it."""

    def pairings(self) -> tuple[Pairing, ...]:
        """One, or two while nobody knows whether the last pairing came to its end. Raises KeysMissing."""

    def holds(self, pairing: Pairing) -> None:
        """The device has proved this one, so any other is forgotten. Safe to say each time."""


class HeldKeys:
    """In memory only: for whoever talks to a device once."""

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


LABEL: Final = b"firmware-host shuffler link 1 pairing"

PUBLIC_BYTES: Final = 32

PAIR_SIZE: Final = ID_BYTES + PUBLIC_BYTES

OFFER_SIZE: Final = ID_BYTES + PUBLIC_BYTES + TAG_BYTES


@dataclass(frozen=True, kw_only=True, slots=True)
class PairingKeys:
    """The new pairing, and what each end says to show that it has come to the same."""

    pairing: Pairing
    device_proof: bytes = field(repr=False)
    host_proof: bytes = field(repr=False)
    done_proof: bytes = field(repr=False)


def public_of(private: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey  # noqa: PLC0415 - only to pair

    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def shared_by(private: bytes, public: bytes) -> bytes | None:
    """None for a public value that leaves no secret (RFC 7748, 6.1)."""
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
    """HKDF-SHA-256: the exchange's secret, the one-time secret as salt, the hash of PAIR and OFFER as info."""
    transcript = hashlib.sha256(pair.body + unproved_offer.body).digest()
    made = derived(secret=shared, salt=secret, info=LABEL + transcript, size=4 * KEY_BYTES)
    by_device, by_host, done, key = (made[at : at + KEY_BYTES] for at in range(0, len(made), KEY_BYTES))
    return PairingKeys(
        pairing=Pairing(host=pair.payload[:ID_BYTES], device=unproved_offer.payload[:ID_BYTES], key=key),
        device_proof=tag(by_device, transcript),
        host_proof=tag(by_host, transcript),
        done_proof=tag(done, transcript),
    )
