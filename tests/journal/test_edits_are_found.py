"""Random edits of a record, each by itself: every one is found. The long run `changes` does the same for longer."""

import random
import shutil
from pathlib import Path

import pytest

from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.verify import verified
from firmware_host.rules.round_acts import AwardPot
from hil.clock import VirtualClock
from tests.journal.record_edits import EDITS
from tests.journal.test_killed_at_every_step import WALL_MS
from tests.worlds.busy_table import busy_table

QUICK_EDITS = 60

ROUNDS = 6


@pytest.fixture
async def whole(tmp_path: Path) -> Path:
    folder = tmp_path / "whole"
    await lived_in(folder, VirtualClock(wall_ms=WALL_MS))
    return folder


async def lived_in(folder: Path, clock: VirtualClock) -> None:
    """Write a record of several files, keys, stored states, refused intents and a consumer; closed in order."""
    async with busy_table(folder, clock) as table:
        await table.play(ROUNDS)
        for number in range(5):
            await table.tell(10_000 + number, lambda _: AwardPot())
        await table.journal.mark_sent("mqtt", table.journal.last)
    assert found(folder) == []


def found(folder: Path) -> list[str]:
    return [str(finding) for finding in verified(folder, fold=fold_digest()).findings]


def edited(whole: Path, place: Path, count: int, chance: random.Random) -> None:
    missed = []
    for number in range(count):
        copy = place / str(number)
        shutil.copytree(whole, copy, ignore=shutil.ignore_patterns("journal.reserve"))
        what = chance.choice(EDITS)(copy, chance)
        if not found(copy):
            missed.append(what)
        shutil.rmtree(copy)
    assert missed == []


def test_random_edits_of_a_record_are_all_found(whole: Path, place: Path, chance: random.Random) -> None:
    edited(whole, place, QUICK_EDITS, chance)
