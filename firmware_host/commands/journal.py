"""`firmware-host journal`: look at the record, prove it, take it along. Each subcommand is a module beside this one."""

import argparse

from firmware_host.commands import (
    journal_blast,
    journal_explain,
    journal_export,
    journal_key,
    journal_restore,
    journal_show,
    journal_verify,
)
from firmware_host.commands.command import Command

SUBCOMMANDS: dict[str, Command] = {
    "blast": journal_blast.COMMAND,
    "explain": journal_explain.COMMAND,
    "export": journal_export.COMMAND,
    "show": journal_show.COMMAND,
    "verify": journal_verify.COMMAND,
    "key": journal_key.COMMAND,
    "restore": journal_restore.COMMAND,
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
    summary=f"the record of a table: {', '.join(SUBCOMMANDS)}",
    example="firmware-host journal verify /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
