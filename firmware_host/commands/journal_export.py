"""`firmware-host journal export`: writes the record as recorded, as hand histories, or as a spreadsheet."""

import argparse
import csv
import io
import re
import sys
from collections.abc import Iterator
from contextlib import closing

from firmware_host.commands.command import zone
from firmware_host.commands.terminal import Progress
from firmware_host.errors import UserError
from firmware_host.files import output
from firmware_host.hand_history.files import numbered
from firmware_host.journal import export as as_recorded
from firmware_host.journal.reader import Reader
from firmware_host.reports import rounds_csv
from firmware_host.reports.record_reader import RecordReader
from firmware_host.reports.rounds import RecordedRound, RoundRange, by_round, found
from firmware_host.reports.rounds_phh import Histories

RANGE = re.compile(r"(?P<first>[0-9]{1,9})?(?P<to>\.\.)?(?P<last>[0-9]{1,9})?")


def run(options: argparse.Namespace) -> int:
    """Write the export; print on stderr how many rounds could not be written, and why."""
    if options.columns:
        print((rounds_csv.__doc__ or "").strip())
        return 0
    with RecordReader.opened(options.data) as reading:
        rounds = _rounds(options.rounds, reading)
        match options.form:
            case "phh":
                _hand_histories(options, reading, rounds)
            case "csv":
                _spreadsheet(options, reading, rounds)
            case _:
                _as_recorded(options, reading, rounds)
    return 0


def _rounds(asked: str | None, reading: RecordReader) -> RoundRange | None:
    if asked is None:
        return found(reading, None, None)
    read = RANGE.fullmatch(asked.strip())
    if read is None or not (read["first"] or read["last"]):
        raise UserError(f"--round: cannot read {asked!r}; write 17, 12..40, 12.. or ..40")
    first = int(read["first"]) if read["first"] else None
    last = int(read["last"]) if read["last"] else None
    if read["to"] is None:
        last = first
    if first is not None and last is not None and last < first:
        raise UserError(f"--round: round {last} comes before round {first}")
    return found(reading, first, last)


def _as_recorded(options: argparse.Namespace, reading: RecordReader, rounds: RoundRange | None) -> None:
    whole = options.rounds is None or rounds is None
    simulated = reading.is_simulated()
    first, last = (1, None) if whole or rounds is None else (rounds.facts.first, rounds.facts.last)
    with (
        closing(Reader(options.data)) as source,
        output(options.out) as file,
        Progress("facts", of=(last or reading.last) - first + 1) as shown,
    ):
        for done, line in enumerate(as_recorded.export(source, first=first, last=last, simulated=simulated)):
            file.write(line)
            shown.tell(done)


def _hand_histories(options: argparse.Namespace, reading: RecordReader, rounds: RoundRange | None) -> None:
    if rounds is None:
        raise UserError(f"there is no round to export: the record in {reading.folder} holds none yet")
    with Progress("rounds", of=rounds.last - rounds.first + 1) as shown:
        histories = Histories(_counted(reading, rounds, shown))
        with output(options.out) as file:
            wrote = 0
            for wrote, hand in enumerate(numbered(histories.tables()), 1):  # noqa: B007 - counted
                file.write(hand.encode())
            if not wrote:
                raise UserError("; ".join(histories.complaints()))
    for complaint in histories.complaints():
        print(f"firmware-host: {complaint}", file=sys.stderr)


def _spreadsheet(options: argparse.Namespace, reading: RecordReader, rounds: RoundRange | None) -> None:
    with output(options.out) as file:
        file.write(_line(rounds_csv.COLUMNS))
        if rounds is None:
            return
        with Progress("rounds", of=rounds.last - rounds.first + 1) as shown:
            for kept in _counted(reading, rounds, shown):
                file.write(_line(rounds_csv.row(kept, zone=zone(options))))


def _counted(reading: RecordReader, rounds: RoundRange, shown: Progress) -> Iterator[RecordedRound]:
    for done, kept in enumerate(by_round(reading, rounds), 1):
        yield kept
        shown.tell(done)


def _line(cells: "tuple[str, ...] | list[str]") -> bytes:
    """Return one CSV line, quoted and ended as RFC 4180 says."""
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue().encode()
