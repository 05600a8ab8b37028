"""The handshake that makes a session's keys, and sealing frames under them, one direction each."""

import hashlib
import hmac
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from drivers.link.frame import TAG_BYTES, Kind, PlainFrame, SealedFrame, opened_body, sealed_body

VOCABULARY_BYTES: Final = 32
COUNTER_MAX: Final = (1 << 64) - 1
ID_BYTES: Final = 16
NONCE_BYTES: Final = 32
KEY_BYTES: Final = 32
LABEL: Final = b"firmware-host shuffler link 1 session"
NAME_LABEL: Final = b"firmware-host shuffler link 1 name of a pairing"
NAME_BYTES: Final = 8
_SAID = struct.Struct(f"{ID_BYTES}s{NONCE_BYTES}s{VOCABULARY_BYTES}s")
_WELCOME_SIZE: Final = _SAID.size + TAG_BYTES


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Test `tag in vocabulary` before you send its owner a message."""

    tags: frozenset[int] = frozenset()

    @classmethod
    def of(cls, tags: Iterable[int]) -> Self:
        return cls(frozenset(int(tag) for tag in tags))

    def __contains__(self, tag: int) -> bool:
        return tag in self.tags

    def to_bytes(self) -> bytes:
        """Bit 0 is the lowest of the last byte: the whole is one big-endian number."""
        return sum(1 << tag for tag in self.tags).to_bytes(VOCABULARY_BYTES, "big")

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        bits = int.from_bytes(data, "big")
        return cls(frozenset(tag for tag in range(8 * VOCABULARY_BYTES) if bits >> tag & 1))


class Forged(Exception):  # noqa: N818 - named for what is wrong
    """The frame was not made with this key, or was changed: count it and answer nothing."""


class Replayed(Exception):  # noqa: N818 - named for what is wrong
    """The frame was heard before, or a later one came first: count it and answer nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """A frame whose sender has the key, and which comes after all that were opened before it."""

    kind: Kind
    sequence: int
    payload: bytes


class Sealer:
    """
    Seals frames.

    Each transmission gets a new counter, even of a repeated frame, so no frame is on the wire twice.
    """

    def __init__(self, *, key: bytes, session: int) -> None:
        self._keyed = hmac.new(key, digestmod="sha256")
        self._session = session
        self._counter = 0

    def seal(self, kind: Kind, sequence: int = 0, payload: bytes = b"") -> SealedFrame:
        """Seal a frame. Raises OverflowError after 2^64 frames, which no session reaches."""
        if self._counter >= COUNTER_MAX:
            raise OverflowError("a session has used up its counter")
        self._counter += 1
        body = sealed_body(kind, self._session, self._counter, sequence, payload)
        return SealedFrame(kind=kind, session=self._session, body=body, tag=_tag(self._keyed, body))


class Opener:
    def __init__(self, *, key: bytes) -> None:
        self._keyed = hmac.new(key, digestmod="sha256")
        self._last = 0

    def open(self, frame: SealedFrame) -> Opened:
        """Check and open a frame. Raises Forged or Replayed, which leave the counter unchanged."""
        if not hmac.compare_digest(_tag(self._keyed, frame.body), frame.tag):
            raise Forged
        counter, sequence, payload = opened_body(frame.body)
        if counter <= self._last:
            raise Replayed
        self._last = counter
        return Opened(kind=frame.kind, sequence=sequence, payload=payload)


def _tag(keyed: hmac.HMAC, text: bytes) -> bytes:
    """Return the tag as `tag` does, from a key that is prepared once for the session."""
    keyed = keyed.copy()
    keyed.update(text)
    return keyed.digest()[:TAG_BYTES]


def tag(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, "sha256")[:TAG_BYTES]


@dataclass(frozen=True, kw_only=True, slots=True)
class Pairing:
    """The secrets that two ends share once they are paired. The key appears in no print and no trace."""

    host: bytes
    device: bytes
    key: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if (len(self.host), len(self.device), len(self.key)) != (ID_BYTES, ID_BYTES, KEY_BYTES):
            raise ValueError(f"a pairing is two ids of {ID_BYTES} bytes and a key of {KEY_BYTES}")

    @property
    def name(self) -> str:
        """
        A public name of this pairing, different for each pairing, also of the same two ends.

        It does not reveal the key.
        """
        return tag(self.key, NAME_LABEL)[:NAME_BYTES].hex()


@dataclass(frozen=True, kw_only=True, slots=True)
class Introduction:
    """What one end sends when a session opens: its id, a nonce, and the messages it knows."""

    id: bytes
    nonce: bytes
    vocabulary: Vocabulary

    def to_bytes(self) -> bytes:
        if (len(self.id), len(self.nonce)) != (ID_BYTES, NONCE_BYTES):
            raise ValueError(f"an id has {ID_BYTES} bytes and a nonce {NONCE_BYTES}")
        return _SAID.pack(self.id, self.nonce, self.vocabulary.to_bytes())

    @classmethod
    def from_bytes(cls, data: bytes) -> Self | None:
        """Decode an introduction; return None if the length is wrong. Every value of the right length is valid."""
        if len(data) != _SAID.size:
            return None
        id_, nonce, words = _SAID.unpack(data)
        return cls(id=id_, nonce=nonce, vocabulary=Vocabulary.from_bytes(words))


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionKeys:
    """A key for each use and direction, so that no frame can be reflected to its sender."""

    device_proof: bytes = field(repr=False)
    from_host: bytes = field(repr=False)
    from_device: bytes = field(repr=False)
    transcript: bytes = field(repr=False)

    @property
    def proof(self) -> bytes:
        """The answer to this HELLO that only a device with the pairing's key can give."""
        return tag(self.device_proof, self.transcript)


def hello(session: int, host: Introduction) -> PlainFrame:
    return PlainFrame(kind=Kind.HELLO, session=session, payload=host.to_bytes())


def welcome(hello_frame: PlainFrame, device: Introduction, keys: SessionKeys) -> PlainFrame:
    payload = device.to_bytes() + keys.proof
    return PlainFrame(kind=Kind.WELCOME, session=hello_frame.session, payload=payload)


def split_welcome(frame: PlainFrame) -> tuple[Introduction, bytes] | None:
    """Split a WELCOME into the device's introduction and its proof; return None if the length is wrong."""
    if len(frame.payload) != _WELCOME_SIZE:
        return None
    said = Introduction.from_bytes(frame.payload[:-TAG_BYTES])
    return None if said is None else (said, frame.payload[-TAG_BYTES:])


def session_keys(pairing: Pairing, hello_frame: PlainFrame, device: Introduction) -> SessionKeys:
    """
    Derive the keys of a session.

    HKDF-SHA-256 of the pairing's key, with both nonces as salt and the hash of HELLO and WELCOME as info.
    """
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
    """Return key material by HKDF-SHA-256 (RFC 5869)."""
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415 - paid when a session opens
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415 - the same

    return HKDF(algorithm=SHA256(), length=size, salt=salt, info=info).derive(secret)


def same(one: bytes, other: bytes) -> bool:
    """Compare in constant time, so that the duration does not reveal where the two differ."""
    return hmac.compare_digest(one, other)
