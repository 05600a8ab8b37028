"""
Unpacks a backup on another board, and puts its configuration in place.

The recipient is a public key, so anybody can make a file that decrypts. A decrypted file is therefore not trusted: no
entry may leave the two folders of a backup, and the record has to fit the first key that was written down.
"""

import os
import shutil
import tarfile
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
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
"""The folder in the data folder that keeps earlier records, for reports and disputes."""

UNPACKING = ".unpacking"

ASIDE = ".before-restore"
"""After the name of a file of the new board that a file of the backup takes the place of."""

SECRET = frozenset({pins.FILE, PEPPER, pairing_key_file.NAME})
"""The files that move into the new record; the old one keeps none of them."""


class Unpacked(Record, frozen=True, kw_only=True):
    """A backup that was unpacked: its own list of contents, and the folders of its record and its configuration."""

    manifest: Manifest
    record: Path
    config: Path


class Setting(Record, frozen=True, kw_only=True):
    """One file of the configuration: its entry in the manifest, and its bytes."""

    named: Named
    data: bytes


class Placed(Record, frozen=True, kw_only=True):
    """
    The files of the configuration as placed; `elsewhere` says which of them were in other folders before.

    `aside` are this board's own files of the same names, under their new names.
    """

    files: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


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
    """Remove what is left of the folder that `unpack` made."""
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
        # Never compressed: `backup` writes none, and a small file could fill the disk.
        with tarfile.open(archive, mode="r:") as tar:
            for entry in tar:
                with _content(tar, entry) as source, _new(into / entry.name) as file:
                    shutil.copyfileobj(source, file)
        manifest = msgspec.json.decode((into / MANIFEST).read_bytes(), type=Manifest)
    except (tarfile.TarError, msgspec.MsgspecError, FileNotFoundError, UnicodeDecodeError) as error:
        raise UserError(f"this file is not a backup of a table ({error}); give one that `backup` made") from None
    for named in manifest.files:
        if not (into / named.name).is_file() or Path(named.path).name in ("", ".."):
            raise UserError(
                f"this file is not a backup of a table ({named.name} is missing); give one that `backup` made"
            )
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
        raise tarfile.TarError(f"unexpected entry {entry.name}")
    return found


def settings(backup: Unpacked) -> tuple[Setting, ...]:
    """
    Return the files of the configuration.

    Call it as the account of the data folder, never as root: that account could replace them by links to other files.
    """
    folder = backup.config.parent
    return tuple(Setting(named=named, data=(folder / named.name).read_bytes()) for named in backup.manifest.files)


def put_config(backup: Unpacked, these: Sequence[Setting], table: Path, *, like: Path) -> Placed:
    """
    Put table.toml and the files it names beside `table`, each as far below it as it was on the old board.

    A private file goes to the owner of `like`. A file that was outside the folder of table.toml is put beside the
    others, so that a backup cannot decide where root writes. Another file in its place is kept as NAME.before-restore.
    """
    places = _places(backup.manifest, table)
    placed, elsewhere, aside = [], [], []
    for setting in these:
        old, target = setting.named.path, places[setting.named.name]
        if _is_another(setting, target):
            aside.append(str(_kept_aside(target)))
        _put(setting, target, like)
        placed.append(str(target))
        if str(target) != old and old != backup.manifest.config:
            elsewhere.append(f"{old} is now {target}")
    return Placed(files=tuple(placed), elsewhere=tuple(elsewhere), aside=tuple(aside))


def _places(manifest: Manifest, table: Path) -> dict[str, Path]:
    """Return the place of each file, by its name in the backup; no two files share a place."""
    home = Path(manifest.config).parent
    below = {
        named.name: table if named.path == manifest.config else table.parent / Path(named.path).relative_to(home)
        for named in manifest.files
        if Path(named.path).is_relative_to(home) and ".." not in Path(named.path).parts
    }
    places = dict(below)
    for named in manifest.files:
        if named.name not in below:
            beside = table.parent / Path(named.path).name
            places[named.name] = beside if beside not in places.values() else table.parent / Path(named.name).name
    return places


def in_the_way(backup: Unpacked, these: Sequence[Setting], table: Path) -> tuple[Path, ...]:
    """Return the files of this board that have other contents than the backup's files that belong in their places."""
    places = _places(backup.manifest, table)
    return tuple(places[each.named.name] for each in these if _is_another(each, places[each.named.name]))


def _is_another(setting: Setting, target: Path) -> bool:
    if target.is_file():
        return target.read_bytes() != setting.data
    return os.path.lexists(target)


def _kept_aside(target: Path) -> Path:
    """Rename this board's own file to the first free name."""
    names = (f"{target.name}{ASIDE}{'' if number == 1 else f'-{number}'}" for number in count(1))
    free = next(path for name in names if not os.path.lexists(path := target.with_name(name)))
    target.rename(free)
    return free


def _put(setting: Setting, target: Path, like: Path) -> None:
    mode = setting.named.mode
    target.parent.mkdir(parents=True, exist_ok=True)

    def give(file: int) -> None:
        if os.geteuid() == 0:
            owner = like.stat()
            private = not mode & 0o077
            os.fchown(file, owner.st_uid if private else 0, owner.st_gid)
        os.fchmod(file, mode & 0o755)

    files.replace(target, setting.data, before=give)
