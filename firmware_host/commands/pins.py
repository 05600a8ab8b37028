"""`firmware-host pins`: what is wired to this board, looked at by itself."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command


def _watch_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config",
        metavar="TABLE.TOML",
        type=Path,
        nargs="?",
        help="watch the inputs of this table, by their names (default: every pin that a table may use)",
    )
    parser.add_argument("--json", action="store_true", help="for programs: an object a line for each line that moved")
    parser.add_argument(
        "--seconds", metavar="N", type=_seconds, help="end by itself after so long (default: go on until Ctrl-C)"
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0 and up to a day")
    return seconds


def _watch(options: argparse.Namespace) -> int:
    from firmware_host.commands import pins_watch  # noqa: PLC0415 - `--help` does not pay for pins

    return pins_watch.watch(options.config, as_json=options.json, seconds=options.seconds)


WATCH = Command(
    summary="live levels, bounces and pulse trains, for whoever aligns a reed switch under a table",
    example="firmware-host pins watch /etc/firmware-host/table.toml",
    add_arguments=_watch_arguments,
    run=_watch,
)


def _arguments(parser: argparse.ArgumentParser) -> None:
    child = parser.add_subparsers(metavar="SUBCOMMAND", required=True).add_parser(
        "watch",
        help=WATCH.summary,
        description=f"{WATCH.summary}. It takes the inputs for itself, so the controller must not run; lamps are left "
        "alone.",
        epilog=f"example: {WATCH.example}",
        allow_abbrev=False,
    )
    WATCH.add_arguments(child)
    child.set_defaults(subcommand=WATCH)


def _run(options: argparse.Namespace) -> int:
    subcommand: Command = options.subcommand
    return subcommand.run(options)


COMMAND = Command(
    summary="what is wired to this board: watch",
    example=WATCH.example,
    add_arguments=_arguments,
    run=_run,
)
