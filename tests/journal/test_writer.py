"""The one thread that writes: one sound record of all that is asked, also when a commit is broken off."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from firmware_host.host.program_digest import fold_digest
from firmware_host.journal import sqlite_schema
from firmware_host.journal.failures import JournalFailed
from firmware_host.journal.sqlite_schema import Work
from firmware_host.journal.store import Journal, Statement
from firmware_host.journal.verify import verified
from hil.clock import VirtualClock
from tests.support.record_files import by_hand, some_facts

SIGNED = Statement(at=VirtualClock().stamp(), rules="0" * 64, software="0" * 64)


async def test_what_is_asked_beside_the_facts_goes_into_one_sound_record(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:

        async def cursor() -> None:
            while journal.last < 1000:
                await journal.mark_sent("mqtt", journal.last)
                await journal.answers()

        beside = asyncio.create_task(cursor())
        while journal.last < 1000:
            await journal.append(some_facts(journal, 1 + journal.last % 3))
        await beside
        facts = journal.last
    assert verified(tmp_path, fold=fold_digest()).findings == []
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.last == facts
        assert journal.sent("mqtt") > 0


async def test_a_cursor_that_moves_while_a_file_is_sealed_goes_into_the_next_one(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        for number in range(1, 61):
            await journal.append(some_facts(journal, 1))
            if number % 20 == 0:
                sealing = asyncio.create_task(journal.seal())
                await asyncio.sleep(0)
                await journal.mark_sent("mqtt", journal.last)
                assert await sealing
    with closing(Journal.open(tmp_path)) as journal:
        assert (journal.last, journal.sent("mqtt")) == (60, 60)
    assert verified(tmp_path, fold=fold_digest()).findings == []


class BrokenOff(BaseException):
    """As by a second interrupt at the keyboard, which comes where it likes."""


def break_off(*_: object) -> Work:
    raise BrokenOff


def work_that_breaks_off(_: object) -> Work:
    def work(file: sqlite3.Connection) -> None:
        file.execute("INSERT INTO sent VALUES ('x', 1, x'00')")
        raise BrokenOff

    return work


@pytest.mark.parametrize("together", [break_off, work_that_breaks_off])
async def test_a_commit_that_is_broken_off_is_undone_and_leaves_a_record_that_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, together: Callable[..., Work]
) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        for _ in range(3):
            await journal.append(some_facts(journal, 1), sign=SIGNED)
        with monkeypatch.context() as at_the_keyboard:
            at_the_keyboard.setattr(sqlite_schema, "together", together)
            with pytest.raises((BrokenOff, JournalFailed)):
                await journal.append(some_facts(journal, 1))
        with suppress(JournalFailed):
            await journal.append((), sign=SIGNED)
    with closing(Journal.open(tmp_path)) as journal:
        assert (journal.last, journal.sent("x")) == (3, 0)


async def test_a_commit_that_is_broken_off_is_latched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        with monkeypatch.context() as at_the_keyboard:
            at_the_keyboard.setattr(sqlite_schema, "together", work_that_breaks_off)
            with pytest.raises(JournalFailed):
                await journal.append(some_facts(journal, 1))
        with pytest.raises(JournalFailed):
            await journal.append(some_facts(journal, 1))
        with pytest.raises(JournalFailed):
            await journal.answers()


async def test_the_loop_goes_on_while_another_program_holds_a_lock(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal, by_hand(tmp_path) as other:
        other.execute("BEGIN IMMEDIATE")
        appended = asyncio.create_task(journal.append(some_facts(journal, 1)))
        for _ in range(100):
            await asyncio.sleep(0)
        assert not appended.done()
        other.execute("ROLLBACK")
        await appended
        assert journal.last == 1


def test_it_answers_on_whichever_loop_asks(tmp_path: Path) -> None:
    async def left_waiting(journal: Journal) -> None:
        asyncio.get_running_loop().create_task(journal.answers())
        await asyncio.sleep(0)

    with closing(Journal.open(tmp_path)) as journal:
        for _ in range(20):
            asyncio.run(left_waiting(journal))
            asyncio.run(journal.append(some_facts(journal, 1)))
        assert journal.last == 20


async def test_a_closed_record_refuses_at_once(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    journal.close()
    for asked in (journal.append(some_facts(journal, 1)), journal.mark_sent("mqtt", 1), journal.answers()):
        with pytest.raises(JournalFailed, match="closed"):
            await asked
