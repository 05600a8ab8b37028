"""The pepper: the key of the keyed hash over PINs, in a file of its own (mode 600)."""

import hashlib
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from firmware_host import files
from firmware_host.errors import UserError

BYTES = 32

FILE = "pepper.key"


def read(path: Path) -> bytes | None:
    """Return the pepper, or None if the file is missing. Raises `UserError` for an invalid file."""
    try:
        found, mode = path.read_bytes(), stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return None
    except PermissionError:
        raise UserError(
            f"this account may not read the pepper {path}; run this as root or as the account that owns the file"
        ) from None
    except OSError as error:
        raise UserError(f"cannot read the pepper {path} ({error.strerror}); check the file's owner and mode") from None
    if len(found) != BYTES:
        raise UserError(
            f"{path} does not contain a pepper; restore the right file, or set `pepper` under [people] to its path"
        )
    if mode & ~0o600:
        raise UserError(
            f"other accounts can read {path}, the pepper, and could find out PINs with it; run `chmod 600` on it, and "
            "reset the PINs if somebody may have read it"
        )
    return found


def make(path: Path, *, like: Path | None = None) -> bytes:
    """Make a pepper in a new file, owned by the owner of `like`."""
    pepper = secrets.token_bytes(BYTES)
    keep(path, pepper, like=like)
    return pepper


def keep(path: Path, pepper: bytes, *, like: Path | None = None) -> None:
    """Write a pepper to a new file, atomically. Raises `UserError` if that fails or the file exists."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            files.write(file, pepper)
            if like is not None:
                files.give_to_owner_of(like, file)
            os.fsync(file)
        finally:
            os.close(file)
        os.link(fresh, path)
        fresh.unlink()
    except OSError as error:
        raise UserError(
            f"cannot create the pepper {path} ({error.strerror}); give another path with --pepper"
        ) from None


def moved_in(path: Path, folder: Path) -> Path:
    """
    Move a pepper that lies beside the data folder into it; return where the pepper is now.

    The old file is left where this account may not remove it, and the old path stays in use where the new file cannot
    be written.
    """
    inside = folder.absolute() / FILE
    if path != folder.absolute().with_name(f"{folder.absolute().name}.pepper") or inside.exists():
        return path
    try:
        key = read(path)
        if key is None:
            return inside
        keep(inside, key, like=folder)
    except UserError:
        return path
    with suppress(OSError):
        path.unlink()
    return inside


def fingerprint(pepper: bytes) -> str:
    """Return a short hash that identifies a pepper without revealing it."""
    return hashlib.sha256(b"firmware-host pepper\0" + pepper).hexdigest()[:16]
