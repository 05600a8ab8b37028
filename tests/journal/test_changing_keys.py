"""The change of the signing key, cut short: the record can always be opened and signed again."""

from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_host.journal import day_keys
from firmware_host.journal.store import Journal, Statement
from firmware_host.table.clocks import Stamp
from hil.clock import MORNING_MS
from tests.support.record_files import some_facts

DAY_MS = 24 * 3_600_000


def on_day(day: int) -> Stamp:
    return Stamp(wall_ms=MORNING_MS + day * DAY_MS, mono_ms=0, boot="b", synced=True)


def sign(day: int) -> Statement:
    return Statement(at=on_day(day), rules="0" * 64, software="0")


async def test_a_take_up_that_failed_is_finished_before_the_next_key_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key in force lay where the next one went; a crash then left a record that nobody could open."""
    folder = tmp_path / "data"

    def broken(_folder: Path) -> None:
        raise OSError(5, "input/output error")

    with closing(Journal.open(folder, at=on_day(0))) as journal:
        await journal.append(some_facts(journal, 1), sign=sign(0))
        with monkeypatch.context() as failing:
            failing.setattr(day_keys, "take_up", broken)
            await journal.change_key(sign(1))
            second = journal.key
            await journal.change_key(sign(2))
            assert journal.key == second, "no further change before this one is finished"
        held = (folder / day_keys.FILE).read_bytes(), (folder / day_keys.WAITING).read_bytes()
    assert any(second.encode() in each for each in held)
    with closing(Journal.open(folder, at=on_day(2))) as journal:
        assert journal.key == second
        await journal.change_key(sign(2))
        assert journal.key != second
        await journal.append(tuple(replace(fact) for fact in some_facts(journal, 1)), sign=sign(2))
    with closing(Journal.open(folder, at=on_day(2))) as journal:
        assert journal.last == 2
