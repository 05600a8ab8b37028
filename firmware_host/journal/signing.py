"""Signing: checkpoints, certificates, and the only use of Ed25519 for the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from firmware_host.rules.struct import Record
from firmware_host.table.clocks import Stamp
from firmware_host.table.terms import JournalId

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""SHA-256, or a public key: 32 bytes in lower-case hexadecimal."""


class Checkpoint(Record, frozen=True, kw_only=True):
    """
    A signed statement that the record ended with fact `number`; the fact's hash covers every fact before it.

    `rules` is the digest of the rules and the configuration in force, `software` the digest of the program's files.
    `previous` is the digest of the checkpoint before, as stored, so that none can be left out. `key` is the public key.
    """

    journal: JournalId
    number: int
    hash: Digest
    rules: Digest
    software: str
    at: Stamp
    previous: str
    key: Digest


class Certificate(Record, frozen=True, kw_only=True):
    """
    A signed statement that checkpoints after fact `number` are signed with `key`, the key of a gaming day.

    Signed with `by`, the key of the day before, which is then erased. A journal's first certificate is signed with the
    key it names, which an auditor writes down.
    """

    journal: JournalId
    day: str
    number: int
    hash: Digest
    at: Stamp
    key: Digest
    by: Digest


class Signed(Record, frozen=True, kw_only=True):
    """A document as stored, and the signature over its bytes."""

    data: bytes
    """The signed bytes, in base64."""
    signature: bytes
    """The Ed25519 signature of `data`, in base64."""


class Signer:
    """A private key in memory."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        """Use `made` for a new key, `of` for one from a file."""
        self._private = private
        self.key = private.public_key().public_bytes_raw().hex()
        """The public half in hexadecimal, as in certificates and in the auditor's notes."""

    @classmethod
    def made(cls) -> Signer:
        """Return a new random key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - slow

        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def of(cls, secret: bytes) -> Signer:
        """Return the key with this private half; raise `ValueError` if it is not a key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - slow

        return cls(Ed25519PrivateKey.from_private_bytes(secret))

    @property
    def secret(self) -> bytes:
        """Return the private half, for the key file only."""
        return self._private.private_bytes_raw()

    def sign(self, data: bytes) -> Signed:
        """Return these bytes with a signature."""
        return Signed(data=data, signature=self._private.sign(data))


def is_signed(signed: Signed, *, key: str) -> bool:
    """Return whether the holder of this public key signed exactly these bytes."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - slow
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 - slow

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signed.signature, signed.data)
    except (InvalidSignature, ValueError):
        return False
    return True
