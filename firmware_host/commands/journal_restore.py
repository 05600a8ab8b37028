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
    parser.add_argument("--by", metavar="NAME", required=True, help="who decides this: somebody enrolled there")
    parser.add_argument(
        "--and", metavar="NAME", dest="second", required=True, help="the second; one of the two is a supervisor"
    )
    parser.add_argument(
        "--pepper",
        metavar="FILE",
        type=Path,
        help="the key of the PINs, if it does not lie at BACKUP.pepper; it is then also that of the new record",
    )
    parser.add_argument(
        "--without-pins",
        action="store_true",
        help="the pepper is lost: root at the console answers for who the two are, and the record says so",
    )


def _run(options: argparse.Namespace) -> int:
    from firmware_host.commands import restoring  # noqa: PLC0415 - `--help` does not pay for reading records

    return restoring.run(options)


COMMAND = Command(
    summary="begin a new journal that goes on from a backup or a damaged record, decided by two people",
    example="firmware-host journal restore /media/backup --data /srv/table-7 --by pit-1 --and floor-1",
    add_arguments=_arguments,
    run=_run,
)
