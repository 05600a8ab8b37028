"""The command line: the table of all subcommands, and how one of them is found, read and run."""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NoReturn

from firmware_host.commands.command import Command, Entry, Group
from firmware_host.errors import UserError, did_you_mean

NAME = "firmware-host"

BAD_INPUT = 2

INTERRUPTED = 130

OUTPUT_GONE = 141


NO_CHOICE = re.compile(r"argument \S+: invalid choice: '?(?P<said>.+?)'? \(choose from (?P<those>.+)\)")

JOURNAL = {
    "blast": Entry(
        "firmware_host.commands.journal_explain",
        "from a fault or a wrong count: the rounds dealt since that deck's last good proof",
        "BLAST",
    ),
    "explain": Entry(
        "firmware_host.commands.journal_explain",
        "the whole story of one round: the deck's proof, who sat where, every act, who won what and why",
        "EXPLAIN",
    ),
    "export": Entry(
        "firmware_host.commands.journal_export",
        "take the record along: as recorded (JSONL), as hand histories (PHH) or as a spreadsheet (CSV)",
    ),
    "show": Entry(
        "firmware_host.commands.journal_show",
        "the facts as readable lines: number, time, round, who, what, by which paragraphs",
    ),
    "verify": Entry(
        "firmware_host.commands.journal_verify",
        "prove a whole record, or an export far from its table, from the first fact to the last",
        "VERIFY",
    ),
    "checkpoint": Entry(
        "firmware_host.commands.journal_checkpoint",
        "the newest signed word of how far the record goes, to keep elsewhere; as a QR code for paper",
    ),
    "key": Entry(
        "firmware_host.commands.journal_verify",
        "the journal's first public key: keep it apart from the table, every proof of its record begins with it",
        "KEY",
    ),
    "restore": Entry(
        "firmware_host.commands.journal_restore",
        "begin a new journal that goes on from a backup or a damaged record, decided by two people",
    ),
}

MQTT = {
    "watch": Entry(
        "firmware_host.commands.mqtt", "show what a table publishes: its facts in words, and how it stands", "WATCH"
    ),
    "send": Entry(
        "firmware_host.commands.mqtt",
        "ask the table for something, signed; exit code 0 when it was done, 1 when it was refused",
        "SEND",
    ),
    "key": Entry("firmware_host.commands.mqtt_key", "the keys of signed commands: make, enroll, revoke, list"),
    "asyncapi": Entry(
        "firmware_host.commands.mqtt",
        "every topic and message as an AsyncAPI 3 document, or as JSON Schemas",
        "ASYNCAPI",
    ),
}

PINS = {
    "watch": Entry(
        "firmware_host.commands.pins_watch",
        "live levels, bounces and pulse trains, for whoever aligns a reed switch under a table",
    ),
}

SHUFFLER = {
    "pair": Entry(
        "firmware_host.commands.shuffler_pair",
        "make a key with the device: press its pairing key, then type the secret that it shows",
    ),
    "trace": Entry(
        "firmware_host.commands.shuffler_trace",
        "the frames of a session as they come and go, in words; without a key, at a tap, too",
    ),
    "status": Entry("firmware_host.commands.shuffler", "what lies where, lid, switch, jam, load and wear", "STATUS"),
    "shuffle": Entry(
        "firmware_host.commands.shuffler",
        "shuffle the deck in the feed, to try the machine out; no table deals on it",
        "SHUFFLE",
    ),
    "deliver": Entry(
        "firmware_host.commands.shuffler", "let it give out the deck on its shelf, and count it once more", "DELIVER"
    ),
    "selftest": Entry(
        "firmware_host.commands.shuffler", "let the machine test itself, and say how each part is", "SELF_TEST"
    ),
}

