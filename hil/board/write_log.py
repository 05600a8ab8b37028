"""
The log that the kernel's dm-log-writes keeps of a disk: every write in its order, with flushes and marks.

A power cut leaves a disk with what was written before some flush. `states` replays the log and stops at every one.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

SECTOR: Final = 512

MAGIC: Final = 0x6A736677736872

SUPER: Final = struct.Struct("<QQQI")
"""Magic, version, number of entries, bytes of a sector."""

ENTRY: Final = struct.Struct("<QQQQ")
"""First sector, number of sectors, flags, bytes of a mark."""

FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8


class NoLogError(Exception):
    """There is no log of writes in this place."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Write:
    """One entry: data for a place of the disk, a flush, a discarded range, or a mark."""

    at: int
    length: int
    flags: int
    data: bytes
    mark: str

    @property
    def flushes(self) -> bool:
        """Return whether everything before this entry outlasts a power cut."""
        return bool(self.flags & (FLUSH | FUA))


def read(log: BinaryIO, start: int) -> Iterator[Write]:
    """Yield the entries of a log that starts at this byte. Raises NoLogError."""
    log.seek(start)
    magic, _, count, sector = SUPER.unpack(log.read(SUPER.size))
    if magic != MAGIC or sector != SECTOR:
        raise NoLogError(f"no log of writes with sectors of {SECTOR} bytes at {start}")
    at = start + SECTOR
    for _ in range(count):
        log.seek(at)
        first, sectors, flags, marked = ENTRY.unpack(log.read(ENTRY.size))
        mark = log.read(marked).decode() if flags & MARK else ""
        at += SECTOR
        data = b""
        if not flags & (DISCARD | MARK):
            log.seek(at)
            data = log.read(sectors * SECTOR)
            at += len(data)
        yield Write(at=first * SECTOR, length=sectors * SECTOR, flags=flags, data=data, mark=mark)


def states(log: BinaryIO, start: int, image: Path) -> Iterator[tuple[int, str]]:
    """
    Apply the log to the image of the disk as it was before; stop at every flush.

    Yield its number and the newest mark; the image holds then what a power cut would leave.
    """
    number, mark = 0, ""
    with image.open("r+b") as disk:
        for write in read(log, start):
            mark = write.mark or mark
            if write.flags & DISCARD:
                continue  # a disk may keep what was discarded
            disk.seek(write.at)
            disk.write(write.data)
            if write.flushes:
                disk.flush()
                number += 1
                yield number, mark
