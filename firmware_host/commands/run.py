"""`firmware-host run`: runs the controller of one table."""

import argparse
import logging
import os
import traceback
from pathlib import Path

from firmware_host.app import controller, known_secrets
from firmware_host.commands.command import data_beside
from firmware_host.config import load
from firmware_host.diagnostics import support_bundle
from firmware_host.diagnostics.log import Log, begin
from firmware_host.errors import UserError

FAULT = 1


def run(options: argparse.Namespace) -> int:
    # Before the first file: nothing this program makes is for other accounts.
    os.umask(0o077)
    path: Path = options.config
    folder: Path = options.data or data_beside(path)
    read = load.read(path)
    log = begin(read.logs)
    known_secrets.made_known(log.redaction, read, folder)
    try:
        controller.run(read, folder, log.kept.text)
    except controller.RecordStoppedError as stopped:
        _bundle(folder, path, log, why=str(stopped))
        raise
    except UserError:
        # The user can fix the cause; the message says how, so no bundle is needed.
        raise
    except Exception:
        # An unexpected error: the log redacts secrets, and the bundle has the full traceback.
        logging.getLogger(__name__).exception(
            "internal error, the controller has stopped; nothing recorded is lost; a support bundle has the details"
        )
        _bundle(folder, path, log, why=traceback.format_exc())
        return FAULT
    return 0


def _bundle(folder: Path, path: Path, log: Log, *, why: str) -> None:
    support_bundle.bundle_of(folder, load.shown(path), log, why=why)
