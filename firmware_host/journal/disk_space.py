"""Disk space kept ready: SQLite's write-ahead log at its full length, and a reserve for the round under way."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LOG_SIZE = 17 << 18
"""A thousand frames of a page of 4096 bytes and 24 more, and what the last commit before folding in adds to them."""

PAGE = 4096

STEP = 1 << 18
"""Whoever comes to commit meanwhile waits for as much as this."""

RESERVE_FILE = "journal.reserve"
RESERVE_SIZE = 8 << 20
MIB = 1 << 20


def log_is_preallocated(database: Path) -> bool:
    """Return whether no commit makes the log longer than it is; where there is no log yet there is nothing to do."""
    log = _log_of(database)
    return not log.exists() or log.stat().st_size >= LOG_SIZE


def preallocate_log_step(database: Path) -> None:
    """Make the log one step longer. Only for who alone writes it, between two commits."""
    with _opened(_log_of(database)) as log:
        end = os.fstat(log).st_size
        for start in range(end, min(end + STEP, LOG_SIZE), PAGE):
            # One page at a time: what is written in one piece the kernel may keep, and write again, in one piece.
            os.pwrite(log, bytes(PAGE), start)
        os.fdatasync(log)


def remove_empty_log(sealed: Path) -> None:
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


class Reserve:
    """The file. `hold` and `free_mib` are called on the event loop, `give_up` by the writer."""

    def __init__(self, folder: Path, *, least_mib: int) -> None:
        """Hold it at once, where there is room for it beside the least that is to be free."""
        self._folder = folder
        self._path = folder / RESERVE_FILE
        self._least = least_mib * MIB
        self.hold()

    def hold(self) -> None:
        """Take the room again once there is enough."""
        if self._is_held() or _free(self._folder) < self._least + RESERVE_SIZE:
            return
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(file, 0, RESERVE_SIZE)
        except OSError:
            # Somebody was faster, or this disk cannot promise room: then the limit alone has to do.
            self._path.unlink(missing_ok=True)
        finally:
            os.close(file)

    def give_up(self) -> bool:
        """Free the room for what must be recorded; return whether there was any to free."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True

    def free_mib(self) -> int:
        """Return what is free; nothing as long as the reserve itself is used up."""
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
