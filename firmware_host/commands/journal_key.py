"""`firmware-host journal key`: what an auditor writes down when a table is commissioned."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        type=Path,
        default=Path("data"),
        help="the data folder of a table (default: data)",
    )
    parser.add_argument("--json", action="store_true", help="for programs")


def _run(options: argparse.Namespace) -> int:
    import json  # noqa: PLC0415 - `--help` does not pay for reading records
    from contextlib import closing  # noqa: PLC0415 - the same

    from firmware_host.journal.day_keys import first  # noqa: PLC0415 - the same
    from firmware_host.journal.reader import Reader  # noqa: PLC0415 - the same

    with closing(Reader(options.folder)) as reader:
        certificate = first(reader.certificates())
    if options.json:
        print(json.dumps({"journal": certificate.journal, "key": certificate.key, "day": certificate.day}))
        return 0
    print(f"first key of journal {certificate.journal}, of the gaming day {certificate.day}:")
    print(certificate.key)
    return 0


COMMAND = Command(
    summary="the journal's first public key: keep it apart from the table, every proof of its record begins with it",
    example="firmware-host journal key /var/lib/firmware-host > poker-7.key",
    add_arguments=_arguments,
    run=_run,
)
