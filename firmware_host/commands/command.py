"""
What a subcommand is made of, and the options of every one that reads a record.

The command line imports this for every `--help`, so nothing here needs more than the standard library.
"""

import argparse
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, tzinfo
from pathlib import Path
from typing import NamedTuple


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """
    What the module of a subcommand holds as `COMMAND`: its options and what it does.

    `run` returns the exit code or raises `UserError`. `description` stands above the options in `--help` where the
    one line of the table is not enough.
    """

    example: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    description: str = ""


class Entry(NamedTuple):
    """A line of the table of commands. Its module is imported only when the command is chosen."""

    module: str
    help: str
    command: str = "COMMAND"
    """The name in that module, for one that holds several."""


class Group(NamedTuple):
    """A command that is only a table of further ones."""

    title: str
    example: str
    entries: Mapping[str, Entry]

    @property
    def help(self) -> str:
        return f"{self.title}: {', '.join(self.entries)}"


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add `--data`, with the default of a `run table.toml` in the same place."""
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        default=Path("data"),
        help="the folder of the record, as given to `run --data` (default: data)",
    )


def add_utc(parser: argparse.ArgumentParser) -> None:
    """Add `--utc`."""
    parser.add_argument("--utc", action="store_true", help="times in UTC (default: this machine's own zone)")


def zone(options: argparse.Namespace) -> tzinfo | None:
    """Return the zone in which times are printed, None for this machine's own."""
    return UTC if options.utc else None


@contextmanager
def as_owner_of(folder: Path) -> Iterator[None]:
    """Root works as the account whose record it is, or the controller could not write to it afterwards."""
    owner = folder.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        yield
        return
    group = os.getegid()
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
