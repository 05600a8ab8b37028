"""A data folder: taken by one process, and closed to every other account."""

import fcntl
import logging
import os
from pathlib import Path

from firmware_host.errors import UserError

LOCK = "journal.lock"

PINS = "pins.json"
"""PINs are given by facts: beside no record there are none."""

SHUFFLER_KEY = "shuffler.key"
"""Made before the first record; once a record has used it, it names that record."""

BESIDE = frozenset({PINS, "pepper.key", SHUFFLER_KEY})
"""What other parts keep beside a record."""

PRIVATE_FOLDER, PRIVATE_FILE, WIDER = 0o700, 0o600, 0o077

log = logging.getLogger(__name__)


class OccupiedError(UserError):
    """Another process has the folder open: a controller, or a command that works on the record for a moment."""


def locked(folder: Path) -> tuple[int, ...]:
    """
    Take the folder for this process alone; return what to close. Raises `UserError` when that cannot be.

    The folder itself is locked, which nobody can remove while the record is in it, and the lock file beside, which
    earlier versions look at.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        make_private(folder)
        whole = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise UserError(
            f"cannot write to the data folder {folder} ({error.strerror}); give another with --data"
        ) from error
    _take(whole, folder)
    try:
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        os.close(whole)
        raise UserError(
            f"cannot write to the data folder {folder} ({error.strerror}); give another with --data"
        ) from error
    _take(lock, folder, beside=whole)
    return whole, lock


def locked_as_it_is(folder: Path) -> tuple[int, ...]:
    """Take the folder as `locked` does, and make nothing; nothing is taken where there is no folder."""
    try:
        whole = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise UserError(f"cannot read the data folder {folder} ({error.strerror}); give another with --data") from None
    _take(whole, folder)
    try:
        lock = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return (whole,)
    except OSError as error:
        os.close(whole)
        raise UserError(f"cannot read the data folder {folder} ({error.strerror}); give another with --data") from None
    _take(lock, folder, beside=whole)
    return whole, lock


def make_private(folder: Path) -> None:
    """
    Let only the record's own account into the folder, and read its files; repair what is wider.

    Whoever may read the record knows every name and fact in it, and can hold a lock that stops the table. A folder
    that holds other things than a record is not ours to shut: that raises `UserError`.
    """
    names = {entry.name for entry in folder.iterdir()}
    ours = {name for name in names if name.startswith("journal") or name in BESIDE}
    try:
        if folder.stat().st_mode & WIDER:
            if names and not ours:
                raise UserError(
                    f"other accounts may enter {folder}, which holds more than a record; give a folder of its own "
                    f"with --data, or `chmod 700 {folder}`"
                )
            folder.chmod(PRIVATE_FOLDER)
            log.warning("other accounts could enter %s; its mode was changed to 700", folder)
        for name in sorted(ours):
            _make_file_private(folder / name)
    except PermissionError as error:
        raise UserError(
            f"other accounts may read the record in {folder}, and this account cannot change that "
            f"({error.strerror}); let its owner run the table, or `chmod -R go-rwx {folder}`"
        ) from None


def _make_file_private(file: Path) -> None:
    # A private key that others could read is not made good by its mode: whoever uses it refuses it.
    if file.suffix != ".key" and file.is_file() and not file.is_symlink() and file.stat().st_mode & WIDER:
        file.chmod(file.stat().st_mode & PRIVATE_FILE)
        log.warning("other accounts could read %s; its mode was changed to 600", file)


def _take(lock: int, folder: Path, *, beside: int | None = None) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        for file in (lock, beside):
            if file is not None:
                os.close(file)
        raise OccupiedError(
            f"another firmware-host is running on {folder}; stop it, or give another folder with --data"
        ) from None
