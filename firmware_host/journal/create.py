"""Locking a data folder for one process, and creating a record in it."""

import fcntl
import os
import secrets
from pathlib import Path

from firmware_host.errors import UserError
from firmware_host.journal import day_keys, recovery, schema, segments
from firmware_host.journal.chain import Damaged, genesis
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.segments import Opening
from firmware_host.journal.signing import Signer
from firmware_host.table.stamp import Stamp

LOCK = "journal.lock"


def locked(folder: Path) -> int:
    """Lock the folder for this process; return the lock file to close. Raises `UserError` if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise UserError(
            f"cannot write to the data folder {folder} ({error.strerror}); give another with --data"
        ) from error
    return _taken(lock, folder)


def locked_as_it_is(folder: Path) -> int | None:
    """Lock the folder as `locked` does, but create nothing; return None if no process has ever locked it."""
    try:
        lock = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(f"cannot read the data folder {folder} ({error.strerror}); give another with --data") from error
    return _taken(lock, folder)


def _taken(lock: int, folder: Path) -> int:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise UserError(
            f"another firmware-host is running on {folder}; stop it, or give another folder with --data"
        ) from None
    return lock


def make(folder: Path, config: JournalConfig, at: Stamp) -> None:
    """
    Create the first file with the first key's certificate. A crash leaves nothing that the next start would use.

    Raises `Damaged` if the folder has traces of a lost record.
    """
    gone = recovery.is_missing(folder)
    if gone:
        raise Damaged(gone)
    id_, signer = secrets.token_hex(16), Signer.made()
    head = genesis(id_)
    day = day_keys.gaming_day(at, starts=config.gaming_day_starts)
    word = day_keys.first_certificate(signer, journal=id_, day=day, at=at, head=head)
    day_keys.prepare(folder, id_, signer)
    segments.create(folder, Opening(journal=id_, segment=1, after=0, hash=head), schema.insert_certificate(1, word))
