"""`python3 -m hil board`: the tests on the virtual board, and a shell on it."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from firmware_host.commands.command import Command
from firmware_host.errors import UserError
from hil import environment

TESTS = "tests/board"

KEEP_VARIABLE = "BOARD_KEEP"
"""Names a file; the board of the tests is left running, and the file says where."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--keep",
        action="store_true",
        help="after the tests, type commands that run on the board; an empty line or Ctrl-D switches it off",
    )
    parser.add_argument(
        "tests", metavar="TEST", nargs="*", help="only tests whose name contains this, for example edges (default: all)"
    )


def _run(options: argparse.Namespace) -> int:
    if not (environment.CLONE / TESTS).is_dir():
        raise UserError(f"{TESTS} is missing; run this in a clone of the repository")
    chosen = ("-k", " or ".join(options.tests)) if options.tests else ()
    command = (sys.executable, "-m", "pytest", "-n", "0", "-s", "-q", TESTS, *chosen)
    if not options.keep:
        return subprocess.run(command, cwd=environment.CLONE, check=False).returncode
    from hil.board.board_shell import kept_board, shell  # noqa: PLC0415 - `--help` must not load what talks to the board

    with kept_board() as file:
        environ = {**os.environ, KEEP_VARIABLE: str(file)}
        code = subprocess.run(command, cwd=environment.CLONE, env=environ, check=False).returncode
        shell(Path(file))
    return code


COMMAND = Command(
    example="python3 -m hil board --keep edges",
    add_arguments=_arguments,
    run=_run,
)
