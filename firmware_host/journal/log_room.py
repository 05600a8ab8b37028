"""
Room for SQLite's write-ahead log, written once before it is needed.

A commit that makes the log longer must have the new length recorded too, which costs as much again as the commit and
wears a memory card; one that writes over what is there must not. SQLite folds the log in at a thousand pages and then
begins it anew without making it shorter, so room for a thousand pages is enough for good. Zeros are no frames to it.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = 17 << 18
"""A thousand frames of a page of 4096 bytes and 24 more, and what the last commit before folding in adds to them."""
PAGE = 4096
STEP = 1 << 18
"""Whoever comes to commit meanwhile waits for as much as this."""


def is_made(database: Path) -> bool:
    """Return whether no commit makes the log longer than it is; where there is no log yet there is nothing to do."""
    log = _log_of(database)
    return not log.exists() or log.stat().st_size >= SIZE


def make_some(database: Path) -> None:
    """Make the log one step longer. Only for who alone writes it, between two commits."""
    with _opened(_log_of(database)) as log:
        end = os.fstat(log).st_size
        for start in range(end, min(end + STEP, SIZE), PAGE):
            # One page at a time: what is written in one piece the kernel may keep, and write again, in one piece.
            os.pwrite(log, bytes(PAGE), start)
        os.fdatasync(log)


def take_away(sealed: Path) -> None:
    """Let a sealed file stand alone. A log that still holds something is evidence and stays."""
    log = _log_of(sealed)
    if log.exists() and not log.stat().st_size:
        log.unlink()
        sealed.with_name(f"{sealed.name}-shm").unlink(missing_ok=True)


def _log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


@contextmanager
def _opened(log: Path) -> Iterator[int]:
    # SQLite holds no lock on the log, so closing it lets none go, as it would with the file itself.
    file = os.open(log, os.O_WRONLY | os.O_CLOEXEC)
    try:
        yield file
    finally:
        os.close(file)