COMMANDS: dict[str, Entry | Group] = {
    "check": Entry(
        "firmware_host.commands.check",
        "look whether a table.toml will do, and with --probe whether all it names is there",
    ),
    "journal": Group(
        "the record of a table", example="firmware-host journal verify /var/lib/firmware-host", entries=JOURNAL
    ),
    "mqtt": Group(
        "what is published, and how the table is asked from far away",
        example="firmware-host mqtt watch --url mqtt://127.0.0.1 --table demo/poker-1",
        entries=MQTT,
    ),
    "pay": Entry(
        "firmware_host.commands.pay",
        "what a mini-dice wager pays; a refused wager is an answer too and ends with 0",
    ),
    "people": Entry(
        "firmware_host.commands.people",
        "who may act at the table above a dealer: add, revoke, list, reset-pin",
    ),
    "pins": Group(
        "what is wired to this board",
        example="firmware-host pins watch /etc/firmware-host/table.toml",
        entries=PINS,
    ),
    "replay": Entry(
        "firmware_host.commands.replay",
        "play poker hand histories (PHH) by the regulation; who won what, and by which paragraph",
    ),
    "report": Entry(
        "firmware_host.commands.report",
        "a gaming day in figures: rounds, rake, decks, alerts, down time, by game and by dealer",
    ),
    "rules": Entry(
        "firmware_host.commands.rules",
        "the regulation paragraph by paragraph: how each is met and where, and what is open",
    ),
    "run": Entry(
        "firmware_host.commands.run",
        "run the table that TABLE.TOML describes, until SIGTERM or Ctrl-C",
    ),
    "showdown": Entry(
        "firmware_host.commands.showdown",
        "rank tabled hands and divide a pot among them, odd money and all, with the paragraphs",
    ),
    "shuffler": Group(
        "the shuffler by itself", example="firmware-host shuffler status --port /dev/ttyUSB0", entries=SHUFFLER
    ),
    "support-bundle": Entry(
        "firmware_host.commands.support_bundle",
        "put what is needed to find a fault into one file, without any secret",
    ),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """
    A program with subcommands; only the module of the chosen one is imported.

    `before_running` is called once the command line is understood and before the command does anything.
    """

    name: str
    description: str
    epilog: str
    commands: Mapping[str, Entry | Group]
    distribution: str = ""
    """The package whose version `--version` prints."""
    before_running: Callable[[], None] = lambda: None


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong in one line and where to look, instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        """End with code 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {_meant(message)}; see `{self.prog} --help`\n")


class ShowVersion(argparse.Action):
    """Prints the version of a distribution and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> NoReturn:
        """Look it up only now: the import takes longer than all the rest of `--help`."""
        from importlib.metadata import version  # noqa: PLC0415 - see above

        print(parser.prog, version(self.const))
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command of `firmware-host`; return its exit code."""
    program = Program(
        name=NAME,
        description="The box under one casino table: no unshuffled deck is dealt, every round can be proved.",
        epilog=f"Begin with a table.toml: {NAME} check --explain",
        commands=COMMANDS,
        distribution=NAME,
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
    parser = OneLineParser(
        prog=program.name, description=program.description, epilog=program.epilog, allow_abbrev=False
    )
    if program.distribution:
        words = "show program's version number and exit"
        parser.add_argument("--version", action=ShowVersion, nargs=0, const=program.distribution, help=words)
    names = [word for word in arguments if not word.startswith("-")]
    _add_commands(parser, program.commands, names, metavar="COMMAND")
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        raise UserError(f"{unknown[0]} means nothing to it; see `{program.name} {arguments[0]} --help`")
    return options


def _add_commands(
    parser: argparse.ArgumentParser, commands: Mapping[str, Entry | Group], names: Sequence[str], *, metavar: str
) -> None:
    """Add every command with its line of help, and the options of the one that `names` begins with."""
    children = parser.add_subparsers(metavar=metavar, required=True)
    for name, entry in commands.items():
        child = children.add_parser(name, help=entry.help, description=entry.help, allow_abbrev=False)
        if name not in names[:1]:
            continue
        if isinstance(entry, Group):
            example = entry.example
            _add_commands(child, entry.entries, names[1:], metavar="SUBCOMMAND")
        else:
            command: Command = getattr(import_module(entry.module), entry.command)
            example = command.example
            child.description = command.description or entry.help
            command.add_arguments(child)
            child.set_defaults(command=command)
        child.epilog = f"example: {example}"


def _meant(message: str) -> str:
    """Of what may stand there, tell what is nearest to what does."""
    wrong = NO_CHOICE.match(message)
    if wrong is None:
        return message
    meant = did_you_mean(wrong["said"], re.findall(r"[\w-]+", wrong["those"]))
    return f"there is no {wrong['said']!r} here; {meant}" if meant else message


if __name__ == "__main__":
    sys.exit(main())
