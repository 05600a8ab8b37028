"""The log of a disk's writes, as the kernel's dm-log-writes lays it out, and its replay to each flush."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from hil.board.write_log import DISCARD, ENTRY, FLUSH, FUA, MAGIC, MARK, SECTOR, SUPER, NoLogError, states

START = 3 * SECTOR


def entry(sector: int, data: bytes = b"", *, flags: int = 0, mark: bytes = b"") -> bytes:
    """Return one entry of a log: a sector of its own, with a mark in it, then the data."""
    head = ENTRY.pack(sector, len(data) // SECTOR, flags, len(mark)) + mark
    return head.ljust(SECTOR, b"\0") + (b"" if flags & DISCARD else data)


def log_of(*entries: bytes) -> io.BytesIO:
    return io.BytesIO(
        bytes(START) + SUPER.pack(MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0") + b"".join(entries)
    )


def sector(letter: bytes) -> bytes:
    return letter * SECTOR


def test_the_disk_is_shown_as_it_was_at_each_flush_with_the_newest_mark(tmp_path: Path) -> None:
    image = tmp_path / "disk.img"
    image.write_bytes(sector(b"-") * 3)
    log = log_of(
        entry(0, sector(b"a")),
        entry(0, flags=FLUSH),
        entry(0, flags=MARK, mark=b"5"),
        entry(1, sector(b"b") * 2, flags=FUA),
        entry(0, sector(b"?") * 3, flags=DISCARD),
        entry(2, sector(b"c")),
    )
    found = [(number, mark, image.read_bytes()[::SECTOR]) for number, mark in states(log, START, image)]
    assert found == [(1, "", b"a--"), (2, "5", b"abb")]
    assert image.read_bytes()[::SECTOR] == b"abc", "what follows the last flush comes at the end"


def test_another_place_holds_no_log(tmp_path: Path) -> None:
    image = tmp_path / "disk.img"
    image.touch()
    with pytest.raises(NoLogError, match="at 0"):
        list(states(log_of(), 0, image))
