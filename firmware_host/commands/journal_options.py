"""The options of `firmware-host journal`. Light to import, so that `--help` is fast."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command, add_data, add_data_or_first, add_utc, add_who_continue, later

TERMINAL = ""
"""Where `--qr` draws without a file."""


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_utc(parser)
    parser.add_argument(
        "--from", dest="first", metavar="N", type=int, help="number of the first fact to print (default: 1)"
    )
    parser.add_argument(
        "--to", dest="last", metavar="N", type=int, help="number of the last fact to print (default: the newest)"
    )
    parser.add_argument("--round", metavar="R", type=int, help="only facts of this round")
    parser.add_argument(
        "--kind",
        metavar="KIND",
        dest="kinds",
        nargs="+",
        action="extend",
        default=[],
        help="only facts of these kinds, for example shuffle-proved or amended",
    )
    parser.add_argument(
        "--follow", action="store_true", help="keep printing new facts as they are recorded, until Ctrl-C"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="for programs: one JSON object per line with `number`, `kind`, `words`, `taken_back_by` and `amended_by` "
        "(number of the amendment, or null), `hash` and `fact` (as recorded)",
    )


def _explain_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("round", metavar="ROUND", type=int, help="number of the round, as `journal show` prints it")
    add_data(parser)
    add_utc(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print the round as one JSON object")


def _blast_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "fact",
        metavar="FACT",
        type=int,
        help="number of the fact that records the fault or the wrong count, or of the alert it raised",
    )
    add_data(parser)
    add_utc(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument(
        "--jsonl",
        dest="form",
        action="store_const",
        const="jsonl",
        default="jsonl",
        help="every fact as recorded, with hashes and signatures, for `journal verify` (the default)",
    )
    forms.add_argument(
        "--phh",
        dest="form",
        action="store_const",
        const="phh",
        help="hand histories in one .phhs file; a round tracked only by its steps has none",
    )
    forms.add_argument(
        "--csv",
        dest="form",
        action="store_const",
        const="csv",
        help="for a spreadsheet: one line per round; --columns explains the columns",
    )
    parser.add_argument("--columns", action="store_true", help="explain the columns of --csv and exit")
    parser.add_argument(
        "--round", dest="rounds", metavar="R..S", help="only these rounds: 17, 12..40, 12.. or ..40 (default: all)"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        help="the file to write; after an error it is not written at all (default: stdout)",
    )
    add_utc(parser)


def _verify_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_or_first(
        parser, metavar="EXPORT", says="a file that `journal export` made; a folder given here is used like --data"
    )
    parser.add_argument(
        "--key",
        metavar="FILE",
        type=Path,
        help="a file with the journal's first public key, as printed by `journal key`; required for an export",
    )
    parser.add_argument(
        "--copy",
        action="store_true",
        help="the folder came out of a backup, such as `earlier/` below the data folder, so a missing day key is not a "
        "finding",
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: print the counts and every finding as one JSON object"
    )
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        help=(
            "compare the record with a checkpoint kept elsewhere: published, printed by `journal checkpoint` or "
            "read from its QR code (- for standard input); this finds out that the record was replaced by an older "
            "copy"
        ),
    )


def _key_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_or_first(parser, metavar="FOLDER", says="the same as --data")
    parser.add_argument(
        "--json", action="store_true", help="for programs: print journal, key and day as one JSON object"
    )


def _checkpoint_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_utc(parser)
    parser.add_argument(
        "--qr",
        metavar="FILE",
        nargs="?",
        const=TERMINAL,
        help=(
            "draw the checkpoint as a QR code, in the terminal or into FILE (.svg, .png or .pdf): for the paper "
            "that is signed at closing. `journal verify --checkpoint -` reads what a scanner types"
        ),
    )


def _restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "backup",
        metavar="BACKUP",
        type=Path,
        help="the data folder to continue: a backup, the data of a broken board, or a damaged record; only read",
    )
    parser.add_argument(
        "--data", metavar="NEW", type=Path, required=True, help="where to create the new journal: a folder without one"
    )
    add_who_continue(parser)
    parser.add_argument(
        "--pepper",
        metavar="FILE",
        type=Path,
        help="the pepper, the key of the PIN hashes; the new record uses the same one (default: pepper.key in BACKUP)",
    )
    parser.add_argument(
        "--without-pins",
        action="store_true",
        help="if the pepper is lost: root at the console vouches for the two people, and the record says so",
    )


SHOW = Command(
    description="Print facts as readable lines: number, time, round, who, what, and the paragraphs that apply. `~` "
    "after a time marks a clock that was not synchronised; `firmware-host explain I-8` explains a citation, also `~`.",
    example="firmware-host journal show --data /var/lib/firmware-host --kind shuffle-proved shuffle-rejected",
    add_arguments=_show_arguments,
    cites=True,
    run=later("firmware_host.commands.journal_show", "run"),
)

EXPLAIN = Command(
    example="firmware-host journal explain 17 --data /var/lib/firmware-host",
    add_arguments=_explain_arguments,
    cites=True,
    run=later("firmware_host.commands.journal_explain", "explain"),
)

BLAST = Command(
    example="firmware-host journal blast 812 --data /var/lib/firmware-host",
    add_arguments=_blast_arguments,
    cites=True,
    run=later("firmware_host.commands.journal_explain", "blast"),
)

EXPORT = Command(
    example="firmware-host journal export --data /var/lib/firmware-host --csv --round 12..40 --out rounds.csv",
    add_arguments=_export_arguments,
    run=later("firmware_host.commands.journal_export", "run"),
)

VERIFY = Command(
    example="firmware-host journal verify --data /var/lib/firmware-host",
    add_arguments=_verify_arguments,
    run=later("firmware_host.commands.journal_verify", "verify"),
)

KEY = Command(
    example="firmware-host journal key --data /var/lib/firmware-host > poker-7.key",
    add_arguments=_key_arguments,
    run=later("firmware_host.commands.journal_verify", "key"),
)

CHECKPOINT = Command(
    example="firmware-host journal checkpoint --data /var/lib/firmware-host --qr closing.svg",
    add_arguments=_checkpoint_arguments,
    run=later("firmware_host.commands.journal_checkpoint", "run"),
)

RESTORE = Command(
    example="firmware-host journal restore /media/backup --data /srv/table-7 --by pit-1 --and floor-1",
    add_arguments=_restore_arguments,
    run=later("firmware_host.commands.journal_restore", "run"),
)
