"""A record that cannot be written any more: each fault by its name, and nothing said that nobody knows."""

import asyncio
import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from firmware_host.host.host import Host
from firmware_host.journal import disk_space
from firmware_host.journal.failures import (
    DiskFailed,
    DiskFull,
    DiskReadOnly,
    JournalFailed,
    JournalLocked,
    RecordMalformed,
    failure,
)
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.intent import Accepted, Intent, Refused, Via
from firmware_host.table.acts.system import Start
from hil.clock import VirtualClock
from tests.support.record_files import some_facts
from tests.worlds.pure_table import configuration

FSYNC_FAILED = 1034
"""SQLITE_IOERR_FSYNC."""


def error(code: int) -> sqlite3.OperationalError:
    made = sqlite3.OperationalError("disk I/O error")
    made.sqlite_errorcode = code
    return made


class FsyncFails(sqlite3.Connection):
    """Everything is written, and the disk says that it could not make it durable."""

    armed = False

    def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        done = super().execute(sql, *rest)
        if sql == "COMMIT" and FsyncFails.armed:
            raise error(FSYNC_FAILED)
        return done


@pytest.fixture
def fsync(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FsyncFails]]:
    """A writer whose disk fails from the moment it is `armed`."""
    connect = sqlite3.connect

    def failing(*given: Any, **named: Any) -> sqlite3.Connection:
        return connect(*given, factory=FsyncFails, **named)

    monkeypatch.setattr(sqlite3, "connect", failing)
    yield FsyncFails
    FsyncFails.armed = False


def start(id_: str, clock: VirtualClock) -> Intent:
    return Intent(
        id=id_,
        actor="host",
        role=Role.HOST,
        via=Via.SCRIPT,
        at=clock.stamp(),
        seen=0,
        act=Start(software="firmware-host 0", config=configuration()),
    )


async def test_after_a_failed_fsync_nobody_says_that_nothing_changed(tmp_path: Path, fsync: type[FsyncFails]) -> None:
    """It was answered "stopped, nothing changed", and the fact was there at the next start."""
    clock, intent = VirtualClock(), None
    with closing(Journal.open(tmp_path / "data", at=clock.stamp())) as journal:
        host = Host(journal=journal, clock=clock)
        running = asyncio.create_task(host.run())
        await host.submit(start("start:1", clock))
        fsync.armed = True
        intent = start("start:2", clock)
        answer = await host.submit(intent)
        assert isinstance(answer, Refused)
        assert answer.refusal.code is Code.OUTCOME_UNKNOWN
        assert "with the same id" in answer.refusal.allowed_by
        later = await host.submit(start("start:3", clock))
        assert isinstance(later, Refused)
        assert later.refusal.code is Code.STOPPED, "of this one it is certain"
        with suppress(BaseExceptionGroup):
            await running
        assert (tmp_path / "data" / disk_space.RESERVE_FILE).exists(), "no room was lacking"
    fsync.armed = False
    with closing(Journal.open(tmp_path / "data", at=clock.stamp())) as journal:
        host = Host(journal=journal, clock=clock)
        running = asyncio.create_task(host.run())
        again = await host.submit(intent)
        assert isinstance(again, Accepted), "asked with the same id it is told what became of it"
        assert [fact.cause for fact in journal.facts()].count(intent.id) == len(again.numbers)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_what_is_asked_after_the_failure_was_certainly_not_recorded(
    tmp_path: Path, fsync: type[FsyncFails]
) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        fsync.armed = True
        with pytest.raises(DiskFailed) as first:
            await journal.append(some_facts(journal, 1))
        with pytest.raises(DiskFailed) as second:
            await journal.mark_sent("mqtt", 0)
        assert (first.value.is_unknown, second.value.is_unknown) == (True, False)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_FULL, DiskFull),
        (sqlite3.SQLITE_BUSY, JournalLocked),
        (sqlite3.SQLITE_READONLY, DiskReadOnly),
        (sqlite3.SQLITE_CORRUPT, RecordMalformed),
        (sqlite3.SQLITE_NOTADB, RecordMalformed),
        (FSYNC_FAILED, DiskFailed),
        (sqlite3.SQLITE_MISUSE, JournalFailed),
    ],
)
def test_each_fault_has_its_name_and_says_what_to_do(tmp_path: Path, code: int, kind: type[JournalFailed]) -> None:
    found = failure(error(code), tmp_path)
    assert type(found) is kind
    assert ("free space on the disk" in found.mend) is (kind is DiskFull)
    assert list(tmp_path.iterdir()) == [], "the probe is taken away"


@pytest.mark.parametrize(
    ("number", "kind"),
    [(errno.ENOSPC, DiskFull), (errno.EDQUOT, DiskFull), (errno.EROFS, DiskReadOnly), (errno.EIO, DiskFailed)],
)
def test_an_error_of_the_disk_is_named_by_what_the_disk_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[JournalFailed]
) -> None:
    def refused(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "pwrite", refused)
    assert type(failure(error(sqlite3.SQLITE_IOERR), tmp_path)) is kind


def test_of_a_commit_on_a_full_disk_it_is_certain_that_it_is_not_there(tmp_path: Path) -> None:
    assert not failure(error(sqlite3.SQLITE_FULL), tmp_path, committing=True).is_unknown
    assert failure(error(FSYNC_FAILED), tmp_path, committing=True).is_unknown
    assert not failure(error(FSYNC_FAILED), tmp_path).is_unknown
