"""`firmware-host journal verify`: is the record what was recorded?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_host.commands.command import Command

if TYPE_CHECKING:
    from firmware_host.journal.examination import Examination


UNSOUND = 1


def _arguments(parser: argparse.ArgumentParser) -> None:
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
        help="the journal's first public key, as `journal key` printed it at commissioning; an export needs it",
    )
    parser.add_argument("--json", action="store_true", help="for programs: what was counted and every finding")


def _run(options: argparse.Namespace) -> int:
    import json  # noqa: PLC0415 - `--help` does not pay for reading records

    examination = _examined(options.what, options.key)
    print(json.dumps(_as_json(examination), indent=2) if options.json else _as_text(examination))
    return UNSOUND if examination.findings else 0


def _examined(what: Path, key_file: Path | None) -> Examination:
    from firmware_host.errors import UserError  # noqa: PLC0415 - the same
    from firmware_host.journal import export  # noqa: PLC0415 - the same

    key = _key(key_file) if key_file else None
    if what.is_dir():
        return _record(what, key)
    if key is None and what.exists():
        raise UserError("an export proves nothing without the key that was written down: give it with --key FILE")
    try:
        with what.open("rb") as lines:
            return export.examined(lines, key=key or "")
    except OSError as error:
        raise UserError(f"cannot read {what} ({error.strerror}); name a data folder or an export") from None


def _record(folder: Path, key: str | None) -> Examination:
    from firmware_host.commands.progress import Progress  # noqa: PLC0415 - the same
    from firmware_host.host.program_digest import fold_digest  # noqa: PLC0415 - the same
    from firmware_host.journal.verify import verified  # noqa: PLC0415 - the same

    with Progress("facts") as progress:
        return verified(folder, fold=fold_digest(), key=key, progress=progress.tell)


def _key(file: Path) -> str:
    import re  # noqa: PLC0415 - the same

    from firmware_host.errors import UserError  # noqa: PLC0415 - the same

    try:
        found = re.findall(r"\b[0-9a-f]{64}\b", file.read_text(errors="replace"))
    except OSError as error:
        raise UserError(f"cannot read the key in {file} ({error.strerror})") from None
    if len(set(found)) != 1:
        raise UserError(f"{file} holds no key: 64 hexadecimal digits, as `firmware-host journal key` prints them")
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
    open_end = f"; the newest {since:,} not signed yet" if since else ""
    return f"{head}, {signed}{open_end}: sound"


COMMAND = Command(
    summary="prove a whole record, or an export far from its table, from the first fact to the last",
    example="firmware-host journal verify /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
