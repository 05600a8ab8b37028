"""Attacks on the files of the record, and a process that is killed while it writes them."""

from __future__ import annotations

import asyncio
import shutil

from firmware_host.journal import anchor
from hil.clock import VirtualClock
from tests.journal.record_edits import EDITS, Edit
from tests.journal.test_anchor import attacked, facts, lived, outcome_of, published
from tests.journal.test_edits_are_found import found, lived_in
from tests.journal.test_killed_at_every_step import WALL_MS, flooded, forked, killed_at
from tests.long.search import Search

BATCH = 25


def changes(search: Search) -> None:
    """Every single change of any file of the record is found by `journal verify`."""
    whole = search.place / "whole"
    asyncio.run(lived_in(whole, VirtualClock(wall_ms=WALL_MS)))
    chance, missed = search.chance(), []
    while search.left:
        copy = search.place / "copy"
        shutil.copytree(whole, copy, ignore=shutil.ignore_patterns("journal.reserve"))
        edit: Edit = EDITS[search.done % len(EDITS)]
        what = edit(copy, chance)
        if not found(copy):
            missed.append(what)
        shutil.rmtree(copy)
        search.did()
        search.noted(**{edit.__name__: 1})
    assert missed == [], missed


def rollbacks(search: Search) -> None:
    """Files rolled back, cut, emptied, swapped or deleted: refused, in doubt, or found out by the broker's copy."""
    *older, whole = asyncio.run(lived(search.place / "data"))
    payload, number = published(whole), anchor.newest(whole).number
    expected = facts(whole, number)
    chance, missed = search.chance(), []
    while search.left:
        copy = search.place / "attacked"
        what = attacked(copy, whole, older, chance)
        outcome = outcome_of(copy, payload)
        if outcome == "agrees" and facts(copy, number) != expected:
            missed.append(what)
        shutil.rmtree(copy)
        search.did()
        search.noted(**{outcome: 1})
    assert missed == [], missed


def power_cuts(search: Search) -> None:
    """SIGKILL at a step of the journal and the host, one in each of so many equal stretches of a session."""
    with forked() as ground:
        part = 0
        while search.left:
            place = search.place / f"part-{part}"
            place.mkdir()
            points = min(BATCH, search.left)
            asyncio.run(killed_at(ground, place, points, search.chance(part)))
            shutil.rmtree(place)
            search.did(points)
            part += 1


def kills_under_load(search: Search) -> None:
    """SIGKILL at any moment while eight ask without a pause, again and again on one record."""
    with forked() as ground:
        part = 0
        while search.left:
            place = search.place / f"part-{part}"
            place.mkdir()
            runs = min(BATCH, search.left)
            flooded(ground, place, runs, search.chance(part))
            shutil.rmtree(place)
            search.did(runs)
            part += 1
