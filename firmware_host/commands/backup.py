"""`firmware-host backup`: writes one encrypted file with what a table needs to continue on another board."""

import argparse
import json
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from firmware_host import files
from firmware_host.backup import age_file, contents
from firmware_host.commands.command import as_owner_of, data_beside
from firmware_host.config import load
from firmware_host.config.load import Config
from firmware_host.errors import UserError

STDOUT = Path("-")


def run(options: argparse.Namespace) -> int:
    if options.make_key is not None:
        if options.config is not None or options.to:
            raise UserError("--make-key only makes a key; leave out the file and --to, and make the backup afterwards")
        return _make_key(options.make_key, as_json=options.json)
    if options.config is None:
        raise UserError("no file given; name the table.toml of this table; see `firmware-host backup --help`")
    to = age_file.recipients(options.to)
    config = load.read(options.config)
    folder: Path = options.data or data_beside(options.config)
    if not folder.is_dir():
        raise UserError(f"there is no folder {folder}; give the folder used with `run --data`")
    held = contents.configuration(config, options.config)
    with as_owner_of(folder):
        journal, number, record = contents.record(folder, config.people.pepper_of(folder))
    now = datetime.now(UTC)
    manifest = contents.Manifest(
        made=f"{now:%Y-%m-%dT%H:%M:%SZ}",
        software=version("firmware-host"),
        journal=journal,
        number=number,
        table=f"{config.table.house}/{config.table.table}",
        config=str(options.config.absolute()),
        files=tuple(named for named, _ in held),
    )
    taken = (*record, *(file for _, file in held))
    out = _file(options.out, config, now)
    with files.output(out) as file, age_file.encrypting(file, to) as stream:
        contents.write(manifest, taken, stream)
    _say(manifest, taken, out, as_json=options.json)
    return 0


def _make_key(path: Path, *, as_json: bool) -> int:
    recipient = age_file.make_key(path)
    if as_json:
        print(json.dumps({"file": str(path), "recipient": recipient}))
        return 0
    print(f"{path} holds the private key that opens backups made with --to {recipient}")
    print("Keep this file away from the tables, and keep a copy in another place: without it no backup can be opened.")
    return 0


def _file(out: Path, config: Config, now: datetime) -> Path | None:
    if out == STDOUT:
        return None
    return out / f"{config.table.table}-{now:%Y%m%dT%H%M%SZ}.age" if out.is_dir() else out


def _say(
    manifest: contents.Manifest, taken: tuple[contents.BackupFile, ...], out: Path | None, *, as_json: bool
) -> None:
    # The backup itself may go to standard output.
    stream = sys.stdout if out else sys.stderr
    names = [file.name for file in taken]
    if as_json:
        told = {"file": str(out) if out else None, "bytes": out.stat().st_size if out else None, "names": names}
        print(json.dumps({**told, "journal": manifest.journal, "number": manifest.number}, indent=2), file=stream)
        return
    size = f": {out.stat().st_size // 1024 + 1} KiB" if out else ""
    print(f"{out or 'the backup'}{size}, encrypted; {len(names)} files", file=stream)
    print(f"the record {manifest.journal} up to fact {manifest.number}, {_secrets(names)}, table.toml", file=stream)


def _secrets(names: list[str]) -> str:
    words = {"pins.json": "PINs", contents.PEPPER: "pepper", "shuffler.key": "the shuffler's key"}
    found = [word for name, word in words.items() if f"{contents.RECORD}/{name}" in names]
    return ", ".join(found) or "no PINs and no shuffler's key yet"
