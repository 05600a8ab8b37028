"""
The signing key of the gaming day: where it is kept, and how one day's key replaces the other.

The private half is kept beside the record in a file of its own, mode 600. The change has three steps: write the new key
beside the old one; record the certificate, signed with the old key; overwrite the old key and rename the new file. If
the change is interrupted, the newest certificate in the record says which of the two files holds the key in force, and
the next start completes or drops the change.

No program can erase the copies of an overwritten block that a flash card may keep; if that matters, encrypt the card.
"""

import errno
import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from firmware_host import files
from firmware_host.errors import UserError
from firmware_host.journal.chain import UNREADABLE, Damaged
from firmware_host.journal.signing import Certificate, Signed, Signer, is_signed
from firmware_host.rules.struct import Record
from firmware_host.table.clocks import Stamp

FILE = "journal.key"
WAITING = "journal.key.new"
PRIVATE = 0o600


class DayKeyFile(Record, frozen=True, kw_only=True):
    """The content of a key file; `secret` is the private half."""

    journal: str
    key: str
    secret: str


def gaming_day(at: Stamp, *, starts: int) -> str:
    """Return the date of the gaming day, which begins at hour `starts` in the board's own time zone."""
    local = datetime.fromtimestamp(at.wall_ms / 1000, UTC).astimezone()
    return (local - timedelta(hours=starts)).date().isoformat()


def first(certificates: Iterator[Signed]) -> Certificate:
    """Return a journal's first certificate. Raises `UserError` if it is missing or not signed with its own key."""
    signed = next(certificates, None)
    try:
        found = msgspec.json.decode(signed.data, type=Certificate) if signed else None
    except UNREADABLE:
        found = None
    if signed is None or found is None or found.key != found.by or not is_signed(signed, key=found.key):
        raise UserError(
            "the journal's first key is missing or was changed; run `firmware-host journal verify` for details"
        )
    return found


def first_certificate(signer: Signer, *, journal: str, day: str, at: Stamp, head: bytes) -> Signed:
    """Return the certificate a journal begins with, signed with its own key; the auditor writes that key down."""
    return _certified(signer, signer.key, journal=journal, day=day, number=0, head=head, at=at)


def certificate(old: Signer, new: Signer, *, journal: str, day: str, number: int, head: bytes, at: Stamp) -> Signed:
    """Return a certificate for the new key, signed with the old one."""
    return _certified(old, new.key, journal=journal, day=day, number=number, head=head, at=at)


def _certified(by: Signer, key: str, *, journal: str, day: str, number: int, head: bytes, at: Stamp) -> Signed:
    words = Certificate(journal=journal, day=day, number=number, hash=head.hex(), at=at, key=key, by=by.key)
    return by.sign(msgspec.json.encode(words))


def prepare(folder: Path, journal: str, signer: Signer, *, in_force: str | None = None) -> None:
    """
    Write the next key beside the one in force.

    If the last change was cut short, the key `in_force` is still in the place of the next one; finish that first.
    """
    if in_force is not None and _held(folder / FILE, journal, in_force) is None:
        if _held(folder / WAITING, journal, in_force) is None:
            raise OSError(errno.ENOENT, "neither of the two key files holds the key in force")
        take_up(folder)
    words = DayKeyFile(journal=journal, key=signer.key, secret=signer.secret.hex())
    path = folder / WAITING
    path.unlink(missing_ok=True)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE)
    try:
        files.write(file, msgspec.json.encode(words))
        os.fsync(file)
    finally:
        os.close(file)
    files.sync_folder(folder)


def take_up(folder: Path) -> None:
    """Erase the old key and put the prepared one in its place."""
    path = folder / FILE
    if path.exists():
        with path.open("r+b") as old:
            old.write(b"0" * path.stat().st_size)
            old.flush()
            os.fsync(old.fileno())
    (folder / WAITING).rename(path)
    files.sync_folder(folder)


def in_force(folder: Path, journal: str, key: str) -> Signer:
    """
    Return the private half of the key that the newest certificate names; complete or drop an interrupted change.

    Raises `Damaged` if neither file holds that key, `UserError` if other accounts can read the file.
    """
    signer = held(folder, journal, key)
    if _held(folder / FILE, journal, key) is None:
        take_up(folder)
    else:
        (folder / WAITING).unlink(missing_ok=True)
    return signer


def held(folder: Path, journal: str, key: str) -> Signer:
    """Return the same key as `in_force`, but change no file."""
    found = _held(folder / FILE, journal, key) or _held(folder / WAITING, journal, key)
    if found is None:
        raise Damaged(f"{FILE} does not hold the key of the newest certificate, so nothing more can be signed")
    return found


def fault(folder: Path, journal: str, key: str) -> str | None:
    """Return what is wrong with the key files; None also if this account cannot read them."""
    path = folder / FILE
    if not path.exists():
        return "is missing, so nothing more can be signed; a copy out of a backup is verified with --copy"
    if not os.access(path, os.R_OK):
        return None
    try:
        held = _held(path, journal, key)
    except UserError as trouble:
        return str(trouble)
    return None if held else f"{FILE} does not hold the key of the newest certificate"


def _held(path: Path, journal: str, key: str) -> Signer | None:
    if not path.exists():
        return None
    if stat.S_IMODE(path.stat().st_mode) & ~PRIVATE:
        raise UserError(f"other accounts can read {path} and could sign for this table; run `chmod 600 {path}`")
    data = path.read_bytes()
    try:
        found = msgspec.json.decode(data, type=DayKeyFile)
        signer = Signer.of(bytes.fromhex(found.secret))
    except (msgspec.MsgspecError, ValueError):
        return None
    whole = DayKeyFile(journal=journal, key=key, secret=signer.secret.hex())
    return signer if signer.key == key and data == msgspec.json.encode(whole) else None
