"""HELLO and WELCOME, and the keys that both ends make of them: mutual challenge and response.

Everything both said (version, ids, nonces, vocabularies) goes into the keys, so that a changed byte anywhere leaves
two ends that do not understand each other, never two that agree on less.
"""

import hashlib
import hmac
import struct
from dataclasses import dataclass, field
from typing import Final, Self

from drivers.link.frame import TAG_BYTES, Kind, PlainFrame
from drivers.link.seal import tag
from drivers.link.vocabulary import VOCABULARY_BYTES, Vocabulary

ID_BYTES: Final = 16
NONCE_BYTES: Final = 32
KEY_BYTES: Final = 32
LABEL: Final = b"firmware-host shuffler link 1 session"
NAME_LABEL: Final = b"firmware-host shuffler link 1 name of a pairing"
NAME_BYTES: Final = 8

_SAID = struct.Struct(f"{ID_BYTES}s{NONCE_BYTES}s{VOCABULARY_BYTES}s")
_WELCOME_SIZE: Final = _SAID.size + TAG_BYTES


@dataclass(frozen=True, kw_only=True, slots=True)
class Pairing:
    """What two ends share since they were paired. The key shows in no print and no trace."""

    host: bytes
    device: bytes
    key: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if (len(self.host), len(self.device), len(self.key)) != (ID_BYTES, ID_BYTES, KEY_BYTES):
            raise ValueError(f"a pairing is two ids of {ID_BYTES} bytes and a key of {KEY_BYTES}")

    @property
    def name(self) -> str:
        """Another for each pairing, of the same two ends too, and no secret: the key is not found by it."""
        return tag(self.key, NAME_LABEL)[:NAME_BYTES].hex()


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """What one end says of itself when a session opens: who it is, a number used once, and the messages it knows."""

    id: bytes
    nonce: bytes
    vocabulary: Vocabulary

    def to_bytes(self) -> bytes:
        if (len(self.id), len(self.nonce)) != (ID_BYTES, NONCE_BYTES):
            raise ValueError(f"an id has {ID_BYTES} bytes and a nonce {NONCE_BYTES}")
        return _SAID.pack(self.id, self.nonce, self.vocabulary.to_bytes())

    @classmethod
    def from_bytes(cls, data: bytes) -> Self | None:
        """None for what has another length; every value of the right length is one."""
        if len(data) != _SAID.size:
            return None
        id_, nonce, words = _SAID.unpack(data)
        return cls(id=id_, nonce=nonce, vocabulary=Vocabulary.from_bytes(words))


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionKeys:
    """A key for each use and direction, so that nothing said by one end can be said back to it."""

    device_proof: bytes = field(repr=False)
    from_host: bytes = field(repr=False)
    from_device: bytes = field(repr=False)
    transcript: bytes = field(repr=False)

    @property
    def proof(self) -> bytes:
        """What only a device with the pairing's key can answer to this HELLO."""
        return tag(self.device_proof, self.transcript)


def hello(session: int, host: Said) -> PlainFrame:
    return PlainFrame(kind=Kind.HELLO, session=session, payload=host.to_bytes())


def welcome(hello_frame: PlainFrame, device: Said, keys: SessionKeys) -> PlainFrame:
    payload = device.to_bytes() + keys.proof
    return PlainFrame(kind=Kind.WELCOME, session=hello_frame.session, payload=payload)


def split_welcome(frame: PlainFrame) -> tuple[Said, bytes] | None:
    """What the device says and its proof of it; None for another length."""
    if len(frame.payload) != _WELCOME_SIZE:
        return None
    said = Said.from_bytes(frame.payload[:-TAG_BYTES])
    return None if said is None else (said, frame.payload[-TAG_BYTES:])


def session_keys(pairing: Pairing, hello_frame: PlainFrame, device: Said) -> SessionKeys:
    """HKDF-SHA-256: the pairing's key, both nonces as salt, and the hash of all that was said as info."""
    unproved = PlainFrame(kind=Kind.WELCOME, session=hello_frame.session, payload=device.to_bytes())
    transcript = hashlib.sha256(hello_frame.body + unproved.body).digest()
    nonces = hello_frame.payload[ID_BYTES : ID_BYTES + NONCE_BYTES] + device.nonce
    made = derived(secret=pairing.key, salt=nonces, info=LABEL + transcript, size=3 * KEY_BYTES)
    return SessionKeys(
        device_proof=made[:KEY_BYTES],
        from_host=made[KEY_BYTES : 2 * KEY_BYTES],
        from_device=made[2 * KEY_BYTES :],
        transcript=transcript,
    )


def derived(*, secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    """HKDF-SHA-256 (RFC 5869)."""
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415 - paid when a session opens
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415 - the same

    return HKDF(algorithm=SHA256(), length=size, salt=salt, info=info).derive(secret)


def same(one: bytes, other: bytes) -> bool:
    """In a time that does not tell where they differ."""
    return hmac.compare_digest(one, other)
