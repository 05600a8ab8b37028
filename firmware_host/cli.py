"""The command line. Subcommands are found in the entry-point group `firmware_host.commands`; none is named here."""

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points, version
from typing import NoReturn

from firmware_host.commands.command import Command
from firmware_host.nearest import did_you_mean
from firmware_host.trouble import Trouble

GROUP = "firmware_host.commands"
PROGRAM = "firmware-host"
BAD_INPUT = 2
INTERRUPTED = 130
OUTPUT_GONE = 141


NO_CHOICE = re.compile(r"argument \S+: invalid choice: '?(?P<said>.+?)'? \(choose from (?P<those>.+)\)")


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong in one line and where to look, instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        """End with code 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {_meant(message)}; see `{self.prog} --help`\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code, 2 when something outside has to be mended."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a letter shows a question mark; that is no reason to stop.
        sys.stdout.reconfigure(errors="replace")
    try:
        options = _options(arguments)
        command: Command = options.command
        return command.run(options)
    except Trouble as trouble:
        print(f"{PROGRAM}: {trouble}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say, and nobody to say it to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUTPUT_GONE


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    options, unknown = _parser(arguments).parse_known_args(arguments)
    if unknown:
        raise Trouble(f"{unknown[0]} means nothing to it; see `{PROGRAM} {arguments[0]} --help`")
    return options


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Load only the command that was asked for; all of them when help is wanted or nothing fits."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    asked = next((word for word in arguments if not word.startswith("-")), None)
    wanted = [found[asked]] if asked in found else sorted(found.values(), key=_name)
    parser = OneLineParser(
        prog=PROGRAM,
        description="The box under one casino table: no unshuffled deck is dealt, every round can be proved.",
        epilog=f"Try it without hardware: {PROGRAM} demo --rounds 1",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {version(PROGRAM)}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for point in wanted:
        command: Command = point.load()
        child = commands.add_parser(
            point.name,
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


def _name(point: EntryPoint) -> str:
    return point.name


if __name__ == "__main__":
    sys.exit(main())
