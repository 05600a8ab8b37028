"""`python3 -m hil play`: plays scenarios."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command

ENDS = (
    "The exit code is 0 if everything went as the scripts say; 1 if something differed, which is printed with its "
    "line, the expected and the actual text; 2 if a script cannot be read. With several scripts it is the highest."
)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scripts",
        metavar="SCRIPT",
        nargs="+",
        type=Path,
        help=f"a .table file, or a folder of such files, including subfolders; hil/scenario/FORMAT.md describes the "
        f"format. {ENDS}",
    )
    parser.add_argument("--facts", action="store_true", help="print every fact")
    parser.add_argument(
        "--write", action="store_true", help="replace every `?` by the table's own words; check them afterwards"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="for programs: a list with `file`, `title`, `paragraphs`, `rounds`, `facts`, `ok` and `otherwise`",
    )


def _run(options: argparse.Namespace) -> int:
    from hil.scenario import scripts  # noqa: PLC0415 - `--help` must not load the rules

    wishes = scripts.Wishes(facts=options.facts, write=options.write, as_json=options.json)
    return scripts.run(options.scripts, wishes)


COMMAND = Command(
    example="python3 -m hil play tests/scenarios/games/holdem.table --facts",
    add_arguments=_arguments,
    run=_run,
)
