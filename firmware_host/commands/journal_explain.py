"""`firmware-host journal explain`: the whole story of one round, for whoever has to settle a dispute."""

import argparse

from firmware_host.commands.command import Command
from firmware_host.commands.record_folder import add_data, add_utc, zone


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("round", metavar="ROUND", type=int, help="the number of the round")
    add_data(parser)
    add_utc(parser)
    parser.add_argument("--json", action="store_true", help="for programs: the same story as one object")


def _run(options: argparse.Namespace) -> int:
    import msgspec  # noqa: PLC0415 - `--help` does not pay for reading a record

    from firmware_host.reports.explain_round import story_of  # noqa: PLC0415 - the same
    from firmware_host.reports.record_reader import RecordReader  # noqa: PLC0415 - the same
    from firmware_host.reports.round_page import page  # noqa: PLC0415 - the same

    with RecordReader.opened(options.data) as reading:
        story = story_of(reading, options.round)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(story), indent=2).decode())
    else:
        print(page(story, zone(options)))
    return 0


COMMAND = Command(
    summary="the whole story of one round: the deck's proof, who sat where, every act, who won what and why",
    example="firmware-host journal explain 17 --data /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
