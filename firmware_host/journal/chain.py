"""The hash chain: every fact's stored bytes, hashed onto the hash before."""

import hashlib
from collections.abc import Iterable

from firmware_host.rules.struct import Record


class Link(Record, frozen=True, kw_only=True):
    """One fact as stored: its bytes are what is hashed, published and kept, never written again from the value."""

    number: int
    cause: str
    data: bytes
    hash: bytes


class ChainBroken(Exception):  # noqa: N818 - what is broken is the chain
    """The record was changed, reordered or cut: fact `number` does not follow from the one before."""

    def __init__(self, number: int) -> None:
        """Name the first fact that does not fit."""
        super().__init__(f"fact {number} does not follow from the one before it")
        self.number = number


def genesis(journal: str) -> bytes:
    """Return what the first fact is hashed onto."""
    return hashlib.sha256(bytes.fromhex(journal)).digest()


def next_hash(previous: bytes, data: bytes) -> bytes:
    """Return the hash of the fact with these bytes."""
    return hashlib.sha256(previous + data).digest()


def verified(journal: str, links: Iterable[Link]) -> Iterable[Link]:
    """Pass the whole record through from its first fact; raise `ChainBroken` where it does not hold."""
    number, hash_ = 0, genesis(journal)
    for link in links:
        number, hash_ = number + 1, next_hash(hash_, link.data)
        if link.number != number or link.hash != hash_:
            raise ChainBroken(number)
        yield link
