"""`firmware-host replay`: hand histories played through the engine; who won what, and why."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command

ENDS = (
    "Ends with 0 when every hand was played; 1 when one tells of something the rules do not allow; 2 when a file "
    "cannot be read, or contradicts itself (a card twice, stacks at the end that the play does not give). Of several "
    "the highest; the other hands are played all the same. What is wrong is one line on stderr."
)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=Path,
        help=f"a .phh with one hand, a .phhs with many, or a folder of them and those below it. {ENDS}",
    )
    parser.add_argument(
        "--chip",
        metavar="AMOUNT",
        help="the chip that is not broken, in the file's own units: bets are in whole chips, and odd money goes by it, "
        "never above 1 a player (default: what the file says in _chip, else pots divide to the cent)",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="for programs: a list with `file`, `hand`, `variant`, `finishing_stacks` in the file's own units and "
        "player order, `ok` and `error`",
    )


def _run(options: argparse.Namespace) -> int:
    from firmware_host.commands import replaying  # noqa: PLC0415 - `--help` does not pay for the rules

    return replaying.run(options.files, chip=options.chip, as_json=options.json)


COMMAND = Command(
    summary="play poker hand histories (PHH) by the regulation; who won what, and by which paragraph",
    example="firmware-host replay hands/ --json",
    add_arguments=_arguments,
    run=_run,
)
