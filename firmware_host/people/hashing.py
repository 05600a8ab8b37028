"""
A PIN made unreadable: HMAC with the pepper, then argon2id with 19 MiB, two passes, one lane.

The person's name goes into the keyed hash, so that a hash moved to another name opens nothing.
"""

import hashlib
import hmac
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MEMORY_KIB = 19 * 1024
PASSES = 2
LANES = 1


def hashed(pepper: bytes, person: str, pin: str) -> str:
    """Return what is kept of a PIN."""
    return _hasher().hash(_keyed(pepper, person, pin))


def matches(pepper: bytes, person: str, pin: str, kept: str) -> bool:
    """Say whether this is the PIN that was kept so."""
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415 - only who checks PINs pays

    try:
        return _hasher().verify(kept, _keyed(pepper, person, pin))
    except (VerificationError, InvalidHashError):
        return False


@cache
def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher  # noqa: PLC0415 - the same

    return PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)


def _keyed(pepper: bytes, person: str, pin: str) -> bytes:
    return hmac.digest(pepper, f"{person}\0{pin}".encode(), hashlib.sha256)
