"""
The one thread that writes the journal.

Whatever waits when a commit ends goes into the next one together, so a burst costs one fsync, not one each. A failed
commit is the end: it is latched, everything waiting fails with it, and nothing is acknowledged that is not on disk.
On a full disk the reserve is given up first and the commit tried once more; a lock that another program holds is waited
for once. Of a commit that failed while it was made durable nobody knows whether it is there after the next start.
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
from firmware_host.journal.schema import BUSY_S, SETTINGS, Work
from firmware_host.journal.witness import End, Witness
from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.rules.struct import Record

Chore = Callable[[], None]
T = TypeVar("T")
log = logging.getLogger(__name__)


class Write(Record, frozen=True, kw_only=True):
    """Something to commit, and where the record ends then; without both only an answer is wanted."""

    work: Work | None
    end: End | None
    done: "asyncio.Future[None]"


class Exchange(Record, frozen=True, kw_only=True):
    """The file is full: seal it, then go on in the one that `following` makes."""

    following: Callable[[], Path]
    end: End
    done: "asyncio.Future[bool]"


class Writer:
    """Owns the writing connection and the thread. Use it from the event loop; `close` ends the thread."""

    def __init__(self, path: Path, *, witness: Witness, reserve: Reserve, written: int) -> None:
        """Start the thread, which opens the file. `written` is the number under which the witness was told last."""
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
        """The number of the newest job that is done."""
        self._connection: sqlite3.Connection
        self._thread = threading.Thread(target=self._run, name="journal-writer")
        self._thread.start()

    async def write(self, work: Work, end: End) -> None:
        """Return when `work`, and all before it, is durable; raise `JournalFailed` if it never will be."""
        done: asyncio.Future[None] = self._promised()
        self._jobs.put(Write(work=work, end=end, done=done))
        await done

    async def answers(self) -> None:
        """Return once the thread has answered; raise `JournalFailed` if it can write nothing any more."""
        done: asyncio.Future[None] = self._promised()
        self._jobs.put(Write(work=None, end=None, done=done))
        await done

    def exchange(self, following: Callable[[], Path], end: End) -> "asyncio.Future[bool]":
        """
        Go on in another file; say whether that could be done now. If not, all is as before.

        The call itself asks for it: what is written from then on goes into the file that follows.
        """
        done: asyncio.Future[bool] = self._promised()
        self._jobs.put(Exchange(following=following, end=end, done=done))
        return done

    def _promised(self) -> "asyncio.Future[T]":
        if self._is_closed:
            raise JournalFailed("it is closed")
        return asyncio.get_running_loop().create_future()

    def retire(self) -> None:
        """Let go of the file that was sealed: nobody of ours reads it as it is written any more."""
        self.later(self._retire)

    def later(self, chore: Chore) -> None:
        """Do this when nobody waits for a commit. It may be left undone: it is done again after the next start."""
        self._chores.append(chore)

    def close(self, end: End) -> bool:
        """Finish what was asked for, then end the thread; return whether all went well and the record ends there."""
        self._is_closed = True
        self._jobs.put(None)
        self._thread.join()
        return self._failed is None and self._written == end.written

    def _run(self) -> None:
        self._connection = self._connected()
        job: Write | Exchange | None = self._next()
        while job is not None:
            if isinstance(job, Exchange):
                _answer(self._exchanged(job), job.done)
                job = self._next()
            else:
                job = self._commit_all(job)
        self._retire()
        self._connection.close()

    def _retire(self) -> None:
        """The last to close removes the empty log, but who looked an answer up meanwhile cannot: only a writer can."""
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
        self._chores.append(self._make_room)
        return connection

    def _make_room(self) -> None:
        """One step at a time, so that no commit waits for all of it."""
        if disk_space.log_is_preallocated(self._path):
            return
        disk_space.preallocate_log_step(self._path)
        self._chores.append(self._make_room)

    def _next(self) -> Write | Exchange | None:
        while self._chores:
            with suppress(queue.Empty):
                return self._jobs.get_nowait()
            _do(self._chores.popleft())
        return self._jobs.get()

    def _commit_all(self, first: Write) -> Write | Exchange | None:
        """Commit all that waits as one; return what is to be done next."""
        batch = [first]
        # Only this thread takes anything out.
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
            self._tell(ends[-1])
        for job in batch:
            _answer(error, job.done)

    def _may_try_again(self, error: JournalFailed) -> bool:
        """Room is made for what the disk did not take; a lock asks for none, and may be gone by now."""
        if isinstance(error, JournalLocked):
            log.warning("another program holds the record locked (%s): it is tried once more", error)
            return True
        if not isinstance(error, DiskFull) or not self._reserve.give_up():
            return False
        log.error("the disk is full (%s): the reserve is given up, no new round will be begun", error)
        return True

    def _committed(self, works: list[Work]) -> JournalFailed | None:
        return _commit(self._connection, works, self._path.parent)

    def _tell(self, end: End) -> None:
        """Tell the witness. It may lag behind, as after a crash; the thread that all wait for never ends by it."""
        try:
            self._witness.tell(end)
        except OSError as error:
            log.warning("the witness of the record's end could not be written (%s); it is told again later", error)

    def _exchanged(self, job: Exchange) -> bool | JournalFailed:
        if self._failed is not None:
            return self._failed
        self._written = job.end.written
        try:
            if not _is_folded_in(self._connection):
                log.info("somebody looks into a full file of the record; it is sealed later")
                return False
            full, self._path = self._path, job.following()
        except (sqlite3.Error, OSError) as error:
            log.warning("a full file of the record could not be sealed now (%s); it is tried again later", error)
            return False
        following = self._connected()
        self._retired.append((full, self._connection))
        self._connection = following
        self._tell(job.end)
        return True


def _is_folded_in(connection: sqlite3.Connection) -> bool:
    """Fold the log into the file, whole; return whether nobody was in the way. Nobody waits for that."""
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
    except BaseException as error:  # noqa: BLE001 - whatever it is, nothing was written, and somebody waits for word
        if connection.in_transaction:
            # Nothing is written after a failure, so a transaction that cannot even be rolled back ends with the file.
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        return failure(error, folder, committing=committing)
    return None


def _do(chore: Chore) -> None:
    try:
        chore()
    except (sqlite3.Error, OSError, Damaged) as error:
        log.warning("a chore of the record could not be done (%s); it is tried at the next start", error)


def _answer(outcome: T | Exception, done: "asyncio.Future[T]") -> None:
    """Answer on the loop of the one who waits, who may have gone meanwhile, and the loop too."""

    def settle() -> None:
        if done.cancelled():
            return
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

    with suppress(RuntimeError):
        done.get_loop().call_soon_threadsafe(settle)
