"""A key for signed commands, as the record knows it: the public half, whose it is, in which one role."""

import hashlib
from typing import Annotated

from msgspec import Meta

from firmware_host.rules.answers import Role
from firmware_host.rules.record import Record

PublicKey = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""Ed25519: 32 bytes in lower-case hexadecimal. The private half never comes here."""

KeyId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$")]
"""What a command names its key by."""


class CommandKey(Record, frozen=True, kw_only=True):
    """One revoked stays known, so that what it signs is refused by name, and is never enrolled again."""

    public: str
    actor: str
    role: Role
    revoked: bool = False


def id_of(public: str) -> str:
    """
    Return what this key is called: it follows from the key, so that nobody can choose it.

    >>> id_of("00" * 32)
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:16]
