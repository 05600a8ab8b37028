"""`firmware-host mqtt watch`: what a table publishes, as lines."""

import argparse

from firmware_host.commands.command import Command
from firmware_host.commands.far_table import add_far, far


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_far(parser)
    parser.add_argument("--count", metavar="N", type=int, help="end after so many messages")
    parser.add_argument("--json", action="store_true", help="for programs: topic and payload, an object a line")


def _run(options: argparse.Namespace) -> int:
    import asyncio  # noqa: PLC0415 - `--help` does not pay for a client

    from firmware_host.commands.watching import watch  # noqa: PLC0415 - the same

    return asyncio.run(watch(far(options), count=options.count, as_json=options.json))


COMMAND = Command(
    summary="show what a table publishes: its facts in words, and how it stands",
    example="firmware-host mqtt watch --url mqtt://127.0.0.1 --table demo/poker-1",
    add_arguments=_arguments,
    run=_run,
)
