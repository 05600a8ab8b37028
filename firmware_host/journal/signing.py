"""Ed25519, in one place. Everything that is signed is signed over its stored bytes, which are never encoded again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_host.rules.record import Record

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class Signed(Record, frozen=True, kw_only=True):
    """A document as stored, and the signature over exactly these bytes."""

    data: bytes
    signature: bytes


class Signer:
    """A private key in memory."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        """Keep it; `made` and `of` give one."""
        self._private = private
        self.key = private.public_key().public_bytes_raw().hex()
        """The public half, as it is written in certificates and by the auditor."""

    @classmethod
    def made(cls) -> Signer:
        """Return a new random key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - slow

        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def of(cls, secret: bytes) -> Signer:
        """Return the key with this secret; raises `ValueError` when it is none."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - slow

        return cls(Ed25519PrivateKey.from_private_bytes(secret))

    @property
    def secret(self) -> bytes:
        """Return the private half: for the key file alone."""
        return self._private.private_bytes_raw()

    def sign(self, data: bytes) -> Signed:
        """Return these bytes with their signature."""
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
