"""In a rush whoever asks writes: the same record, the same failures, and never two at once."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from firmware_host.journal import log_room, works, writer
from firmware_host.journal.rush import OF_LATE, Rush
from firmware_host.journal.store import Journal, Statement
from firmware_host.journal.verifying import verified
from firmware_host.journal.writer import JournalFailed, Work
from firmware_host.software import fold_digest
from hil.clock import VirtualClock
from tests.integration.journals import by_hand, disk_that_takes, some_facts

THREAD = "journal-writer"
SIGNED = Statement(at=VirtualClock().stamp(), rules="0" * 64, software="0" * 64)
Commit = Exception | None


@pytest.fixture
def rushed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rush, "is_on", property(lambda _: True))


@pytest.fixture
def who(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which thread made each commit."""
    found: list[str] = []
    commit = writer._commit

    def noted(connection: sqlite3.Connection, works: list[Work]) -> Commit:
        found.append(threading.current_thread().name)
        return commit(connection, works)

    monkeypatch.setattr(writer, "_commit", noted)
    return found


async def at_leisure(journal: Journal) -> None:
    """Let the thread do all that can wait."""
    thread, loop = journal._writer, asyncio.get_running_loop()
    while thread._chores or thread._writing.locked():
        done = asyncio.Event()

        def tell(done: asyncio.Event = done) -> None:
            loop.call_soon_threadsafe(done.set)

        thread.later(tell)
        await journal.answers()
        # Nothing is asked meanwhile: else it would have to wait again.
        await done.wait()


def newest_file_of(journal: Journal) -> Path:
    return journal._reader.newest.path


async def test_who_comes_straight_back_writes_and_who_comes_later_has_it_written(
    journal: Journal, who: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await at_leisure(journal)
    for _ in range(2 * OF_LATE):
        await journal.append(some_facts(journal, 1))
    assert who[:OF_LATE] == [THREAD] * OF_LATE, "nothing was known of the disk"
    monkeypatch.setattr(Rush, "is_on", property(lambda _: True))
    await journal.append(some_facts(journal, 1))
    assert who[-1] == threading.main_thread().name
    monkeypatch.setattr(Rush, "is_on", property(lambda _: False))
    await journal.append(some_facts(journal, 1))
    assert who[-1] == THREAD


@pytest.mark.usefixtures("rushed")
async def test_what_both_have_written_is_one_sound_record(tmp_path: Path, who: list[str]) -> None:
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
    assert {THREAD, threading.main_thread().name} == set(who)
    assert verified(tmp_path, fold=fold_digest()).findings == []
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.last == facts
        assert journal.sent("mqtt") > 0


@pytest.mark.usefixtures("rushed")
async def test_others_have_their_turn(journal: Journal) -> None:
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    beside = asyncio.create_task(other())
    for _ in range(200):
        await journal.append(some_facts(journal, 1))
    beside.cancel()
    assert turns >= 200


@pytest.mark.usefixtures("rushed")
async def test_what_can_wait_is_done_all_the_same(journal: Journal) -> None:
    for _ in range(200):
        await journal.append(some_facts(journal, 1))
    assert log_room.is_made(newest_file_of(journal))


@pytest.mark.usefixtures("rushed")
async def test_what_goes_wrong_is_undone_and_the_threads_to_mend(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    await at_leisure(journal)
    tried: list[str] = []
    commit = writer._commit

    def fails_here(connection: sqlite3.Connection, works: list[Work]) -> Commit:
        tried.append(threading.current_thread().name)
        if tried[-1] == THREAD:
            return commit(connection, works)

        def full(_: sqlite3.Connection) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        return commit(connection, [*works, full])

    monkeypatch.setattr(writer, "_commit", fails_here)
    await journal.append(some_facts(journal, 1))
    assert tried == [threading.main_thread().name, THREAD]
    assert [link.number for link in journal.after(0, limit=9)] == [1]


@pytest.mark.usefixtures("rushed")
async def test_a_disk_that_takes_nothing_is_latched_as_ever(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        await at_leisure(journal)
        await journal.append(some_facts(journal, 1))
        with disk_that_takes(1):
            for _ in range(2):
                with pytest.raises(JournalFailed):
                    await journal.append(some_facts(journal, 1))
        with pytest.raises(JournalFailed):
            await journal.append(some_facts(journal, 1))
    with closing(Journal.open(tmp_path)) as journal:
        assert journal.last == 1


@pytest.mark.usefixtures("rushed")
async def test_while_the_thread_seals_a_file_nobody_writes_beside_it(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        for number in range(1, 60):
            await journal.append(some_facts(journal, 1))
            if number % 20 == 0:
                sealing = asyncio.create_task(journal.seal())
                await asyncio.sleep(0)
                await journal.mark_sent("mqtt", journal.last)
                assert await sealing
    with closing(Journal.open(tmp_path)) as journal:
        assert (journal.last, journal.sent("mqtt")) == (59, 40)
    assert verified(tmp_path, fold=fold_digest()).findings == []


class BrokenOff(BaseException):
    """As by a second interrupt at the keyboard, which comes where it likes."""


def before_it(_: object) -> Work:
    raise BrokenOff


def within_it(_: object) -> Work:
    def work(file: sqlite3.Connection) -> None:
        file.execute("INSERT INTO sent VALUES ('x', 1, x'00')")
        raise BrokenOff

    return work


@pytest.mark.usefixtures("rushed")
@pytest.mark.parametrize("broken_off", [before_it, within_it])
async def test_what_is_broken_off_leaves_a_record_that_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken_off: Callable[[object], Work]
) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        await at_leisure(journal)
        for _ in range(3):
            await journal.append(some_facts(journal, 1), sign=SIGNED)
        with monkeypatch.context() as at_the_keyboard:
            at_the_keyboard.setattr(works, "together", broken_off)
            with pytest.raises(BrokenOff):
                await journal.append(some_facts(journal, 1))
        with suppress(JournalFailed, ValueError):
            await journal.append((), sign=SIGNED)
    with closing(Journal.open(tmp_path)) as journal:
        assert (journal.last, journal.sent("x")) == (3, 0)


@pytest.mark.usefixtures("rushed")
async def test_a_lock_that_another_program_holds_is_waited_for_by_the_thread_alone(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        await at_leisure(journal)
        with by_hand(tmp_path) as other:
            other.execute("BEGIN IMMEDIATE")
            appended = asyncio.create_task(journal.append(some_facts(journal, 1)))
            for _ in range(100):
                await asyncio.sleep(0)
            assert not appended.done()
            other.execute("ROLLBACK")
        await appended
        assert journal.last == 1
