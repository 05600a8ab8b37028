"""The hash chain of the record, and the errors that say that a record does not hold."""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from firmware_host.errors import UserError
from firmware_host.rules.struct import Record

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""What comes of decoding bytes that were something else once; msgspec leaves text that is none to Python."""


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


class Damaged(Exception):  # noqa: N818 - a state of the record
    """Something in the record is not as it was written; the words say what."""


@contextmanager
def reported(folder: Path) -> Iterator[None]:
    """Turn whatever damage leads to into one line for a person."""
    try:
        yield
    # A TypeError or ValueError is what bytes of another type or a wrong length lead to.
    except (sqlite3.Error, Damaged, ChainBroken, msgspec.MsgspecError, TypeError, ValueError, OSError) as error:
        raise UserError(
            f"the journal in {folder} is damaged or not one of ours ({error}); it was left untouched: "
            f"`firmware-host journal verify {folder}` says more, `firmware-host journal restore {folder} --data NEW "
            "--by ONE --and ANOTHER` goes on in a new journal that names this one"
        ) from error
