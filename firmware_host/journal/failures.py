"""Why the record cannot be written any more: each fault by its name, and what people do about it."""

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from firmware_host.journal.disk_space import LOG_SIZE

PROBE = ".journal.probe"
PROBE_BYTES = 64 * 1024

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class JournalFailed(Exception):  # noqa: N818 - a state of the journal, latched
    """
    The journal cannot be written any more. The table stops; what was acknowledged is safe.

    With `is_unknown` it failed while it was being made durable: the next start may find it in the record, or not.
    """

    mend = "look in the system log for the fault of the disk"
    """What people do before they start it again."""

    def __init__(self, why: str, *, is_unknown: bool = False) -> None:
        """Say why, in SQLite's or the system's words."""
        super().__init__(why)
        self.is_unknown = is_unknown


class JournalLocked(JournalFailed):
    """Another program holds a lock on the file for longer than anybody who only reads it."""

    mend = "end the other program that holds the record's newest file open (`fuser` names it)"


class DiskFull(JournalFailed):
    """There is no room left, or no more than the account may have."""

    mend = "free space on the disk"


class DiskFailed(JournalFailed):
    """The disk reports an error of its own."""

    mend = "copy the data folder to another disk, because this disk is failing"


class DiskReadOnly(JournalFailed):
    """The disk takes no writes, as Linux leaves it after errors."""

    mend = "look in the system log why the disk is read-only, and repair or replace the disk"


class RecordMalformed(JournalFailed):
    """The newest file of the record is damaged."""

    mend = "run `firmware-host journal verify`, then continue in a new record with `firmware-host journal restore`"


BY_CODE: dict[int, type[JournalFailed]] = {
    sqlite3.SQLITE_BUSY: JournalLocked,
    sqlite3.SQLITE_LOCKED: JournalLocked,
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_READONLY: DiskReadOnly,
    sqlite3.SQLITE_CORRUPT: RecordMalformed,
    sqlite3.SQLITE_NOTADB: RecordMalformed,
}


def failure(error: BaseException, folder: Path, *, committing: bool = False) -> JournalFailed:
    """
    Name the fault: by the lowest byte of SQLite's code (sqlite.org/rescode.html), else by what the disk says itself.

    SQLite says "disk I/O error" of a full quota, a failing disk and a read-only one alike.
    """
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    kind = BY_CODE.get(code) or (_probed(folder) if code == sqlite3.SQLITE_IOERR else JournalFailed)
    certain = (JournalLocked, DiskFull)
    return kind(str(error), is_unknown=committing and kind not in certain)


def _probed(folder: Path) -> type[JournalFailed]:
    probe = folder / PROBE
    try:
        file = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            # Behind the end of a full log: a limit on the size of a file is a disk without room, too.
            os.pwrite(file, bytes(PROBE_BYTES), LOG_SIZE)
            os.fsync(file)
        finally:
            os.close(file)
    except OSError as error:
        if error.errno in NO_ROOM:
            return DiskFull
        return DiskReadOnly if error.errno == errno.EROFS else DiskFailed
    finally:
        with suppress(OSError):
            probe.unlink()
    return DiskFailed
