"""Disk space kept ready: SQLite's write-ahead log at its full length, and a reserve for the round under way."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LOG_SIZE = 17 << 18
"""A thousand frames of 4096 + 24 bytes, and the frames that the last commit before a WAL checkpoint may add."""

PAGE = 4096

STEP = 1 << 18
"""A commit that arrives meanwhile waits while this many bytes are written."""

RESERVE_FILE = "journal.reserve"
RESERVE_SIZE = 8 << 20
MIB = 1 << 20


def log_is_preallocated(database: Path) -> bool:
    """Return whether the write-ahead log has its full length already; a log that does not exist counts as full."""
    log = _log_of(database)
    return not log.exists() or log.stat().st_size >= LOG_SIZE


def preallocate_log_step(database: Path) -> None:
    """Grow the write-ahead log file by one step. Only the writer thread calls this, between two commits."""
    with _opened(_log_of(database)) as log:
        end = os.fstat(log).st_size
        for start in range(end, min(end + STEP, LOG_SIZE), PAGE):
            # One page at a time: the kernel may cache a larger write as one unit and rewrite all of it at each change.
            os.pwrite(log, bytes(PAGE), start)
        os.fdatasync(log)


def remove_empty_log(sealed: Path) -> None:
    """Remove the empty log of a sealed file. A log that still holds something is evidence and stays."""
    log = _log_of(sealed)
    if log.exists() and not log.stat().st_size:
        log.unlink()
        sealed.with_name(f"{sealed.name}-shm").unlink(missing_ok=True)


def _log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


@contextmanager
def _opened(log: Path) -> Iterator[int]:
    # SQLite holds no lock on the log, so closing the log releases none. Closing the database file here would.
    file = os.open(log, os.O_WRONLY | os.O_CLOEXEC)
    try:
        yield file
    finally:
        os.close(file)


class Reserve:
    """The reserve file. `hold` and `free_mib` are called on the event loop, `give_up` by the writer thread."""

    def __init__(self, folder: Path, *, least_mib: int) -> None:
        """Allocate the reserve, if `least_mib` stays free beside it."""
        self._folder = folder
        self._path = folder / RESERVE_FILE
        self._least = least_mib * MIB
        self.hold()

    def hold(self) -> None:
        """Allocate the reserve again once the disk has enough free space."""
        if self._is_held() or _free(self._folder) < self._least + RESERVE_SIZE:
            return
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(file, 0, RESERVE_SIZE)
        except OSError:
            # Another program took the space, or this file system cannot preallocate. The limit alone protects us then.
            self._path.unlink(missing_ok=True)
        finally:
            os.close(file)

    def give_up(self) -> bool:
        """Delete the reserve to make room for the record; return whether there was a reserve."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True

    def free_mib(self) -> int:
        """Return the free space; 0 as long as the reserve is used up."""
        if not self._is_held():
            with suppress(OSError):
                self.hold()
            if not self._is_held():
                return 0
        return _free(self._folder) // MIB

    def _is_held(self) -> bool:
        return self._path.exists()


def _free(folder: Path) -> int:
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize
