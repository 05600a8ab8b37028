"""A data folder taken by one process, and a new record in it."""

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
    """Take the folder for this process alone; return what to close. Raises `UserError` when that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise UserError(f"cannot write in the data folder {folder} ({error.strerror}); give one with --data") from error
    return _taken(lock, folder)


def locked_as_it_is(folder: Path) -> int | None:
    """Take the folder as `locked` does, and make nothing; none where no process has ever taken it."""
    try:
        lock = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(f"cannot read in the data folder {folder} ({error.strerror}); give one with --data") from error
    return _taken(lock, folder)


def _taken(lock: int, folder: Path) -> int:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise UserError(
            f"another firmware-host runs on {folder}; stop it, or give another folder with --data"
        ) from None
    return lock


def make(folder: Path, config: JournalConfig, at: Stamp) -> None:
    """
    Make the first file with the first key's certificate. A crash in here leaves nothing that counts.

    Raises `Damaged` where something tells that there was a record.
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
