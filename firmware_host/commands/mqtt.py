"""`firmware-host mqtt`: what is published, and how the table is asked from far away. Each subcommand is a module."""

import argparse

from firmware_host.commands import mqtt_asyncapi, mqtt_key, mqtt_send, mqtt_watch
from firmware_host.commands.command import Command

SUBCOMMANDS: dict[str, Command] = {
    "watch": mqtt_watch.COMMAND,
    "send": mqtt_send.COMMAND,
    "key": mqtt_key.COMMAND,
    "asyncapi": mqtt_asyncapi.COMMAND,
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
    summary=f"what is published, and how the table is asked from far away: {', '.join(SUBCOMMANDS)}",
    example="firmware-host mqtt watch --url mqtt://127.0.0.1 --table demo/poker-1",
    add_arguments=_arguments,
    run=_run,
)
