"""The options of `firmware-host shuffler`. Light to import, so that `--help` is fast."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command, add_data, later

BACKS = ("blue", "red", "green", "black")


def add_port(parser: argparse.ArgumentParser) -> None:
    """Add `--port`, `--data` and `--json`."""
    parser.add_argument(
        "--port",
        metavar="PORT",
        required=True,
        help="the shuffler's port: a device path, or socket://host:port; stop the controller (`run`) first",
    )
    add_data(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print JSON instead of text")


def _shuffle_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("back", metavar="BACK", choices=BACKS, help=f"the deck in the feed: {', '.join(BACKS)}")
    add_port(parser)


def _pair_arguments(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--port", metavar="PORT", help="the shuffler's port: a device path, or socket://host:port")
    where.add_argument(
        "--config", metavar="TABLE.TOML", type=Path, help="read the port and the firmware list from this file"
    )
    add_data(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print the paired device as one JSON object")


def _trace_arguments(parser: argparse.ArgumentParser) -> None:
    add_port(parser)
    parser.add_argument(
        "--listen",
        choices=("to-device", "to-host"),
        help="only listen: PORT is a tap on the cable that carries this direction; the table may keep running",
    )
    parser.add_argument("--seconds", metavar="N", type=float, help="exit after N seconds (default: run until Ctrl-C)")


STATUS = Command(
    example="firmware-host shuffler status --port /dev/ttyUSB0",
    add_arguments=add_port,
    run=later("firmware_host.commands.shuffler_work", "status"),
)

SHUFFLE = Command(
    example="firmware-host shuffler shuffle blue --port /dev/ttyUSB0",
    add_arguments=_shuffle_arguments,
    run=later("firmware_host.commands.shuffler_work", "shuffle"),
)

DELIVER = Command(
    example="firmware-host shuffler deliver --port /dev/ttyUSB0",
    add_arguments=add_port,
    run=later("firmware_host.commands.shuffler_work", "deliver"),
)

CLEAR = Command(
    example="firmware-host shuffler clear --port /dev/ttyUSB0",
    add_arguments=add_port,
    run=later("firmware_host.commands.shuffler_work", "clear"),
)

SELF_TEST = Command(
    example="firmware-host shuffler selftest --port /dev/ttyUSB0",
    add_arguments=add_port,
    run=later("firmware_host.commands.shuffler_work", "self_test"),
)

PAIR = Command(
    example="firmware-host shuffler pair --config table.toml --data /var/lib/firmware-host",
    add_arguments=_pair_arguments,
    run=later("firmware_host.commands.shuffler_pair", "run"),
)

TRACE = Command(
    example="firmware-host shuffler trace --port /dev/ttyUSB0 --data /var/lib/firmware-host --seconds 10",
    add_arguments=_trace_arguments,
    run=later("firmware_host.commands.shuffler_trace", "run"),
)
