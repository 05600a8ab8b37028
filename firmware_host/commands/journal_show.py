"""`firmware-host journal show`: the facts of a record as readable lines, also while the controller writes them."""

import argparse

from firmware_host.commands.command import Command
from firmware_host.commands.record_folder import add_data, add_utc


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_utc(parser)
    parser.add_argument("--from", dest="first", metavar="N", type=int, help="the first fact (default: the first)")
    parser.add_argument("--to", dest="last", metavar="N", type=int, help="the last fact (default: the newest)")
    parser.add_argument("--round", metavar="R", type=int, help="only facts of this round of play")
    parser.add_argument(
        "--kind",
        metavar="KIND",
        dest="kinds",
        nargs="+",
        action="extend",
        default=[],
        help="only facts of these kinds, as in shuffle-proved or amended",
    )
    parser.add_argument("--follow", action="store_true", help="go on with what is written from now on, until Ctrl-C")
    parser.add_argument(
        "--json",
        action="store_true",
        help="for programs: an object a line with `number`, `kind`, `words`, `taken_back_by` and `amended_by` (the "
        "number of the amendment, or null), `hash` and `fact`, the fact as recorded",
    )


def _run(options: argparse.Namespace) -> int:
    from firmware_host.commands import showing  # noqa: PLC0415 - `--help` does not pay for reading a record

    return showing.show(options)


COMMAND = Command(
    summary="the facts as readable lines: number, time, round, who, what, by which paragraphs",
    example="firmware-host journal show --data /var/lib/firmware-host --kind shuffle-proved shuffle-rejected",
    add_arguments=_arguments,
    run=_run,
)
