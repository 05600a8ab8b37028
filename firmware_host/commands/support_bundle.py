"""`firmware-host support-bundle`: writes one file to send to support."""

import argparse
import json
import sys
from pathlib import Path

from firmware_host.app import known_secrets
from firmware_host.commands.command import Command
from firmware_host.config import load
from firmware_host.diagnostics import support_bundle
from firmware_host.diagnostics.redaction import Redaction
from firmware_host.errors import UserError


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="TABLE.TOML", type=Path, help="the configuration of the table")
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="the folder of the record (default: `data` beside TABLE.TOML)"
    )
    parser.add_argument(
        "--into",
        metavar="FOLDER",
        type=Path,
        default=Path(),
        help="the folder to write the bundle to (default: the current folder)",
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: print the path and the contents as one JSON object"
    )


def _run(options: argparse.Namespace) -> int:
    path: Path = options.config
    folder: Path = options.data or path.parent / "data"
    if not path.exists():
        raise UserError(f"there is no file {path}; name the table.toml of this table")
    redaction = Redaction()
    read, why = None, ""
    try:
        read = load.read(path)
    except UserError as trouble:
        # An invalid table.toml may be the reason for making the bundle.
        why = f"{trouble}\n"
    known_secrets.made_known(redaction, read, folder)
    of_running = support_bundle.asked(folder)
    parts = {
        "trouble.txt": (why or "table.toml is valid\n") + ("" if of_running else "no controller runs on this record\n"),
        **of_running,
        **support_bundle.of_machine_and_record(folder, load.shown(path)),
    }
    try:
        written = support_bundle.write(options.into, parts, redaction)
    except OSError as error:
        raise UserError(
            f"cannot write into {options.into} ({error.strerror}); name another folder with --into"
        ) from None
    if options.json:
        told = {"file": str(written), "bytes": written.stat().st_size, "runs": bool(of_running), "parts": list(parts)}
        print(json.dumps({**told, "trouble": why.strip() or None}, indent=2))
        return 0
    if why:
        print(why, end="", file=sys.stderr)
    print(
        f"{written}: {written.stat().st_size // 1024 + 1} KiB; contains no keys, PINs or passwords, but names of staff"
    )
    return 0


COMMAND = Command(
    example="firmware-host support-bundle /etc/firmware-host/table.toml --data /var/lib/firmware-host --into /tmp",
    add_arguments=_arguments,
    run=_run,
)
