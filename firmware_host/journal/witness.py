"""
The witness: a small file outside the record that says how far the record goes, written after every commit.

A record whose end was cut off is still consistent; only the witness shows that it ends too soon. The witness is not
forced to the disk each time, so after a power cut it may lag behind the record, but it is never ahead. Its two slots
are written in turn, so a power cut can spoil one at most.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from firmware_host.files import sync_folder
from firmware_host.journal.chain import UNREADABLE, Damaged
from firmware_host.rules.struct import Record

FILE = "journal.end"
SLOT_BYTES = 4096


class Doubt(Record, frozen=True, kw_only=True):
    """What was wrong with the witness at a start, and the fact with which the record ended then."""

    why: str
    last: int


class End(Record, frozen=True, kw_only=True):
    """
    Where the record ended. `closed` marks an orderly stop, after which nothing may have been added.

    `doubt` holds what was wrong with the witness before this one until a fact records it. A crash between two starts
    must not make the record look sound.
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
        """Open the file, or create it."""
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._folder = folder
        self._file = os.open(folder / FILE, flags, 0o600)

    def write(self, end: End) -> None:
        """Write the present end into one slot."""
        os.pwrite(self._file, _rendered(end), end.written % 2 * SLOT_BYTES)

    def begin(self, end: End) -> End:
        """Write the present end into both slots and force the file and its name to the disk; return it as written."""
        end = self.write_both(end)
        os.fsync(self._file)
        sync_folder(self._folder)
        return end

    def write_both(self, end: End) -> End:
        """Write the present end into both slots; return it with the number it was last written under."""
        for _ in range(2):
            end = replace(end, written=end.written + 1)
            self.write(end)
        return end

    def close(self, end: End) -> None:
        """Mark the record as closed in both slots, and force the file to the disk."""
        self.write_both(replace(end, closed=True))
        os.fsync(self._file)
        os.close(self._file)

    def abandon(self) -> None:
        """Close the file without marking the record as closed."""
        os.close(self._file)


def read(folder: Path) -> End | None:
    """
    Return the end that the witness holds, or None if the file is missing.

    Raises `Damaged` if neither slot can be read.
    """
    path = folder / FILE
    if not path.exists():
        return None
    found = [end for end in _slots(path.read_bytes()) if end is not None]
    if not found:
        raise Damaged(f"{FILE} could not be read")
    return max(found, key=lambda end: end.written)


def faults(folder: Path) -> tuple[str, ...]:
    """Return what is wrong with the file itself. After an orderly stop both slots must be valid."""
    path = folder / FILE
    if not path.exists():
        return (f"{FILE} is missing",)
    data = path.read_bytes()
    slots = _slots(data)
    if len(data) > 2 * SLOT_BYTES:
        return (f"{FILE} is too long",)
    return tuple(f"slot {slot} of {FILE} cannot be read" for slot, end in enumerate(slots, 1) if end is None)


def contradictions(witnessed: End, end: End) -> Iterator[str]:
    """
    Yield where the record, which ends at `end`, contradicts the witness.

    The witness may lag behind after a power cut. If it is ahead, something is missing. After an orderly stop nothing
    may differ.
    """
    if witnessed.journal != end.journal:
        yield f"{FILE} belongs to another journal, {witnessed.journal}"
    if witnessed.number > end.number:
        yield f"the record ends with fact {end.number}, but it once held fact {witnessed.number}: the end was cut off"
    if witnessed.segment > end.segment:
        yield f"{witnessed.segment - end.segment} of {witnessed.segment} files are missing"
    if witnessed.checkpoint > end.checkpoint or witnessed.certificates > end.certificates:
        yield "a checkpoint or a certificate is missing"
    if witnessed.segment == end.segment and witnessed.answers > end.answers:
        yield "recorded answers to requests are missing"
    behind = [name for name, number in witnessed.sent.items() if end.sent.get(name, -1) < number]
    if behind:
        yield f"the delivery cursors were moved back: {', '.join(behind)}"
    if witnessed.closed and replace(witnessed, closed=False, written=0, doubt=UNSET) != replace(
        end, written=0, doubt=UNSET
    ):
        yield f"the record was changed after the orderly stop at fact {witnessed.number}"


def _slots(data: bytes) -> tuple[End | None, ...]:
    return tuple(_parsed(data[start : start + SLOT_BYTES], slot) for slot, start in enumerate((0, SLOT_BYTES)))


def _parsed(data: bytes, slot: int) -> End | None:
    try:
        end = msgspec.json.decode(data[65:].rstrip(), type=End)
    except UNREADABLE:
        return None
    return end if data == _rendered(end) and end.written % 2 == slot else None


def _rendered(end: End) -> bytes:
    words = msgspec.json.encode(end)
    return (hashlib.sha256(words).hexdigest().encode() + b" " + words).ljust(SLOT_BYTES - 1) + b"\n"
