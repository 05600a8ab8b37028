"""`firmware-host rules`: every paragraph of the regulation, how it is met and where in the code."""

import argparse

from firmware_host.commands.command import Command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paragraphs",
        metavar="PARAGRAPH",
        nargs="*",
        help="only these and what is below them: 14.9, '14.9(h)', I-16 (default: all)",
    )
    parser.add_argument("--json", action="store_true", help="for programs: a list of rows with code and state")


def _run(options: argparse.Namespace) -> int:
    import shutil  # noqa: PLC0415 - `--help` does not pay for the matrix

    from firmware_host.commands import matrix  # noqa: PLC0415 - the same

    rows = matrix.asked_for(options.paragraphs)
    if options.json:
        return _show(matrix.as_json(rows))
    return _show(matrix.as_text(rows, width=shutil.get_terminal_size().columns))


def _show(text: str) -> int:
    """Print it; a reader who has seen enough (`| head`) is no fault."""
    import os  # noqa: PLC0415 - the same
    import sys  # noqa: PLC0415 - the same

    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


COMMAND = Command(
    summary="the regulation paragraph by paragraph: how each is met and where, and what is open",
    example="firmware-host rules 14.9 '14.10(c)'",
    add_arguments=_arguments,
    run=_run,
)
