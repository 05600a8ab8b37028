"""
Unpacking a backup on another board, and putting its configuration in place.

Whoever knows the recipient can make a file that decrypts, so a backup is not believed to be ours because it decrypts:
no file leaves the folders given, and the record has to fit the first key that was written down.
"""

import os
import shutil
import tarfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, BinaryIO

import msgspec

from firmware_host import files
from firmware_host.access import pins
from firmware_host.backup import age_file
from firmware_host.backup.contents import CONFIG, MANIFEST, PEPPER, PRIVATE, RECORD, VERSION, Manifest, Named
from firmware_host.devices import pairing_key_file
from firmware_host.errors import UserError
from firmware_host.rules.struct import Record

EARLIER = "earlier"
"""The folder, inside the data folder, of the records that came before, for reports and disputes."""

UNPACKING = ".unpacking"

SECRET = frozenset({pins.FILE, PEPPER, pairing_key_file.NAME})
"""Carried over into the new record, so the old one does not keep them."""


class Unpacked(Record, frozen=True, kw_only=True):
    """A backup that was unpacked: what it says that it holds, and the folders of its record and its configuration."""

    manifest: Manifest
    record: Path
    config: Path


class Placed(Record, frozen=True, kw_only=True):
    """Which files of the configuration were put in place, and which were on the old board in another folder."""

    files: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()


def unpack(source: BinaryIO, keys: Sequence[age_file.Identity], folder: Path) -> Unpacked:
    """Decrypt and unpack a backup inside the data folder; `discard` removes it again."""
    into = folder / EARLIER / UNPACKING
    discard(folder)
    try:
        into.mkdir(mode=0o700, parents=True)
        archive = into / "backup.tar"
        with _new(archive) as plain:
            age_file.decrypt(source, plain, keys)
        return _extracted(archive, into)
    except OSError as error:
        raise UserError(f"cannot unpack the backup into {folder} ({error.strerror or error}); check the disk") from None


def discard(folder: Path) -> None:
    """Remove what `unpack` made, as far as it was not moved to its place."""
    shutil.rmtree(folder / EARLIER / UNPACKING, ignore_errors=True)
    with suppress(OSError):
        (folder / EARLIER).rmdir()


def keep_record(backup: Unpacked, folder: Path) -> Path:
    """Move the old record to its place below the data folder, without PINs and keys; return the place."""
    place = folder / EARLIER / backup.manifest.journal
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(backup.record, place, ignore=lambda _, names: {name for name in names if name in SECRET})
    return place


def _new(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE), "wb")


def _extracted(archive: Path, into: Path) -> Unpacked:
    try:
        for folder in (into / RECORD, into / CONFIG):
            folder.mkdir(mode=0o700)
        with tarfile.open(archive) as tar:
            for entry in tar:
                with _content(tar, entry) as source, _new(into / entry.name) as file:
                    shutil.copyfileobj(source, file)
        manifest = msgspec.json.decode((into / MANIFEST).read_bytes(), type=Manifest)
    except (tarfile.TarError, msgspec.MsgspecError, FileNotFoundError, UnicodeDecodeError) as error:
        raise UserError(f"this file holds no backup of a table ({error}); give one that `backup` made") from None
    if manifest.version != VERSION:
        raise UserError("this backup is of another version; use the `firmware-host` that made it, or a newer one")
    archive.unlink()
    return Unpacked(manifest=manifest, record=into / RECORD, config=into / CONFIG)


def _content(tar: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    """Return the content of an ordinary file in one of the two folders; anything else is not from `backup`."""
    folder, _, name = entry.name.partition("/")
    inside = folder in (RECORD, CONFIG) and name not in ("", ".", "..") and "/" not in name
    found = tar.extractfile(entry) if entry.isfile() and (inside or entry.name == MANIFEST) else None
    if found is None:
        raise tarfile.TarError(f"it holds {entry.name!r}")
    return found


def put_config(backup: Unpacked, table: Path, *, like: Path) -> Placed:
    """
    Put table.toml and the files it names beside `table`, each as far below it as it was on the old board.

    A private file belongs to the owner of `like`. A file that was in another folder there is put beside the others: the
    backup does not decide where root writes.
    """
    home = Path(backup.manifest.config).parent
    placed, elsewhere = [], []
    for named in backup.manifest.files:
        old = Path(named.path)
        inside = old.is_relative_to(home) and ".." not in old.parts
        below = old.relative_to(home) if inside else Path(old.name)
        target = table if str(old) == backup.manifest.config else table.parent / below
        _put(backup.config.parent / named.name, target, named, like)
        placed.append(str(target))
        if target != old and str(old) != backup.manifest.config:
            elsewhere.append(f"{old} is now {target}")
    return Placed(files=tuple(placed), elsewhere=tuple(elsewhere))


def config_in_the_way(backup: Unpacked, table: Path) -> bool:
    """Return whether another table.toml is in place already."""
    named = next((each for each in backup.manifest.files if each.path == backup.manifest.config), None)
    if named is None or not table.exists():
        return False
    return table.read_bytes() != (backup.config.parent / named.name).read_bytes()


def _put(source: Path, target: Path, named: Named, like: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{target.name}.new")
    fresh.unlink(missing_ok=True)
    file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE)
    try:
        files.write(file, source.read_bytes())
        if os.geteuid() == 0:
            owner = like.stat()
            private = not named.mode & 0o077
            os.fchown(file, owner.st_uid if private else 0, owner.st_gid)
        os.fchmod(file, named.mode & 0o755)
        os.fsync(file)
    finally:
        os.close(file)
    fresh.replace(target)
