"""The pepper: the key of a keyed hash, kept apart from the record and from the hashes (mode 600)."""

import hashlib
import os
import secrets
import stat
from pathlib import Path

from firmware_host import files
from firmware_host.errors import UserError

BYTES = 32


def read(path: Path) -> bytes | None:
    """Return the pepper; none where there is no such file. Raises `UserError` for a file that is none."""
    try:
        found, mode = path.read_bytes(), stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(f"cannot read the pepper {path} ({error.strerror})") from None
    if len(found) != BYTES:
        raise UserError(f"{path} is no pepper; put the right file back, or name it by `pepper` under [people]")
    if mode & ~0o600:
        raise UserError(
            f"{path} may be read by others: with it and the hashes anybody finds the PINs; chmod 600 it, and reset "
            "the PINs if somebody may have read it"
        )
    return found


def make(path: Path, *, like: Path | None = None) -> bytes:
    """Make a pepper, which must not be there, and give it to the owner of `like`."""
    pepper = secrets.token_bytes(BYTES)
    keep(path, pepper, like=like)
    return pepper


def keep(path: Path, pepper: bytes, *, like: Path | None = None) -> None:
    """Write it where none is, whole before it has its name. Raises `UserError` where it cannot be written."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            files.write(file, pepper)
            if like is not None and os.geteuid() == 0:
                owner = like.stat()
                os.fchown(file, owner.st_uid, owner.st_gid)
            os.fsync(file)
        finally:
            os.close(file)
        os.link(fresh, path)
        fresh.unlink()
    except OSError as error:
        raise UserError(
            f"cannot make the pepper {path} ({error.strerror}); name a place for it with --pepper"
        ) from None


def fingerprint(pepper: bytes) -> str:
    """Return what tells one pepper from another and nothing of it."""
    return hashlib.sha256(b"firmware-host pepper\0" + pepper).hexdigest()[:16]
