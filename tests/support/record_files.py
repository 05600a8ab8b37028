"""What tests of the record need: facts to append, the file seen from outside, a disk that fills up."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from firmware_host.journal.segments import listed
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Code, Refusal
from firmware_host.table.acts.intent import Refused
from firmware_host.table.clocks import Stamp
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.system import HostStarted

WAL_HEADER, FRAME_HEADER = 32, 24
"""Of SQLite's write-ahead log, as its file format document describes it."""


def some_facts(journal: Journal, count: int, *, words: str = "x") -> tuple[Fact, ...]:
    """Facts that follow the newest of this journal."""
    return tuple(
        Fact(
            journal=journal.id,
            number=number,
            at=Stamp(wall_ms=1_767_225_600_000 + number, mono_ms=number, boot="b", synced=True),
            round=0,
            cause=f"test:{number}",
            actor="test",
            rules="0" * 64,
            paragraphs=(),
            body=HostStarted(software=words),
        )
        for number in range(journal.last + 1, journal.last + 1 + count)
    )


def a_refusal(id_: str) -> Refused:
    return Refused(id=id_, refusal=Refusal(code=Code.NOT_NOW, reason="not yet", allowed_by="waiting"))


def newest_file(folder: Path) -> Path:
    """The file of the record that is written."""
    return listed(folder)[-1]


@contextmanager
def by_hand(folder: Path) -> Iterator[sqlite3.Connection]:
    """The newest file as anybody with an SQLite tool sees it."""
    with closing(sqlite3.connect(newest_file(folder), isolation_level=None)) as connection:
        yield connection


def commits(folder: Path) -> int:
    """How many commits the write-ahead log holds: a frame that ends one says how large the file is after it."""
    path = newest_file(folder).with_suffix(".sqlite-wal")
    data = path.read_bytes() if path.exists() else b""
    if not data:
        return 0
    frame = FRAME_HEADER + int.from_bytes(data[8:12], "big")
    ends = (data[at + 4 : at + 8] for at in range(WAL_HEADER, len(data) - frame + 1, frame))
    salt = data[16:24]
    of_this_log = (data[at + 8 : at + 16] == salt for at in range(WAL_HEADER, len(data) - frame + 1, frame))
    return sum(bool(any(end)) and ours for end, ours in zip(ends, of_this_log, strict=True))


@contextmanager
def disk_that_takes(size: int) -> Iterator[None]:
    """No file grows beyond this size meanwhile, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
