"""The file of hashes beside the record: `pins.json`, mode 600, replaced whole."""

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from firmware_host import whole
from firmware_host.rules.record import Record
from firmware_host.trouble import Trouble

FILE = "pins.json"


class Pin(Record, frozen=True, kw_only=True):
    """A hash, and the name of the fact with which the PIN was given."""

    of: str
    hash: str


class Kept(Record, frozen=True, kw_only=True):
    """Each person's PIN, and the fingerprint of the pepper they were all made with."""

    version: int = 1
    pepper: str = ""
    pins: dict[str, Pin] = msgspec.field(default_factory=dict)


def read(folder: Path) -> Kept:
    """Return what is kept. Raises `Trouble` for a file that is none of ours; it is left as it is."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Kept)
    except FileNotFoundError:
        return Kept()
    except (OSError, msgspec.MsgspecError) as error:
        raise Trouble(
            f"cannot read the PINs in {path} ({error}); put it right, or take it away and reset every PIN"
        ) from None


def write(folder: Path, kept: Kept) -> None:
    """Replace what is kept; whoever looks meanwhile, or after a crash, sees the old or the new, never half of it."""
    path = folder / FILE
    fresh = path.with_name(f".{FILE}.new")
    try:
        fresh.unlink(missing_ok=True)
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            whole.write(file, msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
            os.fsync(file)
        finally:
            os.close(file)
        fresh.rename(path)
        _sync(folder)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise Trouble(f"cannot write the PINs in {folder} ({error.strerror})") from None


def _sync(folder: Path) -> None:
    entries = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(entries)
    finally:
        os.close(entries)
