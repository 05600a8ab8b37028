"""
How far the record goes, told outside of it: a file of a few words, written after every commit.

A log that is cut short leaves a record that fits together and only ends too soon; the witness knows better. It is not
forced to the disk each time, so after a power cut it may lag behind the record, but it is never ahead of it. Two places
are written by turns, so that a power cut can spoil one at most.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from firmware_host.journal.chain import UNREADABLE, Damaged
from firmware_host.journal.segments import sync_folder
from firmware_host.rules.struct import Record

FILE = "journal.end"
PLACE = 4096


class Doubt(Record, frozen=True, kw_only=True):
    """What was wrong with the witness at a start, and the fact with which the record ended then."""

    why: str
    last: int


class End(Record, frozen=True, kw_only=True):
    """
    Where the record ended; `closed` when the controller stopped in order, and so nothing may follow.

    `doubt` says what was wrong with the witness before this one, until a fact in the record says so too: a crash
    between the two starts must not make the record look sound.
    """

    written: int = 0
    journal: str
    segment: int
    number: int
    hash: str
    checkpoint: int = 0
    certificates: int = 0
    answers: int = 0
    sent: dict[str, int] = field(default_factory=dict)
    closed: bool = False
    doubt: Doubt | UnsetType = UNSET


class Witness:
    """The file, for writing."""

    def __init__(self, folder: Path) -> None:
        """Open it, or make it."""
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._folder = folder
        self._file = os.open(folder / FILE, flags, 0o600)

    def tell(self, end: End) -> None:
        """Write where the record ends now."""
        os.pwrite(self._file, _rendered(end), end.written % 2 * PLACE)

    def begin(self, end: End) -> End:
        """Write it in both places and force it to the disk, its name too; return it as it was written last."""
        end = self.tell_twice(end)
        os.fsync(self._file)
        sync_folder(self._folder)
        return end

    def tell_twice(self, end: End) -> End:
        """Write it in both places, and return it as it was written last."""
        for _ in range(2):
            end = replace(end, written=end.written + 1)
            self.tell(end)
        return end

    def close(self, end: End) -> None:
        """Say that this is the end, in both places, and force it to the disk."""
        self.tell_twice(replace(end, closed=True))
        os.fsync(self._file)
        os.close(self._file)

    def abandon(self) -> None:
        """Let the file go without a word: what follows is not known."""
        os.close(self._file)


def read(folder: Path) -> End | None:
    """
    Return what the witness says, None where there is none.

    Raises `Damaged` when neither place can be read.
    """
    path = folder / FILE
    if not path.exists():
        return None
    found = [end for end in _places(path.read_bytes()) if end is not None]
    if not found:
        raise Damaged(f"{FILE} could not be read")
    return max(found, key=lambda end: end.written)


def faults(folder: Path) -> tuple[str, ...]:
    """Say what is wrong with the file itself; nothing is after an orderly stop."""
    path = folder / FILE
    if not path.exists():
        return (f"{FILE} is missing",)
    data = path.read_bytes()
    places = _places(data)
    if len(data) > 2 * PLACE:
        return (f"{FILE} is longer than it can be",)
    return tuple(f"place {place} of {FILE} cannot be read" for place, end in enumerate(places, 1) if end is None)


def contradictions(told: End, end: End) -> Iterator[str]:
    """
    Say where the record, which ends at `end`, cannot be what the witness told.

    The witness may lag behind after a power cut; that it is ahead means that something is gone. After an orderly stop
    nothing may differ.
    """
    if told.journal != end.journal:
        yield f"{FILE} is that of another journal, {told.journal}"
    if told.number > end.number:
        yield f"the record ends with fact {end.number}, but fact {told.number} was there before: its end was cut off"
    if told.segment > end.segment:
        yield f"{end.segment} files are there where there were {told.segment}"
    if told.checkpoint > end.checkpoint or told.certificates > end.certificates:
        yield "a checkpoint or a certificate that was there before is gone"
    if told.segment == end.segment and told.answers > end.answers:
        yield "answers that were there before are gone"
    behind = [name for name, number in told.sent.items() if end.sent.get(name, -1) < number]
    if behind:
        yield f"how far {', '.join(behind)} was told is gone"
    if told.closed and replace(told, closed=False, written=0, doubt=UNSET) != replace(end, written=0, doubt=UNSET):
        yield f"the record was closed after fact {told.number}, and somebody has changed it since"


def _places(data: bytes) -> tuple[End | None, ...]:
    return tuple(_parsed(data[start : start + PLACE], place) for place, start in enumerate((0, PLACE)))


def _parsed(data: bytes, place: int) -> End | None:
    try:
        end = msgspec.json.decode(data[65:].rstrip(), type=End)
    except UNREADABLE:
        return None
    return end if data == _rendered(end) and end.written % 2 == place else None


def _rendered(end: End) -> bytes:
    words = msgspec.json.encode(end)
    return (hashlib.sha256(words).hexdigest().encode() + b" " + words).ljust(PLACE - 1) + b"\n"
