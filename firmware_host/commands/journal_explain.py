"""`firmware-host journal explain` and `journal blast`: one round in full, and the rounds that a fault puts in doubt."""

import argparse

import msgspec
from msgspec.structs import replace

from firmware_host.commands.command import zone
from firmware_host.errors import UserError
from firmware_host.reports import blast_radius, round_page
from firmware_host.reports.explain_round import story_of
from firmware_host.reports.record_reader import RecordReader

JUST_BEFORE = 1
"""An alert directly follows the fact that raised it, so one earlier fact is read, too."""


def explain(options: argparse.Namespace) -> int:
    with RecordReader.opened(options.data) as reading:
        story = story_of(reading, options.round)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(story), indent=2).decode())
    else:
        print(round_page.page(story, zone(options)))
    return 0


def blast(options: argparse.Namespace) -> int:
    number: int = options.fact
    with RecordReader.opened(options.data) as reading:
        if not 1 <= number <= reading.last:
            raise UserError(f"FACT: there is no fact {number}; the newest is {reading.last}")
        first = max(0, number - 1 - JUST_BEFORE)
        fault = blast_radius.fault_of(reading.facts(after=first, to=number), number)
        found = blast_radius.blast(reading.of_kinds(blast_radius.TELLING), fault)
        found = replace(found, simulated=reading.is_simulated())
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        print(blast_radius.page(found, zone(options)))
    return 0
