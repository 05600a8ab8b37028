"""The hash chain of the record, and the errors for a record that was changed."""

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from firmware_host.errors import UserError, plain_reason
from firmware_host.rules.struct import Record

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""The exceptions that decoding changed bytes can raise; Python raises the second for text that is not UTF-8."""


class Link(Record, frozen=True, kw_only=True):
    """One fact as stored. Its bytes are hashed, published and kept as they are; they are never encoded again."""

    number: int
    cause: str
    data: bytes
    hash: bytes


class ChainBroken(Exception):  # noqa: N818 - names the state of the chain
    """The record was changed, reordered or cut: fact `number` does not follow from the one before."""

    def __init__(self, number: int) -> None:
        """`number` is the first fact that does not fit."""
        super().__init__(f"fact {number} does not follow from the one before it")
        self.number = number


def genesis(journal: str) -> bytes:
    """Return the hash that the first fact continues."""
    return hashlib.sha256(bytes.fromhex(journal)).digest()


def next_hash(previous: bytes, data: bytes) -> bytes:
    """Return the hash of the fact with these bytes; `previous` is the hash of the fact before."""
    return hashlib.sha256(previous + data).digest()


def verified(journal: str, links: Iterable[Link]) -> Iterable[Link]:
    """Yield the links of a whole record; raise `ChainBroken` at the first that does not follow."""
    number, hash_ = 0, genesis(journal)
    for link in links:
        number, hash_ = number + 1, next_hash(hash_, link.data)
        if link.number != number or link.hash != hash_:
            raise ChainBroken(number)
        yield link


class Damaged(Exception):  # noqa: N818 - a state of the record
    """Something in the record was changed or is missing; the message says what."""


@contextmanager
def reported(folder: Path) -> Iterator[None]:
    """Turn every exception that damage can raise into one `UserError`."""
    try:
        yield
    # Values of the wrong type or length raise TypeError or ValueError.
    except (sqlite3.Error, Damaged, ChainBroken, msgspec.MsgspecError, TypeError, ValueError, OSError) as error:
        if _is_closed_to_us(folder):
            raise UserError(
                f"cannot read the journal in {folder} (Permission denied); run this as root, or as the account that "
                "the controller runs under"
            ) from None
        raise UserError(
            f"the journal in {folder} is damaged or was not written by firmware-host ({plain_reason(error)}); it was "
            f"left unchanged. For details run `firmware-host journal verify --data {folder}`; to continue in a new "
            f"journal run `firmware-host journal restore {folder} --data NEW --by ONE --and ANOTHER`"
        ) from error


def _is_closed_to_us(folder: Path) -> bool:
    """Return whether this account may not read the folder or one of its files: that is no damage."""
    if not folder.is_dir():
        return False
    if not os.access(folder, os.R_OK | os.X_OK):
        return True
    return any(not os.access(path, os.R_OK) for path in folder.glob("journal-*"))
