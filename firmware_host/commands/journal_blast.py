"""`firmware-host journal blast`: which rounds a fault or a wrong count puts in doubt."""

import argparse

from firmware_host.commands.command import Command
from firmware_host.commands.record_folder import add_data, add_utc, zone

JUST_BEFORE = 1

"""An alert stands right behind the fact that raised it."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fact", metavar="FACT", type=int, help="the number of the fault, of the count, or of its alert")
    add_data(parser)
    add_utc(parser)
    parser.add_argument("--json", action="store_true", help="for programs: the same answer as one object")


def _run(options: argparse.Namespace) -> int:
    import msgspec  # noqa: PLC0415 - `--help` does not pay for reading a record

    from firmware_host.reports.blast_radius import TELLING, blast, fault_of, page  # noqa: PLC0415 - the same
    from firmware_host.reports.record_reader import RecordReader  # noqa: PLC0415 - the same

    number: int = options.fact
    with RecordReader.opened(options.data) as reading:
        reading.hash_of(number)  # raises Trouble for a number there is no fact of
        first = max(0, number - 1 - JUST_BEFORE)
        fault = fault_of(reading.facts(after=first, to=number), number)
        found = blast(reading.of_kinds(TELLING), fault)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        print(page(found, zone(options)))
    return 0


COMMAND = Command(
    summary="from a fault or a wrong count: the rounds dealt since that deck's last good proof",
    example="firmware-host journal blast 812 --data /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
