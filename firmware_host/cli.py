"""The command line. Subcommands are found in the entry-point group `firmware_host.commands`; none is named here."""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points, version
from typing import NoReturn

from firmware_host.commands.command import Command
from firmware_host.errors import UserError, did_you_mean

GROUP = "firmware_host.commands"

NAME = "firmware-host"

BAD_INPUT = 2

INTERRUPTED = 130

OUTPUT_GONE = 141


NO_CHOICE = re.compile(r"argument \S+: invalid choice: '?(?P<said>.+?)'? \(choose from (?P<those>.+)\)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """
    A program with subcommands, each loaded only when it is asked for.

    `before_running` is called once the command line is understood and before the command does anything.
    """

    name: str
    description: str
    epilog: str
    commands: Mapping[str, Callable[[], Command]]
    version: str = ""
    before_running: Callable[[], None] = lambda: None


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong in one line and where to look, instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        """End with code 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {_meant(message)}; see `{self.prog} --help`\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command of `firmware-host`; return its exit code."""
    program = Program(
        name=NAME,
        description="The box under one casino table: no unshuffled deck is dealt, every round can be proved.",
        epilog=f"Begin with a table.toml: {NAME} check --explain",
        commands={point.name: point.load for point in entry_points(group=GROUP)},
        version=version(NAME),
    )
    return run(program, sys.argv[1:] if argv is None else argv)


def run(program: Program, arguments: Sequence[str]) -> int:
    """Run one command; return its exit code, 2 when something outside has to be mended."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a letter shows a question mark; that is no reason to stop.
        sys.stdout.reconfigure(errors="replace")
    try:
        options = _options(program, arguments)
        command: Command = options.command
        program.before_running()
        return command.run(options)
    except UserError as trouble:
        print(f"{program.name}: {trouble}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say, and nobody to say it to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUTPUT_GONE


def _options(program: Program, arguments: Sequence[str]) -> argparse.Namespace:
    options, unknown = _parser(program, arguments).parse_known_args(arguments)
    if unknown:
        raise UserError(f"{unknown[0]} means nothing to it; see `{program.name} {arguments[0]} --help`")
    return options


def _parser(program: Program, arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Load only the command that was asked for; all of them when help is wanted or nothing fits."""
    asked = next((word for word in arguments if not word.startswith("-")), "")
    wanted = [asked] if asked in program.commands else sorted(program.commands)
    parser = OneLineParser(
        prog=program.name, description=program.description, epilog=program.epilog, allow_abbrev=False
    )
    if program.version:
        parser.add_argument("--version", action="version", version=f"{program.name} {program.version}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in wanted:
        command = program.commands[name]()
        child = commands.add_parser(
            name,
            help=command.summary,
            description=command.summary,
            epilog=f"example: {command.example}",
            allow_abbrev=False,
        )
        command.add_arguments(child)
        child.set_defaults(command=command)
    return parser


def _meant(message: str) -> str:
    """Of what may stand there, tell what is nearest to what does."""
    wrong = NO_CHOICE.match(message)
    if wrong is None:
        return message
    meant = did_you_mean(wrong["said"], re.findall(r"[\w-]+", wrong["those"]))
    return f"there is no {wrong['said']!r} here; {meant}" if meant else message


if __name__ == "__main__":
    sys.exit(main())
