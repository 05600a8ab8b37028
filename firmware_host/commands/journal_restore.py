"""`firmware-host journal restore`: go on in a new journal that names the old one."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "backup",
        metavar="BACKUP",
        type=Path,
        help="the data folder to go on from: a backup, that of a broken board, or a damaged one; it is only read",
    )
    parser.add_argument("--data", metavar="NEW", type=Path, required=True, help="a folder without a journal")
    parser.add_argument("--by", metavar="NAME", required=True, help="who decides this")
    parser.add_argument("--and", metavar="NAME", dest="second", required=True, help="the second person who does")


def _run(options: argparse.Namespace) -> int:
    from firmware_host.clock import SystemClock  # noqa: PLC0415 - `--help` does not pay for reading records
    from firmware_host.restoring import restore  # noqa: PLC0415 - the same

    restored = restore(options.backup, options.data, by=options.by, second=options.second, clock=SystemClock())
    previous = restored.previous
    if restored.damage:
        print(f"damaged: {restored.damage}; it holds up to fact {previous.number}")
    print(f"journal {restored.journal} goes on from fact {previous.number} of {previous.journal}.")
    print(f"Decided by {options.by} and {options.second}. Its first key, to be written down anew:")
    print(restored.key)
    return 0


COMMAND = Command(
    summary="begin a new journal that goes on from a backup or a damaged record, decided by two people",
    example="firmware-host journal restore /media/backup --data /srv/table-7 --by 'A. Keeper' --and 'B. Witness'",
    add_arguments=_arguments,
    run=_run,
)
