"""`python3 -m hil play`: a table played from a script that a dealer can read."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command

ENDS = (
    "Ends with 0 when everything went as the scripts say; 1 when something went otherwise, with its line, what was "
    "expected and what was told; 2 when a script cannot be read. Of several the highest."
)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scripts",
        metavar="SCRIPT",
        nargs="+",
        type=Path,
        help=f"a .table file, or a folder of them and those below it; hil/scenario/FORMAT.md says how one is "
        f"written. {ENDS}",
    )
    parser.add_argument("--facts", action="store_true", help="print every fact as it becomes true")
    parser.add_argument(
        "--write", action="store_true", help="fill in what the table told wherever a script says `?`; then read it"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="for programs: a list with `file`, `title`, `paragraphs`, `rounds`, `facts`, `ok` and `otherwise`",
    )


def _run(options: argparse.Namespace) -> int:
    from hil.scenario import scripts  # noqa: PLC0415 - `--help` does not pay for the rules

    wishes = scripts.Wishes(facts=options.facts, write=options.write, as_json=options.json)
    return scripts.run(options.scripts, wishes)


COMMAND = Command(
    example="python3 -m hil play tests/scenarios/games/holdem.table --facts",
    add_arguments=_arguments,
    run=_run,
)
