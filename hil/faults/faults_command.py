"""`python3 -m hil faults`: the page of all faults, printed or written to its file."""

import argparse

from firmware_host.commands.command import Command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--write", action="store_true", help="write hil/faults/README.md instead of printing it")


def _run(options: argparse.Namespace) -> int:
    from hil.faults.fault_actions import faults  # noqa: PLC0415 - `--help` does not pay for the devices
    from hil.faults.page import PAGE, page  # noqa: PLC0415 - the same

    made = page(faults().values())
    if options.write:
        PAGE.write_text(made, encoding="utf-8")
    else:
        print(made, end="")
    return 0


COMMAND = Command(
    example="python3 -m hil faults",
    add_arguments=_arguments,
    run=_run,
)
