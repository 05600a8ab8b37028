"""`firmware-host journal checkpoint`: the newest signed word of how far the record goes, to be kept off the board."""

import argparse
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from firmware_host.commands.command import zone
from firmware_host.commands.journal_options import TERMINAL
from firmware_host.errors import UserError
from firmware_host.journal import anchor
from firmware_host.journal.anchor import SignedCheckpoint
from firmware_host.journal.signing import Checkpoint

if TYPE_CHECKING:
    from segno import QRCode


PICTURES = (".svg", ".png", ".pdf")

SCALE = 4
"""Pixels, or millimetre thirds on paper, for each dot of the code: a phone reads that from a sheet of paper."""


def run(options: argparse.Namespace) -> int:
    checkpoint = anchor.newest(options.data)
    if options.qr is None:
        print(msgspec.json.encode(checkpoint).decode())
        return 0
    code = _code(checkpoint)
    at = msgspec.json.decode(checkpoint.data, type=Checkpoint).at
    signed = datetime.fromtimestamp(at.wall_ms / 1000, zone(options)).astimezone(zone(options))
    print(f"journal {checkpoint.journal}\nup to fact {checkpoint.number}, signed {signed:%Y-%m-%d %H:%M:%S %Z}")
    print(f"hash {checkpoint.hash}\nkey  {checkpoint.key}")
    if options.qr == TERMINAL:
        code.terminal(compact=True)
    else:
        _save(code, Path(options.qr))
    return 0


def _code(checkpoint: SignedCheckpoint) -> "QRCode":
    import segno  # noqa: PLC0415 - only who draws a code pays for it

    return segno.make_qr(anchor.as_text(checkpoint), error="l", boost_error=False)


def _save(code: "QRCode", path: Path) -> None:
    if path.suffix.lower() not in PICTURES:
        raise UserError(f"cannot draw {path}: name a file that ends in .svg, .png or .pdf")
    try:
        code.save(str(path), scale=SCALE)
    except OSError as error:
        raise UserError(f"cannot write {path} ({error.strerror})") from None
