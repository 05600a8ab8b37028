"""The options of `firmware-host backup` and `restore`. Light to import, so that `--help` is fast."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command, add_data_beside, add_who_continue, later

TABLE = Path("/etc/firmware-host/table.toml")
"""Where the package keeps it."""


def _backup_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config",
        metavar="TABLE.TOML",
        type=Path,
        nargs="?",
        help="the table's file; it and the files that it names are in the backup",
    )
    parser.add_argument(
        "--to",
        metavar="RECIPIENT|FILE",
        action="append",
        default=[],
        help="who can open the backup: a public key (age1..., ssh-ed25519 ...) or a file with one in each line; may be "
        "repeated",
    )
    parser.add_argument(
        "--out",
        metavar="FILE|FOLDER",
        type=Path,
        default=Path(),
        help="where to write the backup; in a folder, the file is named after table and time; - is standard output "
        "(default: this folder)",
    )
    parser.add_argument(
        "--make-key",
        metavar="FILE",
        type=Path,
        help="make no backup, but a private key in a new file, and print its recipient for --to; do this once, on a "
        "computer of the house",
    )
    add_data_beside(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


def _restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", metavar="BACKUP", type=Path, help="the file that `firmware-host backup` wrote")
    parser.add_argument(
        "--key-file", metavar="FILE", type=Path, required=True, help="the private key of the backup's recipient"
    )
    parser.add_argument(
        "--data", metavar="NEW", type=Path, required=True, help="the new board's data folder, without a record"
    )
    parser.add_argument(
        "--config",
        metavar="TABLE.TOML",
        type=Path,
        default=TABLE,
        help=f"where to put the table's file; the files that it names go beside it (default: {TABLE})",
    )
    others = parser.add_mutually_exclusive_group()
    others.add_argument(
        "--keep-config", action="store_true", help="keep the table.toml that is in place and the files it names"
    )
    others.add_argument(
        "--overwrite",
        action="store_true",
        help="replace files of this board that differ from the backup's, and keep each as NAME.before-restore; without "
        "this, restore names them and changes nothing",
    )
    parser.add_argument(
        "--key",
        metavar="FILE",
        type=Path,
        help="a file with the old journal's first public key, as printed by `journal key`; proves whose record it is",
    )
    add_who_continue(parser)
    parser.add_argument(
        "--without-pins",
        action="store_true",
        help="if the people cannot enter their PINs: root at the console vouches for them, and the record says so",
    )
    parser.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


BACKUP = Command(
    description="Write the record, the PINs, the pepper, the shuffler's key and the files that table.toml names into "
    "one encrypted file, also while the table runs. The key of the day that signs the record is left out.",
    example="firmware-host backup /etc/firmware-host/table.toml --data /var/lib/firmware-host --to age1... "
    "--out /media/usb",
    add_arguments=_backup_arguments,
    run=later("firmware_host.commands.backup", "run"),
)

RESTORE = Command(
    description="Bring a backup onto a new board: begin a record there that continues the old one, with its people, "
    "PINs and shuffler key, and put table.toml in place. The old record is kept in `earlier` below the data folder.",
    example="firmware-host restore /media/usb/poker-7.age --key-file house.key --data /var/lib/firmware-host "
    "--by pit-1 --and floor-1",
    add_arguments=_restore_arguments,
    run=later("firmware_host.commands.restore", "run"),
)
