"""`firmware-host journal show`: prints facts as readable lines, also while the controller runs."""

import argparse
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from firmware_host.commands.command import zone
from firmware_host.errors import UserError
from firmware_host.reports.fact_lines import Entry, Wanted, as_json, entries, known, line
from firmware_host.reports.record_reader import SIMULATED, RecordReader
from firmware_host.reports.rounds import span

POLL_S = 0.25


def run(options: argparse.Namespace) -> int:
    """Print the facts. Ctrl-C is the normal end of `--follow`, so the exit code is then 0."""
    wanted = _wanted(options)
    if not options.follow:
        with RecordReader.opened(options.data) as reading:
            _note(reading)
            _print(entries(reading, _within_round(wanted, reading)), options)
        return 0
    interrupted = list[int]()

    def end(number: int, _frame: object) -> None:
        """Note the interrupt before raising: Python drops an exception raised inside a destructor."""
        interrupted.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, end)
    try:
        with suppress(KeyboardInterrupt):
            _print(_followed(options.data, wanted, interrupted), options)
    finally:
        signal.signal(signal.SIGINT, before)
    return 0


def _note(reading: RecordReader) -> None:
    if reading.is_simulated():
        print(SIMULATED, file=sys.stderr)


def _print(these: Iterable[Entry], options: argparse.Namespace) -> None:
    for entry in these:
        print(as_json(entry) if options.json else line(entry, zone(options)), flush=options.follow)


def _wanted(options: argparse.Namespace) -> Wanted:
    first, last = _number("--from", options.first), _number("--to", options.last)
    if last is not None and last < (first or 1):
        raise UserError(f"--to: fact {last} comes before fact {first}")
    return Wanted(first=first or 1, last=last, round=options.round, kinds=known(options.kinds))


def _number(place: str, number: int | None) -> int | None:
    if number is not None and number < 1:
        raise UserError(f"{place}: facts are numbered from 1")
    return number


def _within_round(wanted: Wanted, reading: RecordReader) -> Wanted:
    """Narrow `wanted` to the facts of its round, so that earlier facts are not read."""
    if wanted.first > max(reading.last, 1):
        raise UserError(f"--from: fact {wanted.first} does not exist yet; the newest is {reading.last}")
    if wanted.round is None:
        return wanted
    found = span(reading, wanted.round)
    last = found.last if wanted.last is None else min(wanted.last, found.last)
    return replace(wanted, first=max(wanted.first, found.first), last=last)


def _followed(folder: Path, wanted: Wanted, interrupted: Sequence[int]) -> Iterator[Entry]:
    """
    Yield existing facts, then new ones, until the last wanted fact.

    The record is reopened for every poll, because the controller may have started another file.
    """
    after: int | None = None
    while not interrupted and (wanted.last is None or after is None or after < wanted.last):
        with RecordReader.opened(folder) as reading:
            if after is None:
                _note(reading)
            newest = reading.last
            after = min(wanted.first - 1, newest) if after is None else after
            if newest > after:
                yield from entries(reading, wanted, after=after, to=newest)
                after = newest
        time.sleep(POLL_S)
