"""`firmware-host journal export`: the record to take along: as it is, as hand histories, as a spreadsheet."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command
from firmware_host.commands.record_folder import add_data, add_utc


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument(
        "--jsonl",
        dest="form",
        action="store_const",
        const="jsonl",
        default="jsonl",
        help="every fact as recorded, with its hashes and signatures, to be proved by `journal verify` (the default)",
    )
    forms.add_argument(
        "--phh",
        dest="form",
        action="store_const",
        const="phh",
        help="hand histories, one numbered table a round (a .phhs file); rounds tracked by their steps have none",
    )
    forms.add_argument(
        "--csv",
        dest="form",
        action="store_const",
        const="csv",
        help="a line a round for a spreadsheet; `--columns` says what the columns are",
    )
    parser.add_argument("--columns", action="store_true", help="say what the columns of --csv are, and write nothing")
    parser.add_argument(
        "--round", dest="rounds", metavar="R..S", help="only these rounds: 17, 12..40, 12.. or ..40 (default: all)"
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="where to; the file is there whole or not at all (default: stdout)"
    )
    add_utc(parser)


def _run(options: argparse.Namespace) -> int:
    from firmware_host.commands import exporting  # noqa: PLC0415 - `--help` does not pay for reading a record

    return exporting.export(options)


COMMAND = Command(
    summary="take the record along: as recorded (JSONL), as hand histories (PHH) or as a spreadsheet (CSV)",
    example="firmware-host journal export --data /var/lib/firmware-host --csv --round 12..40 --out rounds.csv",
    add_arguments=_arguments,
    run=_run,
)
