"""
The writer thread of the journal: groups commits and latches the first failure.

Everything that waits when a commit ends goes into the next commit, so a burst costs one fsync, not one each. If a
commit fails, the failure is latched: all waiting jobs fail, and nothing is acknowledged that is not on disk. On a full
disk the thread first gives up the disk reserve and tries once more. If another program has locked the file, the thread
also tries only once more: a record must not have two writers. A commit that failed while it was made durable may or may
not be in the record at the next start.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from firmware_host.journal import disk_space
from firmware_host.journal.chain import Damaged
from firmware_host.journal.disk_space import Reserve
from firmware_host.journal.failures import DiskFull, JournalFailed, JournalLocked, failure
from firmware_host.journal.sqlite_schema import BUSY_S, SETTINGS, Work
from firmware_host.journal.witness import End, Witness
from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.rules.struct import Record

Chore = Callable[[], None]
T = TypeVar("T")
log = logging.getLogger(__name__)


class Write(Record, frozen=True, kw_only=True):
    """Work to commit, and the end of the record after it. Without both, the job only checks that the thread answers."""

    work: Work | None
    end: End | None
    done: "asyncio.Future[None]"


class Exchange(Record, frozen=True, kw_only=True):
    """The file is full: seal it and continue in the file that `following` creates."""

    following: Callable[[], Path]
    end: End
    done: "asyncio.Future[bool]"


class Writer:
    """Owns the thread and the only connection that writes. Use it from the event loop; `close` ends the thread."""

    def __init__(self, path: Path, *, witness: Witness, reserve: Reserve, written: int) -> None:
        """Start the thread, which opens the file. `written` is the number of the newest entry in the witness."""
        self.commits = LatencyHistogram()
        """How long each commit took."""
        self._jobs: queue.SimpleQueue[Write | Exchange | None] = queue.SimpleQueue()
        self._chores: deque[Chore] = deque()
        self._retired: list[tuple[Path, sqlite3.Connection]] = []
        self._failed: JournalFailed | None = None
        self._is_closed = False
        self._witness = witness
        self._reserve = reserve
        self._path = path
        self._written = written
        """The number of the newest finished job."""
        self._connection: sqlite3.Connection
        self._thread = threading.Thread(target=self._run, name="journal-writer")
        self._thread.start()

    async def write(self, work: Work, end: End) -> None:
        """Return once `work` and everything before it is durable; raise `JournalFailed` if it cannot be."""
        done: asyncio.Future[None] = self._new_future()
        self._jobs.put(Write(work=work, end=end, done=done))
        await done

    async def answers(self) -> None:
        """Return once the thread has answered; raise `JournalFailed` if it cannot write any more."""
        done: asyncio.Future[None] = self._new_future()
        self._jobs.put(Write(work=None, end=None, done=done))
        await done

    def exchange(self, following: Callable[[], Path], end: End) -> "asyncio.Future[bool]":
        """
        Seal the file and continue in another; the result says whether that was possible now. If not, nothing changed.

        The job is queued by the call itself: everything written after the call goes into the new file.
        """
        done: asyncio.Future[bool] = self._new_future()
        self._jobs.put(Exchange(following=following, end=end, done=done))
        return done

    def _new_future(self) -> "asyncio.Future[T]":
        if self._is_closed:
            raise JournalFailed("the journal is closed")
        return asyncio.get_running_loop().create_future()

    def retire(self) -> None:
        """Close the connections to sealed files, once no reader of ours uses them as live files."""
        self.later(self._retire)

    def later(self, chore: Chore) -> None:
        """Run a chore when no commit waits. Chores may be lost at a stop; the next start repeats them."""
        self._chores.append(chore)

    def close(self, end: End) -> bool:
        """Finish all jobs and end the thread; return whether every write succeeded and the record ends at `end`."""
        self._is_closed = True
        self._jobs.put(None)
        self._thread.join()
        return self._failed is None and self._written == end.written

    def _run(self) -> None:
        self._connection = self._connected()
        job: Write | Exchange | None = self._next()
        while job is not None:
            if isinstance(job, Exchange):
                _settle(self._exchanged(job), job.done)
                job = self._next()
            else:
                job = self._commit_all(job)
        self._retire()
        self._connection.close()

    def _retire(self) -> None:
        """Close the sealed files and remove their empty logs: a reader that closes last cannot remove a log."""
        while self._retired:
            path, connection = self._retired.pop()
            connection.close()
            disk_space.remove_empty_log(path)

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, timeout=BUSY_S)
        try:
            connection.executescript(SETTINGS)
        except sqlite3.Error as error:
            self._failed = failure(error, self._path.parent)
        self._chores.append(self._grow_log)
        return connection

    def _grow_log(self) -> None:
        """Grow the log by one step at a time, so that no commit waits for all steps."""
        if disk_space.log_is_preallocated(self._path):
            return
        disk_space.preallocate_log_step(self._path)
        self._chores.append(self._grow_log)

    def _next(self) -> Write | Exchange | None:
        while self._chores:
            with suppress(queue.Empty):
                return self._jobs.get_nowait()
            _run_chore(self._chores.popleft())
        return self._jobs.get()

    def _commit_all(self, first: Write) -> Write | Exchange | None:
        """Commit all waiting jobs as one; return the next job."""
        batch = [first]
        # Only this thread takes jobs out of the queue.
        while not self._jobs.empty():
            following = self._jobs.get_nowait()
            if not isinstance(following, Write):
                self._commit(batch)
                return following
            batch.append(following)
        self._commit(batch)
        return self._next()

    def _commit(self, batch: list[Write]) -> None:
        works = [job.work for job in batch if job.work]
        ends = [job.end for job in batch if job.end]
        begun_s = time.perf_counter()
        if self._failed is not None:
            # Nothing of this was tried: it is certain that it is not there.
            error: JournalFailed | None = type(self._failed)(str(self._failed))
        else:
            error = self._committed(works)
            if error is not None and self._may_try_again(error):
                error = self._committed(works)
            self._failed = error
        if error is None and ends:
            self.commits.add(time.perf_counter() - begun_s)
            self._written = ends[-1].written
            self._write_witness(ends[-1])
        for job in batch:
            _settle(error, job.done)

    def _may_try_again(self, error: JournalFailed) -> bool:
        """Return whether a retry makes sense: after giving up the reserve, or because a lock may be gone by now."""
        if isinstance(error, JournalLocked):
            log.warning("another program has locked the record (%s); trying to write once more", error)
            return True
        if not isinstance(error, DiskFull) or not self._reserve.give_up():
            return False
        log.error("cannot write the record (%s); using the reserved disk space; no new round will begin", error)
        return True

    def _committed(self, works: list[Work]) -> JournalFailed | None:
        return _commit(self._connection, works, self._path.parent)

    def _write_witness(self, end: End) -> None:
        """Write the witness. A failure is only logged, as the witness may lag behind."""
        try:
            self._witness.write(end)
        except OSError as error:
            log.warning("cannot write the witness file journal.end (%s); the next commit tries again", error)

    def _exchanged(self, job: Exchange) -> bool | JournalFailed:
        if self._failed is not None:
            return self._failed
        self._written = job.end.written
        try:
            if not _is_folded_in(self._connection):
                log.info("another program is reading a full record file; sealing it later")
                return False
            full, self._path = self._path, job.following()
        except (sqlite3.Error, OSError) as error:
            log.warning("cannot seal a full record file (%s); trying again later", error)
            return False
        following = self._connected()
        self._retired.append((full, self._connection))
        self._connection = following
        self._write_witness(job.end)
        return True


def _is_folded_in(connection: sqlite3.Connection) -> bool:
    """Merge the whole log into the file; return whether no reader prevented it. Do not wait for readers."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_S * 1000:.0f}")
    return not busy


def _commit(connection: sqlite3.Connection, works: list[Work], folder: Path) -> JournalFailed | None:
    if not works:
        return None
    committing = False
    try:
        connection.execute("BEGIN IMMEDIATE")
        for work in works:
            work(connection)
        committing = True
        connection.execute("COMMIT")
    except BaseException as error:  # noqa: BLE001 - nothing was written, and callers wait for the outcome
        if connection.in_transaction:
            # Nothing is written after a failure, so a transaction that cannot be rolled back ends when the file closes.
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        return failure(error, folder, committing=committing)
    return None


def _run_chore(chore: Chore) -> None:
    try:
        chore()
    except (sqlite3.Error, OSError, Damaged) as error:
        log.warning("housekeeping of the record failed (%s); the next start tries again", error)


def _settle(outcome: T | Exception, done: "asyncio.Future[T]") -> None:
    """Settle the future on its own event loop; the waiting task, or the loop, may have ended meanwhile."""

    def settle() -> None:
        if done.cancelled():
            return
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

    with suppress(RuntimeError):
        done.get_loop().call_soon_threadsafe(settle)
