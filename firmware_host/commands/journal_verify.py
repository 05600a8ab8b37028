"""`firmware-host journal verify` and `journal key`: proves that a record was not changed; prints its first key."""

import argparse
import json
import re
import sys
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from firmware_host.commands.command import named_record
from firmware_host.commands.terminal import Progress
from firmware_host.errors import UserError
from firmware_host.host.program_digest import fold_digest
from firmware_host.journal import anchor, export
from firmware_host.journal.anchor import Agrees, Ignored, Newer
from firmware_host.journal.chain import UNREADABLE
from firmware_host.journal.day_keys import first as first_certificate
from firmware_host.journal.reader import Reader
from firmware_host.journal.record_check import Examination
from firmware_host.journal.verify import verified
from firmware_host.reports.record_reader import SIMULATED

UNSOUND = 1

STDIN = "-"

MOST_BYTES = 2**20
"""More than any checkpoint has with its certificates."""


class Against(NamedTuple):
    """What from outside the record vouches for it: the given key, and the fact of a checkpoint that agrees."""

    key: bool
    checkpoint: int | None


def verify(options: argparse.Namespace) -> int:
    what = named_record(options)
    if options.copy and not what.is_dir():
        raise UserError("--copy is for a folder out of a backup; leave it out for an export")
    payload = _read_checkpoint(options.checkpoint, what) if options.checkpoint is not None else None
    examination = _examined(what, options.key, copy=options.copy)
    against = Against(
        key=options.key is not None,
        checkpoint=None if payload is None else _compared(examination, what, payload),
    )
    print(json.dumps(_as_json(examination, against), indent=2) if options.json else _as_text(examination, against))
    return UNSOUND if examination.findings else 0


def _examined(what: Path, key_file: Path | None, *, copy: bool) -> Examination:
    key = read_key(key_file) if key_file else None
    if what.is_dir():
        return _record(what, key, copy=copy)
    if key is None and what.exists():
        raise UserError(
            "an export cannot be verified without the journal's first public key; give the key file with --key FILE"
        )
    try:
        with what.open("rb") as lines:
            return export.examined(lines, key=key or "")
    except OSError as error:
        raise UserError(f"cannot read {what} ({error.strerror}); name a data folder or an export") from None


def _record(folder: Path, key: str | None, *, copy: bool) -> Examination:
    with Progress("facts") as progress:
        return verified(folder, fold=fold_digest(), key=key, copy=copy, progress=progress.tell)


def _read_checkpoint(name: str, what: Path) -> bytes:
    if not what.is_dir():
        raise UserError("--checkpoint is compared with a data folder; an export is proved by --key alone")
    if not name:
        raise UserError("--checkpoint names no file; give the file that holds the checkpoint, or - for standard input")
    try:
        with nullcontext(sys.stdin.buffer) if name == STDIN else Path(name).open("rb") as file:
            payload = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UserError(
            f"cannot read the checkpoint {name} ({error.strerror}); give its file, or - for standard input"
        ) from None
    if len(payload) > MOST_BYTES:
        raise UserError(f"{name} is too large for a checkpoint; give the file that `journal checkpoint` printed")
    try:
        anchor.read(payload)
    except UNREADABLE:
        raise UserError(f"{name} holds no checkpoint; give the file that `journal checkpoint` printed") from None
    return payload


def _compared(examination: Examination, folder: Path, payload: bytes) -> int | None:
    """Return the fact that a checkpoint kept elsewhere vouches for; a finding where it does not agree."""
    where = "the given checkpoint"
    try:
        found = anchor.compared_in(folder, payload)
    except UserError:
        examination.find(where, "cannot be compared with a record that is damaged")
        return None
    match found:
        case Agrees(number=number):
            return number
        case Ignored(why=why, is_previous=True):
            examination.remarks.append(f"{where} neither confirms nor contradicts this record: {why}")
        case Ignored(why=why):
            examination.find(where, f"does not confirm this record: {why}")
        case Newer():
            examination.find(where, str(found))
    return None


def read_key(file: Path) -> str:
    """Return the key in a file that holds the output of `journal key`."""
    try:
        with file.open("rb") as opened:
            text = opened.read(MOST_BYTES).decode(errors="replace")
    except OSError as error:
        raise UserError(
            f"cannot read the key in {file} ({error.strerror}); give the file with the output of `journal key`"
        ) from None
    found = re.findall(r"\b[0-9a-f]{64}\b", text)
    if len(set(found)) != 1:
        raise UserError(
            f"{file} does not contain exactly one key (64 hexadecimal digits); use the output of `journal key`"
        )
    return str(found[0])


def _as_json(examination: Examination, against: Against) -> dict[str, Any]:
    return {
        "sound": not examination.findings,
        "journal": examination.journal,
        "facts": examination.facts,
        "last": examination.last,
        "hash": examination.head.hex(),
        "checkpoints": examination.checkpoints,
        "signed_to": examination.signed_to,
        "simulated": examination.simulated,
        "keys": len(examination.keys),
        "remarks": examination.remarks,
        "key_given": against.key,
        "checkpoint_agrees": against.checkpoint,
        "findings": [{"where": finding.where, "what": finding.what} for finding in examination.findings],
    }


def _as_text(examination: Examination, against: Against) -> str:
    head = f"journal {examination.journal}: {examination.facts:,} facts up to {examination.last}"
    remarks = [f"remark: {remark}" for remark in examination.remarks]
    if examination.simulated:
        remarks.insert(0, SIMULATED)
    if not against.key:
        remarks.append(
            "no --key was given: the record is consistent in itself, but nothing proves which table it belongs to"
        )
    if against.checkpoint is not None:
        remarks.append(
            f"the given checkpoint agrees with the record and vouches for all facts up to fact {against.checkpoint}"
        )
    if examination.findings:
        return "\n".join([head, *remarks, *map(str, examination.findings), "NOT SOUND"])
    signed = f"{examination.checkpoints:,} checkpoints of {len(examination.keys):,} daily keys"
    since = examination.last - (examination.signed_to or 0)
    open_end = f"; the newest {since:,} facts are not signed yet" if since else ""
    verdict = "sound; read the remarks" if examination.remarks else "sound"
    verdict += ", but SIMULATED" if examination.simulated else ""
    return "\n".join([*remarks, f"{head}, {signed}{open_end}: {verdict}"])


def key(options: argparse.Namespace) -> int:
    with closing(Reader(named_record(options))) as reader:
        certificate = first_certificate(reader.certificates())
    if options.json:
        print(json.dumps({"journal": certificate.journal, "key": certificate.key, "day": certificate.day}))
        return 0
    print(f"first public key of journal {certificate.journal}, gaming day {certificate.day}:")
    print(certificate.key)
    return 0
