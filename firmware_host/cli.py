"""The command line: the table of all subcommands; parses the arguments and runs the chosen one."""

import argparse
import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from firmware_host.commands.command import Command, Entry, Group
from firmware_host.errors import EXPLAIN, UserError, did_you_mean, printable, with_explanation

NAME = "firmware-host"

BAD_INPUT = 2

INTERRUPTED = 130

OUTPUT_GONE = 141


NO_CHOICE = re.compile(r"argument (?P<of>\S+): invalid choice: (?P<said>'[^']*'|.+?) \(choose from (?P<those>.+)\)")

NO_NUMBER = re.compile(r"argument (?P<of>\S+): invalid (?P<kind>int|float) value: (?P<said>.+)")

NO_VALUE = re.compile(r"argument (?P<of>\S+): expected (?:one|at least one) argument")

MISSING = "the following arguments are required: "

MORE = f"To read more about a paragraph, an interpretation or a code: {EXPLAIN} '14.6(e)4', for example."

FEW = 8
"""So many choices are all named in an error."""

JOURNAL = {
    "blast": Entry(
        "firmware_host.commands.journal_options",
        "list the rounds that a fault or a wrong count puts in doubt: those dealt since the deck's last good proof",
        "BLAST",
    ),
    "explain": Entry(
        "firmware_host.commands.journal_options",
        "print one round in full: the deck's shuffle proof, who sat where, every act, who won what and why",
        "EXPLAIN",
    ),
    "export": Entry(
        "firmware_host.commands.journal_options",
        "write the record to a file: as recorded (JSONL), as hand histories (PHH) or as a spreadsheet (CSV)",
        "EXPORT",
    ),
    "show": Entry(
        "firmware_host.commands.journal_options",
        "print facts as readable lines: number, time, round, who, what, and the paragraphs that apply",
        "SHOW",
    ),
    "verify": Entry(
        "firmware_host.commands.journal_options",
        "check every hash and signature of a record or an export, from the first fact to the last",
        "VERIFY",
    ),
    "checkpoint": Entry(
        "firmware_host.commands.journal_options",
        "print the newest checkpoint, a signed statement of how far the record goes, to keep elsewhere; also as a QR "
        "code",
        "CHECKPOINT",
    ),
    "key": Entry(
        "firmware_host.commands.journal_options",
        "print the journal's first public key; keep a copy away from the table: `journal verify` checks against it",
        "KEY",
    ),
    "restore": Entry(
        "firmware_host.commands.journal_options",
        "start a new journal that continues a backup or a damaged record; two people must approve",
        "RESTORE",
    ),
}

MQTT = {
    "watch": Entry(
        "firmware_host.commands.mqtt_options", "show what a table publishes: its facts in words, and its state", "WATCH"
    ),
    "send": Entry(
        "firmware_host.commands.mqtt_options",
        "send the table a signed command; exit code 0 when the table did it, 1 when the table refused it",
        "SEND",
    ),
    "key": Entry(
        "firmware_host.commands.mqtt_options", "manage the keys that sign commands: make, enroll, revoke, list", "KEY"
    ),
    "asyncapi": Entry(
        "firmware_host.commands.mqtt_options",
        "print every topic and message as an AsyncAPI 3 document, or as JSON Schemas",
        "ASYNCAPI",
    ),
}

PINS = {
    "watch": Entry(
        "firmware_host.commands.table_options",
        "show the inputs live: level, bounces and pulse trains, for example while you align a reed switch",
        "PINS_WATCH",
    ),
}

