"""
The files of a backup: the record as it is at one moment, its secrets, and the files that table.toml names.

The record is read while the controller writes it. The witness, `journal.end`, is read first: it may lag behind the
record, but must never be ahead of it.
"""

import io
import tarfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
from msgspec import Meta

from firmware_host.access import pins
from firmware_host.config.load import Config
from firmware_host.devices import pairing_key_file
from firmware_host.errors import UserError
from firmware_host.journal import witness
from firmware_host.journal.chain import reported
from firmware_host.journal.segments import Segment, listed
from firmware_host.rules.struct import Record

VERSION = 1
MANIFEST = "backup.json"
RECORD, CONFIG = "record", "config"
PEPPER = "pepper.key"
TABLE = "table.toml"
SERIAL, TLS = "shuffler.serial", "tls"
PRIVATE = 0o600


class Named(Record, frozen=True, kw_only=True):
    """One file that table.toml names: its name in the backup, and its path and mode on the board."""

    name: Annotated[str, Meta(pattern=r"^config/[^/\x00]+$(?!\n)")]
    path: str
    mode: int


class Manifest(Record, frozen=True, kw_only=True):
    """The contents of a backup: the record, its newest fact, the table, and the files of the configuration."""

    version: int = VERSION
    made: str
    software: str
    journal: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
    number: int
    table: str = ""
    config: str = ""
    """The path of table.toml on the board; empty if the backup was made without one."""
    files: tuple[Named, ...] = ()


class BackupFile(Record, frozen=True, kw_only=True):
    """One file of the backup: its name, its bytes or the path to them, and its mode."""

    name: str
    data: bytes | Path
    mode: int = PRIVATE


def record(folder: Path, pepper_file: Path) -> tuple[str, int, tuple[BackupFile, ...]]:
    """
    Return the journal's id, the number of its newest fact and the files of the record, all of one moment.

    After an orderly stop the witness must fit the record exactly, so everything is read again if the controller has
    started meanwhile.
    """
    before = _bytes(folder / witness.FILE)
    journal, number, files = _segments(folder)
    while _bytes(folder / witness.FILE) != before and _closed(before):
        before = _bytes(folder / witness.FILE)
        journal, number, files = _segments(folder)
    if before is not None:
        files = (*files, BackupFile(name=f"{RECORD}/{witness.FILE}", data=before))
    secrets = (
        (pins.FILE, folder / pins.FILE),
        (PEPPER, pepper_file),
        (pairing_key_file.NAME, folder / pairing_key_file.NAME),
    )
    kept = tuple(
        BackupFile(name=f"{RECORD}/{name}", data=data) for name, path in secrets if (data := _bytes(path)) is not None
    )
    return journal, number, (*files, *kept)


def _closed(data: bytes | None) -> bool:
    return data is not None and b'"closed":true' in data


def _segments(folder: Path) -> tuple[str, int, tuple[BackupFile, ...]]:
    """Return the sealed files as they are, and the newest one as of its newest fact."""
    with reported(folder):
        paths = listed(folder)
        if not paths:
            raise UserError(f"there is no journal in {folder}; give the folder used with `run --data`")
        with closing(Segment(paths[-1])) as newest:
            # One transaction: the controller may write meanwhile.
            newest.connection.execute("BEGIN")
            number, whole = newest.last, newest.connection.serialize()
            newest.connection.execute("COMMIT")
    sealed = tuple(BackupFile(name=f"{RECORD}/{path.name}", data=path) for path in paths[:-1])
    return newest.opening.journal, number, (*sealed, BackupFile(name=f"{RECORD}/{paths[-1].name}", data=whole))


def configuration(config: Config, path: Path) -> tuple[tuple[Named, BackupFile], ...]:
    """Return table.toml, the files it names, and those that `init` put beside it. Raises `UserError` if one is gone."""
    whole = path.absolute()
    found = []
    for place, file in enumerate(dict.fromkeys((whole, *_named(config), *_beside(whole.parent)))):
        data = _bytes(file)
        if data is None:
            raise UserError(f"{file} is missing, which {path} names; fix that file, then make the backup")
        name = f"{CONFIG}/{TABLE if place == 0 else f'{place:02}-{file.name}'}"
        mode = file.stat().st_mode & 0o777
        found.append((Named(name=name, path=str(file), mode=mode), BackupFile(name=name, data=data, mode=mode)))
    return tuple(found)


def _named(config: Config) -> Iterator[Path]:
    """Yield the files that the configuration names: for TLS, the broker's password, lists that the house signed."""
    names = [config.mqtt.ca, config.mqtt.certificate, config.mqtt.certificate_key, config.mqtt.credentials]
    if config.panel is not None:
        names += [config.panel.certificate, config.panel.key]
    if config.program is not None:
        names += [config.program.manifest, f"{config.program.manifest}.sig"]
    yield from (Path(name).absolute() for name in names if name)
    shuffler = config.devices.shuffler
    if shuffler is not None and shuffler.firmware_list:
        listed_in = Path(shuffler.firmware_list).absolute()
        yield listed_in
        yield listed_in.with_name(f"{listed_in.name}.sig")
        yield from (listed_in.parent / name for name in _images(listed_in))


def _beside(folder: Path) -> Iterator[Path]:
    """Yield the files that `init` made beside table.toml: the shuffler's serial number, and the table's authority."""
    yield from (path for path in (folder / SERIAL,) if path.is_file())
    yield from sorted(path for path in (folder / TLS).rglob("*") if path.is_file())


def _images(listed_in: Path) -> tuple[str, ...]:
    """Return the images that the list names; none if the list cannot be read, because the start reports that."""
    try:
        found = tomllib.loads(listed_in.read_text())
        return tuple(str(each["image"]) for each in found.get("firmware", ()))
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(
            f"cannot read {path} ({error.strerror}); run this as root, or as the controller's own account"
        ) from None


def write(manifest: Manifest, files: tuple[BackupFile, ...], out: BinaryIO) -> None:
    """Write a tar archive: the manifest first, then the files."""
    now = time.time()
    head = BackupFile(name=MANIFEST, data=msgspec.json.format(msgspec.json.encode(manifest), indent=2))
    with tarfile.open(fileobj=out, mode="w|", format=tarfile.PAX_FORMAT) as archive:
        for file in (head, *files):
            entry = tarfile.TarInfo(file.name)
            entry.mode, entry.mtime = file.mode, int(now)
            if isinstance(file.data, Path):
                with file.data.open("rb") as source:
                    entry.size = file.data.stat().st_size
                    archive.addfile(entry, source)
            else:
                entry.size = len(file.data)
                archive.addfile(entry, io.BytesIO(file.data))
