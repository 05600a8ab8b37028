"""Showing a gaming day to a person, a program or a spreadsheet."""

import argparse
import csv
import sys
from datetime import datetime

import msgspec

from firmware_host.commands.progress import Progress
from firmware_host.commands.record_folder import zone
from firmware_host.recall import report_table
from firmware_host.recall.gaming_day import gaming_day, read_day, read_hour
from firmware_host.recall.reading import Reading
from firmware_host.recall.report_page import page
from firmware_host.recall.reporting import report as figures


def report(options: argparse.Namespace) -> int:
    """Print the day in the form that was asked for."""
    where, starts = zone(options), read_hour(options.day_starts)
    now = datetime.now(where).astimezone(where)
    day = gaming_day(read_day(options.day, now=now, starts=starts), starts=starts, zone=where)
    with Reading.opened(options.data) as reading, Progress("facts") as shown:
        found = figures(reading, day, zone=where, tell=shown.tell)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    elif options.csv:
        lines = csv.writer(sys.stdout, lineterminator="\n")
        lines.writerow(report_table.COLUMNS)
        lines.writerows(report_table.rows(found))
    else:
        print(page(found))
    return 0