SHUFFLER = {
    "pair": Entry(
        "firmware_host.commands.shuffler_options",
        "pair with the shuffler: press its pairing key, then type the secret it shows",
        "PAIR",
    ),
    "trace": Entry(
        "firmware_host.commands.shuffler_options",
        "print the frames of a session in words as they pass; with --listen from a tap, without a key",
        "TRACE",
    ),
    "status": Entry(
        "firmware_host.commands.shuffler_options",
        "show where the decks are, the lid, the mode switch, jams, load and wear",
        "STATUS",
    ),
    "shuffle": Entry(
        "firmware_host.commands.shuffler_options",
        "shuffle the deck in the feed, to test the machine; no table accepts this shuffle as a proof",
        "SHUFFLE",
    ),
    "deliver": Entry(
        "firmware_host.commands.shuffler_options", "deliver the deck on the shelf, counting its cards again", "DELIVER"
    ),
    "clear": Entry(
        "firmware_host.commands.shuffler_options",
        "let the shuffler run its card path empty, after a jam or when cards are astray",
        "CLEAR",
    ),
    "selftest": Entry(
        "firmware_host.commands.shuffler_options",
        "run the shuffler's self-test and print the result of each part",
        "SELF_TEST",
    ),
}

COMMANDS: dict[str, Entry | Group] = {
    "acts": Entry(
        "firmware_host.commands.table_options",
        "list every act that people can ask a table for: who may ask, its fields, and an example",
        "ACTS",
    ),
    "adopt": Entry(
        "firmware_host.commands.people_options",
        "two people put a changed table.toml in force; shows the old and the new value of each changed option",
        "ADOPT",
    ),
    "backup": Entry(
        "firmware_host.commands.backup_options",
        "write the record, the PINs and the keys into one encrypted file, also while the table runs",
        "BACKUP",
    ),
    "check": Entry(
        "firmware_host.commands.table_options",
        "check a table.toml; with --probe also try every port, pin, broker and file it names",
        "CHECK",
    ),
    "continue": Entry(
        "firmware_host.commands.people_options", "two people let a halted round continue, and say why", "CONTINUE"
    ),
    "explain": Entry(
        "firmware_host.commands.table_options",
        "explain a refusal code, an interpretation (I-8), a paragraph or an alert, and say what to do next",
        "EXPLAIN",
    ),
    "init": Entry(
        "firmware_host.commands.init_options",
        "commission a table: table.toml, certificates, the record, the first two supervisors; says what is left to do",
        "INIT",
    ),
    "journal": Group(
        "the record of a table", example="firmware-host journal verify --data /var/lib/firmware-host", entries=JOURNAL
    ),
    "mqtt": Group(
        "watch and command a table from another machine",
        example="firmware-host mqtt watch --url mqtt://127.0.0.1 --table demo/poker-1",
        entries=MQTT,
    ),
    "override": Entry(
        "firmware_host.commands.people_options",
        "two people let one round be dealt without a proof of the shuffle, and say why",
        "OVERRIDE",
    ),
    "pay": Entry(
        "firmware_host.commands.pay",
        "work out what a mini-dice wager pays; the exit code is 0 even if the rules refuse the wager",
    ),
    "people": Entry(
        "firmware_host.commands.people_options",
        "manage the people known to the table, their roles and PINs: add, revoke, list, reset-pin",
        "PEOPLE",
    ),
    "pins": Group(
        "the input pins of this board",
        example="firmware-host pins watch /etc/firmware-host/table.toml",
        entries=PINS,
    ),
    "recount": Entry(
        "firmware_host.commands.people_options", "two people state how many cards a deck on hold has", "RECOUNT"
    ),
    "replay": Entry(
        "firmware_host.commands.replay",
        "replay poker hand histories (PHH) under the regulation: who wins what, and by which paragraph",
    ),
    "report": Entry(
        "firmware_host.commands.table_options",
        "print the figures of a gaming day: rounds, rake, decks, alerts, down time, by game and by dealer",
        "REPORT",
    ),
    "restore": Entry(
        "firmware_host.commands.backup_options",
        "bring a backup onto a new board, with its people, PINs and keys; two people approve",
        "RESTORE",
    ),
    "rules": Entry(
        "firmware_host.commands.rules",
        "list the paragraphs of the regulation: how and where each is met, and which are open",
    ),
    "run": Entry(
        "firmware_host.commands.table_options",
        "run the table that TABLE.TOML describes, until SIGTERM or Ctrl-C",
        "RUN",
    ),
    "screen-code": Entry(
        "firmware_host.commands.screen_code",
        "print a one-time code that opens the table's own screen in a browser; --page writes a kiosk's start page",
    ),
    "showdown": Entry(
        "firmware_host.commands.showdown",
        "rank tabled hands and divide a pot among them, with odd money and the paragraphs that apply",
    ),
    "shuffler": Group(
        "work on the shuffler without a table",
        example="firmware-host shuffler status --port /dev/ttyUSB0",
        entries=SHUFFLER,
    ),
    "support-bundle": Entry(
        "firmware_host.commands.table_options",
        "collect into one file what is needed to find a fault; the file contains no secrets",
        "SUPPORT_BUNDLE",
    ),
    "verify-self": Entry(
        "firmware_host.commands.table_options",
        "compare the installed program with the manifest that the house signed; --nonce prints a digest for an "
        "inspector",
        "VERIFY_SELF",
    ),
    "void": Entry("firmware_host.commands.people_options", "two people declare the round under way void", "VOID"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """
    A program with subcommands; only the module of the chosen one is imported.

    `before_running` is called after the command line has been parsed and before the command runs.
    """

    name: str
    description: str
    epilog: str
    commands: Mapping[str, Entry | Group]
    distribution: str = ""
    """The package whose version `--version` prints."""
    before_running: Callable[[], None] = lambda: None


class OneLineParser(argparse.ArgumentParser):
    """An `ArgumentParser` that reports an error in one line, and refuses an empty name of a file or folder."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Read each option of type `Path` with `_path`."""
        super().__init__(*given, **named)
        self.register("type", Path, _path)

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with code 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {_meant(message)}; see `{self.prog} --help`\n")


def _path(text: str) -> Path:
    """Return a path. An empty one is that of a variable that is not set, and would mean the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; name a file or a folder, or . for the current folder")
    return Path(text)


class ShowVersion(argparse.Action):
    """Prints the version of a distribution and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> NoReturn:
        """Print the version. Import `importlib.metadata` only here: it takes longer than the rest of `--help`."""
        from importlib.metadata import version  # noqa: PLC0415 - see above

        print(parser.prog, version(self.const))
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command of `firmware-host`; return its exit code."""
    program = Program(
        name=NAME,
        description=(
            "The controller of one casino table. It deals no deck without proof of a shuffle, and records every round."
        ),
        epilog=f"To write a table.toml, see every option: {NAME} check --explain",
        commands=COMMANDS,
        distribution=NAME,
    )
    return run(program, sys.argv[1:] if argv is None else argv)


def commands() -> Iterator[tuple[str, ...]]:
    """Yield the words of every command and of every subcommand."""
    for name, entry in COMMANDS.items():
        yield (name,)
        if isinstance(entry, Group):
            yield from ((name, inner) for inner in entry.entries)


def run(program: Program, arguments: Sequence[str]) -> int:
    """Run one command; return its exit code, 2 for an error that the user can fix."""
    _have_output()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Print a question mark for a letter that the terminal cannot show, instead of failing.
        sys.stdout.reconfigure(errors="replace")
    try:
        options = _options(program, arguments)
        command: Command = options.command
        program.before_running()
        return _flushed(command.run(options), more=command.cites and not getattr(options, "json", False))
    except UserError as trouble:
        print(f"{program.name}: {printable(with_explanation(str(trouble)))}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The program that read our output has ended (`| head`). Nothing more can be printed.
        _drop_output()
        return OUTPUT_GONE
    except RecursionError:
        print(
            f"{program.name}: the input is nested too deeply; check the file or the text that was given",
            file=sys.stderr,
        )
        return BAD_INPUT
    except UnicodeError:
        print(
            f"{program.name}: the input is not UTF-8 text; check the file or the text that was given", file=sys.stderr
        )
        return BAD_INPUT
    except OSError as error:
        _drop_output()
        print(f"{program.name}: {_io_error(error)}", file=sys.stderr)
        return BAD_INPUT


def _have_output() -> None:
    """Print to nowhere where a caller has closed stdout or stderr, as `>&-` does in a shell."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open until the end


def _flushed(code: int, *, more: bool) -> int:
    """
    Return the exit code once everything is printed: a full disk is noticed here, not at the end of Python.

    `more` says that the output cites paragraphs; then a last line at a terminal says how to read more about them.
    """
    sys.stdout.flush()
    if more and sys.stdout.isatty():
        print(MORE, file=sys.stderr)
    return code


def _drop_output() -> None:
    """Send what is still buffered for stdout to nowhere, so that the end of the program does not try again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _io_error(error: OSError) -> str:
    """Return an error that no command expected, such as a full disk under the output."""
    reason = error.strerror or type(error).__name__
    if error.filename is not None:
        return f"cannot use {error.filename} ({reason}); check the file, its folder and its permissions"
    return f"cannot write the output or read a file ({reason}); check the disk, then run the command again"


def _options(program: Program, arguments: Sequence[str]) -> argparse.Namespace:
    parser = OneLineParser(
        prog=program.name, description=program.description, epilog=program.epilog, allow_abbrev=False
    )
    if program.distribution:
        words = "print the version and exit"
        parser.add_argument("--version", action=ShowVersion, nargs=0, const=program.distribution, help=words)
    names = [word for word in arguments if not word.startswith("-")]
    _add_commands(parser, program.commands, arguments, metavar="COMMAND")
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        above = names[:2] if isinstance(program.commands.get(names[0]), Group) else names[:1]
        raise UserError(f"unexpected argument: {unknown[0]}; see `{' '.join((program.name, *above))} --help`")
    return options


def _add_commands(
    parser: argparse.ArgumentParser, commands: Mapping[str, Entry | Group], arguments: Sequence[str], *, metavar: str
) -> None:
    """
    Add every command with its line of help, and the options of the one that is named first.

    The others are left out when the arguments begin with a command: nothing lists them then, and a parser costs more
    than the rest of a short command.
    """
    children = parser.add_subparsers(metavar=metavar, required=True)
    at, named = next(((at, word) for at, word in enumerate(arguments) if not word.startswith("-")), (0, ""))
    listed = [named] if at == 0 and named in commands else [*commands]
    for name in listed:
        entry = commands[name]
        child = children.add_parser(name, help=entry.help, description=entry.help, allow_abbrev=False)
        if name != named:
            continue
        if isinstance(entry, Group):
            example = entry.example
            _add_commands(child, entry.entries, arguments[at + 1 :], metavar="SUBCOMMAND")
        else:
            command: Command = getattr(import_module(entry.module), entry.command)
            example = command.example
            child.description = command.description or entry.help
            command.add_arguments(child)
            child.set_defaults(command=command)
        child.epilog = f"example: {example}"


def _meant(message: str) -> str:
    """Return a message of argparse in plain words; a wrong choice gets the nearest valid one."""
    number = NO_NUMBER.match(message)
    if number is not None:
        return f"{number['of']}: {number['said']} is not a {'whole ' * (number['kind'] == 'int')}number"
    value = NO_VALUE.match(message)
    if value is not None:
        return f"{value['of']} needs a value"
    if message.startswith(MISSING):
        return f"missing: {message.removeprefix(MISSING)}"
    wrong = NO_CHOICE.match(message)
    if wrong is None:
        return message
    those, said = re.findall(r"[\w-]+", wrong["those"]), wrong["said"].strip("'")
    few = f"choose {', '.join(those[:-1])} or {those[-1]}" if 1 < len(those) <= FEW else ""
    meant = did_you_mean(said, those, otherwise=few)
    of = f" for {wrong['of']}" if wrong["of"] not in ("COMMAND", "SUBCOMMAND", "VERB") else ""
    return f"unknown choice {said!r}{of}" + (f"; {meant}" if meant else "")


if __name__ == "__main__":
    sys.exit(main())
