"""`firmware-host run`: the controller of one table."""

import argparse
import logging
import os
import traceback
from pathlib import Path

from firmware_host.app import controller, known_secrets
from firmware_host.commands.command import Command
from firmware_host.config import load
from firmware_host.diagnostics import support_bundle
from firmware_host.diagnostics.log import Log, begin
from firmware_host.errors import UserError

FAULT = 1


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="TABLE.TOML", type=Path, help="the configuration of this table")
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="where the journal is kept (default: `data` beside TABLE.TOML)"
    )


def _run(options: argparse.Namespace) -> int:
    # Before the first file: nothing this program makes is for other accounts.
    os.umask(0o077)
    path: Path = options.config
    folder: Path = options.data or path.parent / "data"
    read = load.read(path)
    log = begin(read.logs)
    known_secrets.made_known(log.redaction, read, folder)
    try:
        controller.run(read, folder, log.kept.text)
    except controller.RecordStoppedError as stopped:
        _bundle(folder, path, log, why=str(stopped))
        raise
    except UserError:
        # Something outside is to be mended, and the one line says what.
        raise
    except Exception:
        # Whatever it is that was not thought of: it is said by the log, which says no secret, and whole in the bundle.
        logging.getLogger(__name__).exception("a fault of this program has ended the table; nothing recorded is lost")
        _bundle(folder, path, log, why=traceback.format_exc())
        return FAULT
    return 0


def _bundle(folder: Path, path: Path, log: Log, *, why: str) -> None:
    support_bundle.bundle_of(folder, load.shown(path), log, why=why)


COMMAND = Command(
    example="firmware-host run /etc/firmware-host/table.toml --data /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
