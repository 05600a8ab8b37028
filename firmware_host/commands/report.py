"""`firmware-host report`: a gaming day in figures."""

import argparse

from firmware_host.commands.command import Command
from firmware_host.commands.record_folder import add_data, add_utc


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--day", metavar="DATE", required=True, help="the gaming day: 2026-01-31, today or yesterday")
    parser.add_argument(
        "--day-starts",
        metavar="HOUR",
        type=int,
        help="the hour a gaming day begins, 0 to 23 (default: `gaming_day_starts` as the record has it for that day)",
    )
    add_data(parser)
    add_utc(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="for programs: the figures as one object")
    forms.add_argument(
        "--csv", action="store_true", help="for a spreadsheet: day, table, part, name, figure, value; a figure a line"
    )


def _run(options: argparse.Namespace) -> int:
    from firmware_host.commands import reporting  # noqa: PLC0415 - `--help` does not pay for reading a record

    return reporting.report(options)


COMMAND = Command(
    summary="a gaming day in figures: rounds, rake, decks, alerts, down time, by game and by dealer",
    example="firmware-host report --day yesterday --data /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
