"""
The parts of a subcommand, and the options shared by all subcommands that read a record.

The command line imports this module for every `--help`, so it imports nothing beyond the standard library.
"""

import argparse
import os
import pwd
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, tzinfo
from importlib import import_module
from pathlib import Path
from typing import NamedTuple


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """
    A subcommand's options and its action.

    A command with slow imports is defined in a module that holds only options, and its action is `later` imported.

    `run` returns the exit code or raises `UserError`. `description` replaces the table's one-line help above the
    options in `--help`.
    """

    example: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    description: str = ""
    cites: bool = False
    """Whether the output cites paragraphs; at a terminal a last line says how to read more about one."""


class Entry(NamedTuple):
    """A line of the table of commands. `module` is imported only when the command is chosen."""

    module: str
    help: str
    command: str = "COMMAND"
    """The name of the `Command` in `module`, for a module that defines several."""


class Group(NamedTuple):
    """A command that only groups subcommands."""

    title: str
    example: str
    entries: Mapping[str, Entry]

    @property
    def help(self) -> str:
        return f"{self.title}: {', '.join(self.entries)}"


def later(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    """Return the function `name` of a module that is imported only when the command runs, not for its `--help`."""

    def run(options: argparse.Namespace) -> int:
        found: Callable[[argparse.Namespace], int] = getattr(import_module(module), name)
        return found(options)

    return run


DATA = "data"

SAME_FOLDER = "if you give a TABLE.TOML instead, the folder `data` beside it, as with `run TABLE.TOML`"

PACKAGED, PACKAGED_DATA = Path("/etc/firmware-host"), Path("/var/lib/firmware-host")
"""The folders of the Debian package: settings are in /etc, a record never is."""


def data_beside(config: Path) -> Path:
    """
    Return the folder of the record that `run` uses for this table.toml when no `--data` is given.

    >>> str(data_beside(Path("/srv/7/table.toml"))), str(data_beside(PACKAGED / "table.toml"))
    ('/srv/7/data', '/var/lib/firmware-host')
    """
    return PACKAGED_DATA if config.parent == PACKAGED else config.parent / DATA


def data_folder(text: str) -> Path:
    """Return the folder of a record as typed: the folder itself, or the table.toml beside which it is."""
    path = Path(text)
    return data_beside(path) if path.suffix == ".toml" else path


_DATA_HELP = f"the folder of the record, the one used with `run --data`; {SAME_FOLDER} (default: data)"


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add `--data`; its default matches that of `run table.toml` in the same folder."""
    parser.add_argument("--data", metavar="FOLDER|TABLE.TOML", type=data_folder, default=Path(DATA), help=_DATA_HELP)


def add_data_or_first(parser: argparse.ArgumentParser, *, metavar: str, says: str) -> None:
    """Add `--data`, and in its place a first word without an option; `named_record` returns which was given."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--data", metavar="FOLDER|TABLE.TOML", type=data_folder, help=_DATA_HELP)
    either.add_argument("record", metavar=metavar, nargs="?", type=data_folder, help=says)


def named_record(options: argparse.Namespace) -> Path:
    """Return the record named by `--data` or by the first word; `data` where neither is given."""
    named: Path | None = options.data or options.record
    return Path(DATA) if named is None else named


def add_who_continue(parser: argparse.ArgumentParser) -> None:
    """Add `--by` and `--and`: the two people who continue an old record."""
    parser.add_argument(
        "--by", metavar="NAME", required=True, help="the first person who approves; must be in the old record"
    )
    parser.add_argument(
        "--and",
        metavar="NAME",
        dest="second",
        required=True,
        help="the second person who approves; one of the two must be a supervisor",
    )


def add_data_beside(parser: argparse.ArgumentParser) -> None:
    """Add `--data` to a command that is given a table.toml."""
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        help="the folder of the record (default: `data` beside TABLE.TOML; for one in /etc/firmware-host: "
        "/var/lib/firmware-host)",
    )


def above_zero(what: str, *, most: float) -> Callable[[str], float]:
    """Return a type for `add_argument`: a number above 0; `what` names it in the error."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = 0.0
        if not 0 < number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not {what}; write a number above 0 and up to {most:g}")
        return number

    return read


def whole_number(what: str, *, least: int, most: int) -> Callable[[str], int]:
    """Return a type for `add_argument`: a whole number within these bounds; `what` names it in the error."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not {what}; write a whole number from {least} to {most}")
        return int(text)

    return read


def add_utc(parser: argparse.ArgumentParser) -> None:
    """Add `--utc`."""
    parser.add_argument("--utc", action="store_true", help="print times in UTC (default: this machine's time zone)")


def zone(options: argparse.Namespace) -> tzinfo | None:
    """Return the time zone for printing, None for this machine's own."""
    return UTC if options.utc else None


@contextmanager
def as_owner_of(folder: Path) -> Iterator[None]:
    """
    Drop from root to the account that owns `folder` while the context lasts, with the groups of that account.

    Otherwise new files would belong to root, and the controller could not write to them afterwards. The groups give the
    account its serial ports and pins.
    """
    owner = folder.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        yield
        return
    group, groups = os.getegid(), os.getgroups()
    os.setgroups(_groups_of(owner.st_uid, owner.st_gid))
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


def _groups_of(user: int, group: int) -> list[int]:
    """Return the groups of an account; one without a name has only its own."""
    try:
        return os.getgrouplist(pwd.getpwuid(user).pw_name, group)
    except KeyError:
        return [group]
