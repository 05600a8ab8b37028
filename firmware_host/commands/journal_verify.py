"""`firmware-host journal verify` and `journal key`: proves that a record was not changed; prints its first key."""

import argparse
import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware_host.commands.command import Command
from firmware_host.commands.terminal import Progress
from firmware_host.errors import UserError
from firmware_host.host.program_digest import fold_digest
from firmware_host.journal import export
from firmware_host.journal.day_keys import first as first_certificate
from firmware_host.journal.examination import Examination
from firmware_host.journal.reader import Reader
from firmware_host.journal.verify import verified

UNSOUND = 1


def _verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        metavar="FOLDER|EXPORT",
        nargs="?",
        type=Path,
        default=Path("data"),
        help="the data folder of a table, or a file that `journal export` made (default: data)",
    )
    parser.add_argument(
        "--key",
        metavar="FILE",
        type=Path,
        help="a file with the journal's first public key, as printed by `journal key`; required for an export",
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: print the counts and every finding as one JSON object"
    )


def _verify(options: argparse.Namespace) -> int:
    examination = _examined(options.what, options.key)
    print(json.dumps(_as_json(examination), indent=2) if options.json else _as_text(examination))
    return UNSOUND if examination.findings else 0


def _examined(what: Path, key_file: Path | None) -> Examination:
    key = _read_key(key_file) if key_file else None
    if what.is_dir():
        return _record(what, key)
    if key is None and what.exists():
        raise UserError(
            "an export cannot be verified without the journal's first public key; give the key file with --key FILE"
        )
    try:
        with what.open("rb") as lines:
            return export.examined(lines, key=key or "")
    except OSError as error:
        raise UserError(f"cannot read {what} ({error.strerror}); name a data folder or an export") from None


def _record(folder: Path, key: str | None) -> Examination:
    with Progress("facts") as progress:
        return verified(folder, fold=fold_digest(), key=key, progress=progress.tell)


def _read_key(file: Path) -> str:
    try:
        found = re.findall(r"\b[0-9a-f]{64}\b", file.read_text(errors="replace"))
    except OSError as error:
        raise UserError(
            f"cannot read the key in {file} ({error.strerror}); give the file in which `journal key` was kept"
        ) from None
    if len(set(found)) != 1:
        raise UserError(
            f"{file} does not contain exactly one key (64 hexadecimal digits); use the output of `journal key`"
        )
    return str(found[0])


def _as_json(examination: Examination) -> dict[str, Any]:
    return {
        "sound": not examination.findings,
        "journal": examination.journal,
        "facts": examination.facts,
        "last": examination.last,
        "hash": examination.head.hex(),
        "checkpoints": examination.checkpoints,
        "signed_to": examination.signed_to,
        "keys": len(examination.keys),
        "findings": [{"where": finding.where, "what": finding.what} for finding in examination.findings],
    }


def _as_text(examination: Examination) -> str:
    head = f"journal {examination.journal}: {examination.facts:,} facts up to {examination.last}"
    if examination.findings:
        return "\n".join([head, *map(str, examination.findings), "NOT SOUND"])
    signed = f"{examination.checkpoints:,} checkpoints of {len(examination.keys):,} daily keys"
    since = examination.last - (examination.signed_to or 0)
    open_end = f"; the newest {since:,} facts are not signed yet" if since else ""
    return f"{head}, {signed}{open_end}: sound"


def _key_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        type=Path,
        default=Path("data"),
        help="the data folder of a table (default: data)",
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: print journal, key and day as one JSON object"
    )


def _key(options: argparse.Namespace) -> int:
    with closing(Reader(options.folder)) as reader:
        certificate = first_certificate(reader.certificates())
    if options.json:
        print(json.dumps({"journal": certificate.journal, "key": certificate.key, "day": certificate.day}))
        return 0
    print(f"first public key of journal {certificate.journal}, gaming day {certificate.day}:")
    print(certificate.key)
    return 0


VERIFY = Command(
    example="firmware-host journal verify /var/lib/firmware-host",
    add_arguments=_verify_arguments,
    run=_verify,
)

KEY = Command(
    example="firmware-host journal key /var/lib/firmware-host > poker-7.key",
    add_arguments=_key_arguments,
    run=_key,
)
