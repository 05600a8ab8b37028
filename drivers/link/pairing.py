"""How two ends that share a one-time secret come to share a random key that never was on the wire.

X25519 makes the key, the secret says that nobody stood in between: it goes into the same HKDF as the exchange, with all
that both said. With 80 bits in it nobody guesses it while it lasts, and guessing it later gives nothing, since the
exchange's own keys are gone by then; so no password-hardened exchange is needed.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Final

from drivers.link.frame import TAG_BYTES, Kind, PlainFrame
from drivers.link.handshake import ID_BYTES, KEY_BYTES, Pairing, derived
from drivers.link.seal import tag

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
