"""`firmware-host report`: prints the figures of a gaming day as text, JSON or CSV."""

import argparse
import csv
import sys
from datetime import datetime, time, timedelta, tzinfo

import msgspec

from firmware_host.commands.command import zone
from firmware_host.commands.terminal import Progress
from firmware_host.reports import day_csv
from firmware_host.reports.day_page import page
from firmware_host.reports.day_pass import report as figures
from firmware_host.reports.gaming_day import GamingDay, gaming_day, hour_in_force, read_day, read_hour
from firmware_host.reports.record_reader import RecordReader


def run(options: argparse.Namespace) -> int:
    """Print the report in the requested form."""
    where = zone(options)
    with RecordReader.opened(options.data) as reading, Progress("facts") as shown:
        found = figures(reading, _day(options, reading, where), zone=where, tell=shown.tell)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    elif options.csv:
        lines = csv.writer(sys.stdout, lineterminator="\n")
        lines.writerow(day_csv.COLUMNS)
        lines.writerows(day_csv.rows(found))
    else:
        print(page(found))
    return 0


def _day(options: argparse.Namespace, reading: RecordReader, where: tzinfo | None) -> GamingDay:
    """Return the gaming day; it starts at the given hour, or else at the hour in force when that day ended."""
    given = None if options.day_starts is None else read_hour(options.day_starts)
    now = datetime.now(where).astimezone(where)
    day = read_day(options.day, now=now, starts=hour_in_force(reading) if given is None else given)
    if given is None:
        midnight = datetime.combine(day + timedelta(days=1), time(), where).timestamp()
        given = hour_in_force(reading, before_ms=round(midnight * 1000))
    return gaming_day(day, starts=given, zone=where)
