"""`firmware-host support-bundle`: writes one file to send to support."""

import argparse
import json
import sys
from pathlib import Path

from firmware_host.app import known_secrets
from firmware_host.commands.command import data_beside
from firmware_host.config import load
from firmware_host.diagnostics import support_bundle
from firmware_host.diagnostics.redaction import Redaction
from firmware_host.errors import UserError


def run(options: argparse.Namespace) -> int:
    path: Path = options.config
    folder: Path = options.data or data_beside(path)
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
