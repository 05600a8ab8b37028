"""The options of `python3 -m hil conform`, which `report.py` carries out."""

import argparse

from firmware_host.commands.command import Command, add_data


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("port", metavar="PORT", help="the device's port: a device path, or socket://host:port")
    add_data(parser)
    parser.add_argument(
        "--moves",
        action="store_true",
        help="the machine may test itself, compare, run its path empty, shuffle what lies in its feed and give it out; "
        "without this nothing moves",
    )
    parser.add_argument("--json", action="store_true", help="for programs: one object for each clause")


def _run(options: argparse.Namespace) -> int:
    from hil.conformance import report  # noqa: PLC0415 - `--help` does not pay for a serial line

    return report.run(options)


COMMAND = Command(
    example="python3 -m hil conform /dev/ttyUSB0 --data data",
    add_arguments=_arguments,
    run=_run,
)
