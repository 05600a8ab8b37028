"""A thousand random edits of a record, each by itself: a thousand found."""

import random
import shutil
from pathlib import Path

import pytest

from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.verify import verified
from firmware_host.rules.round_acts import AwardPot
from hil.clock import VirtualClock
from tests.journal.record_edits import Edit, edit_a_byte, edit_a_row
from tests.journal.test_killed_at_every_step import WALL_MS
from tests.worlds.busy_table import busy_table

EDITS = 1_000

QUICK_EDITS = 60

KINDS: tuple[Edit, ...] = (edit_a_row, edit_a_row, edit_a_row, edit_a_byte, edit_a_byte)

ROUNDS = 6


@pytest.fixture
async def whole(tmp_path: Path) -> Path:
    """A record of several files, keys, stored states, refused intents and a consumer; closed in order."""
    folder = tmp_path / "whole"
    async with busy_table(folder, VirtualClock(wall_ms=WALL_MS)) as table:
        await table.play(ROUNDS)
        for number in range(5):
            await table.tell(10_000 + number, lambda _: AwardPot())
        await table.journal.mark_sent("mqtt", table.journal.last)
    assert found(folder) == []
    return folder


def found(folder: Path) -> list[str]:
    return [str(finding) for finding in verified(folder, fold=fold_digest()).findings]


def edited(whole: Path, place: Path, count: int, chance: random.Random) -> None:
    missed = []
    for number in range(count):
        copy = place / str(number)
        shutil.copytree(whole, copy, ignore=shutil.ignore_patterns("journal.reserve"))
        what = chance.choice(KINDS)(copy, chance)
        if not found(copy):
            missed.append(what)
        shutil.rmtree(copy)
    assert missed == []


def test_random_edits_of_a_record_are_all_found(whole: Path, place: Path, chance: random.Random) -> None:
    edited(whole, place, QUICK_EDITS, chance)


@pytest.mark.slow
def test_a_thousand_random_edits_of_a_record_are_all_found(whole: Path, place: Path, chance: random.Random) -> None:
    edited(whole, place, EDITS, chance)
