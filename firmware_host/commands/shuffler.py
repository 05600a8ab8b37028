"""`firmware-host shuffler`: the machine by itself, for whoever installs or mends it."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command
from firmware_host.commands.record_folder import add_data

BACKS = ("blue", "red", "green", "black")


def _at_its_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        metavar="PORT",
        required=True,
        help="where it is: a device path, or socket://host:port; nobody else may hold it, so stop `run` first",
    )
    add_data(parser)
    parser.add_argument("--json", action="store_true", help="for programs: what was found or done, as one object")


def _shuffle_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("back", metavar="BACK", choices=BACKS, help=f"the deck in the feed: {', '.join(BACKS)}")
    _at_its_port(parser)


def _pair_arguments(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--port", metavar="PORT", help="where it is: a device path, or socket://host:port")
    where.add_argument(
        "--config", metavar="TABLE.TOML", type=Path, help="take port and list of firmware from this file"
    )
    add_data(parser)
    parser.add_argument("--json", action="store_true", help="for programs: who was paired, as one object")


def _trace_arguments(parser: argparse.ArgumentParser) -> None:
    _at_its_port(parser)
    parser.add_argument(
        "--listen",
        choices=("to-device", "to-host"),
        help="open no session: PORT is a tap on the wire that goes this way, beside a table that runs",
    )
    parser.add_argument("--seconds", metavar="N", type=float, help="end by itself after so long (default: Ctrl-C)")


def _pair(options: argparse.Namespace) -> int:
    from firmware_host.commands import shuffler_pair  # noqa: PLC0415 - `--help` does not pay for a serial line

    return shuffler_pair.run(options)


def _trace(options: argparse.Namespace) -> int:
    from firmware_host.commands import shuffler_trace  # noqa: PLC0415 - the same

    return shuffler_trace.run(options)


def _status(options: argparse.Namespace) -> int:
    from firmware_host.commands import shuffler_bench  # noqa: PLC0415 - `--help` does not pay for a serial line

    return shuffler_bench.status(options)


def _shuffle(options: argparse.Namespace) -> int:
    from firmware_host.commands import shuffler_bench  # noqa: PLC0415 - the same

    return shuffler_bench.shuffle(options)


def _self_test(options: argparse.Namespace) -> int:
    from firmware_host.commands import shuffler_bench  # noqa: PLC0415 - the same

    return shuffler_bench.self_test(options)


def _deliver(options: argparse.Namespace) -> int:
    from firmware_host.commands import shuffler_bench  # noqa: PLC0415 - the same

    return shuffler_bench.deliver(options)


SUBCOMMANDS: dict[str, Command] = {
    "pair": Command(
        summary="make a key with the device: press its pairing key, then type the secret that it shows",
        example="firmware-host shuffler pair --config table.toml --data /var/lib/firmware-host",
        add_arguments=_pair_arguments,
        run=_pair,
    ),
    "trace": Command(
        summary="the frames of a session as they come and go, in words; without a key, at a tap, too",
        example="firmware-host shuffler trace --port /dev/ttyUSB0 --data /var/lib/firmware-host --seconds 10",
        add_arguments=_trace_arguments,
        run=_trace,
    ),
    "status": Command(
        summary="what lies where, lid, switch, jam, load and wear",
        example="firmware-host shuffler status --port /dev/ttyUSB0",
        add_arguments=_at_its_port,
        run=_status,
    ),
    "shuffle": Command(
        summary="shuffle the deck in the feed, to try the machine out; no table deals on it",
        example="firmware-host shuffler shuffle blue --port /dev/ttyUSB0",
        add_arguments=_shuffle_arguments,
        run=_shuffle,
    ),
    "deliver": Command(
        summary="let it give out the deck on its shelf, and count it once more",
        example="firmware-host shuffler deliver --port /dev/ttyUSB0",
        add_arguments=_at_its_port,
        run=_deliver,
    ),
    "selftest": Command(
        summary="let the machine test itself, and say how each part is",
        example="firmware-host shuffler selftest --port /dev/ttyUSB0",
        add_arguments=_at_its_port,
        run=_self_test,
    ),
}


def _arguments(parser: argparse.ArgumentParser) -> None:
    subcommands = parser.add_subparsers(metavar="SUBCOMMAND", required=True)
    for name, command in SUBCOMMANDS.items():
        child = subcommands.add_parser(
            name,
            help=command.summary,
            description=command.summary,
            epilog=f"example: {command.example}",
            allow_abbrev=False,
        )
        command.add_arguments(child)
        child.set_defaults(subcommand=command)


def _run(options: argparse.Namespace) -> int:
    subcommand: Command = options.subcommand
    return subcommand.run(options)


COMMAND = Command(
    summary=f"the shuffler by itself: {', '.join(SUBCOMMANDS)}",
    example="firmware-host shuffler status --port /dev/ttyUSB0",
    add_arguments=_arguments,
    run=_run,
)
