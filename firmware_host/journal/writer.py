"""
What writes the journal: one thread, and in a rush whoever asks (`rush`); never both at once.

Whatever waits when a commit ends goes into the next one together, so a burst costs one fsync, not one each. A failed
commit is the end: it is latched, everything waiting fails with it, and nothing is acknowledged that is not on disk.
Before that the reserve is given up and the commit tried once more. A lock that another program holds on the file costs
no reserve, and is the end as well: two who write one record would be none.
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

from firmware_host.journal import log_room
from firmware_host.journal.bell import Bell
from firmware_host.journal.damage import Damaged
from firmware_host.journal.reserve import Reserve
from firmware_host.journal.rush import Rush
from firmware_host.journal.schema import BUSY_S, SETTINGS
from firmware_host.journal.witness import End, Witness, Words, words
from firmware_host.rules.record import Record
from firmware_host.spread import Spread

Work = Callable[[sqlite3.Connection], None]
Chore = Callable[[], None]
T = TypeVar("T")

BUSY_STEP_S = 0.005
"""How often it is looked whether another program has let go of the file."""

log = logging.getLogger(__name__)


class JournalFailed(Exception):  # noqa: N818 - a state of the journal, latched
    """The journal cannot be written any more. The table stops; what was acknowledged is safe."""

    mend = "mend or free the disk"
    """What people do before they start it again."""


class JournalLocked(JournalFailed):
    """Another program holds a lock on the file for longer than anybody who only looks into it."""

    mend = "end the other program that holds the record's newest file open (`fuser` names it)"


class Write(Record, frozen=True, kw_only=True):
    """Something to commit, and what the witness is told then; without any work only an answer is wanted."""

    work: Work | None
    told: Words | None
    done: "asyncio.Future[None]"
    failed: JournalFailed | None = None
    """Why it was tried before, in vain."""


class Exchange(Record, frozen=True, kw_only=True):
    """The file is full: seal it, then go on in the one that `following` makes."""

    following: Callable[[], Path]
    end: End
    done: "asyncio.Future[bool]"


class Writer:
    """Owns the writing connection and the thread. Create and use it from the event loop; `close` ends the thread."""

    def __init__(self, path: Path, *, witness: Witness, reserve: Reserve, written: int) -> None:
        """Start the thread; it opens the file. `written` is what the witness was told last."""
        self.commits = Spread()
        """How long each commit took."""
        self._bell = Bell()
        self._jobs: queue.SimpleQueue[Write | Exchange | None] = queue.SimpleQueue()
        self._chores: deque[Chore] = deque()
        self._retired: list[tuple[Path, sqlite3.Connection]] = []
        self._failed: JournalFailed | None = None
        self._is_closed = False
        self._unanswered = 0
        """So much was handed to the thread and is not answered; known to the event loop alone."""
        self._rush = Rush()
        self._writing = threading.Lock()
        """Held by who uses the connection, and what goes with it; at first by the thread, which makes it."""
        self._writing.acquire()
        self._witness = witness
        self._reserve = reserve
        self._path = path
        self._ended = written
        """The last of all that was asked for that has come to its end."""
        self._connection: sqlite3.Connection
        self._thread = threading.Thread(target=self._run, name="journal-writer")
        self._thread.start()

    async def write(self, work: Work, end: End) -> None:
        """Return when `work`, and all before it, is durable; raise `JournalFailed` if it never will be."""
        told = words(end)
        failed = None
        if self._may_write_here():
            failed = self._write_here(work, told)
            if failed is None:
                # Others have their turn, as they have while the thread is at work.
                await asyncio.sleep(0)
                return
        await self._asked(work, told, failed)

    async def answers(self) -> None:
        """Return once the thread has answered; raise `JournalFailed` if it can write nothing any more."""
        await self._asked(None, None)

    def _may_write_here(self) -> bool:
        """Take hold of the connection, in a rush, if the thread has nothing to do."""
        is_at_work = self._unanswered or self._chores or self._is_closed
        return not is_at_work and self._rush.is_on and self._writing.acquire(blocking=False)

    def _write_here(self, work: Work, told: Words) -> JournalFailed | None:
        """Write, and let go of the connection; what goes wrong is undone, and the thread's to mend or to latch."""
        begun = time.perf_counter()
        try:
            failed = self._failed or _commit(self._connection, [work])
            if failed is None:
                self._is_durable(told, begun)
        except BaseException:
            # Nobody knows any more whether what follows would follow from what is there.
            self._failed = JournalFailed("a commit was broken off")
            raise
        finally:
            self._writing.release()
        return failed

    def _asked(
        self, work: Work | None, told: Words | None, failed: JournalFailed | None = None
    ) -> "asyncio.Future[None]":
        if self._is_closed:
            raise JournalFailed("it is closed")
        done: asyncio.Future[None] = self._bell.listen().create_future()
        self._unanswered += 1
        self._jobs.put(Write(work=work, told=told, done=done, failed=failed))
        return done

    def exchange(self, following: Callable[[], Path], end: End) -> "asyncio.Future[bool]":
        """
        Go on in another file; say whether that could be done now. If not, all is as before.

        Asked for by the call, not by who awaits it: whatever is written from then on goes into the file that follows.
        """
        done: asyncio.Future[bool] = self._bell.listen().create_future()
        self._unanswered += 1
        self._jobs.put(Exchange(following=following, end=end, done=done))
        return done

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
        self._bell.close()
        return self._failed is None and self._ended == end.written

    def _run(self) -> None:
        self._connection = self._connected()
        self._writing.release()
        job: Write | Exchange | None = self._next()
        while job is not None:
            if isinstance(job, Exchange):
                with self._writing:
                    outcome = self._exchanged(job)
                self._answer(outcome, job.done)
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
            log_room.take_away(path)

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, timeout=BUSY_S, check_same_thread=False)
        try:
            connection.executescript(SETTINGS)
            # From here on the thread waits for others itself, and nobody else ever does.
            connection.execute("PRAGMA busy_timeout = 0")
        except sqlite3.Error as error:
            self._failed = _failure(error)
        self._chores.append(self._make_room)
        return connection

    def _make_room(self) -> None:
        """One step at a time, so that no commit waits for all of it."""
        if log_room.is_made(self._path):
            return
        log_room.make_some(self._path)
        self._chores.append(self._make_room)

    def _next(self) -> Write | Exchange | None:
        while self._chores:
            with suppress(queue.Empty):
                return self._jobs.get_nowait()
            with self._writing:
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
        told = next((job.told for job in reversed(batch) if job.told), None)
        with self._writing:
            begun = time.perf_counter()
            error = self._failed or next((job.failed for job in batch if _is_final(job.failed)), None)
            if error is None and works:
                error = _commit_patiently(self._connection, works)
            if error is not None and self._failed is None and self._may_try_again(error):
                error = _commit_patiently(self._connection, works)
            self._failed = error
            if error is None and told:
                self._is_durable(told, begun)
        # Last of all: whoever hears it needs the interpreter's lock that this thread is about to let go.
        self._answer(error, *(job.done for job in batch))

    def _is_durable(self, told: Words, begun_s: float) -> None:
        took_s = time.perf_counter() - begun_s
        self.commits.add(took_s)
        self._tell(told)
        self._ended = told.written
        self._rush.ended(took_s)

    def _may_try_again(self, error: JournalFailed) -> bool:
        """Room is made for what the disk did not take; a lock asks for none, and may be gone by now."""
        if isinstance(error, JournalLocked):
            log.warning("another program holds the record locked (%s): it is tried once more", error)
            return True
        if not self._reserve.give_up():
            return False
        log.error("the disk is full (%s): the reserve is given up, no new round will be begun", error)
        return True

    def _tell(self, told: Words) -> None:
        """Tell the witness. It may lag behind, as after a crash; the thread that all wait for never ends by it."""
        try:
            self._witness.tell(told)
        except OSError as error:
            log.warning("the witness of the record's end could not be written (%s); it is told again later", error)

    def _answer(self, outcome: T | Exception, *waiting: "asyncio.Future[T]") -> None:
        def answer() -> None:
            self._unanswered -= len(waiting)
            _settle(outcome, *waiting)

        self._bell.ring(answer)

    def _exchanged(self, job: Exchange) -> bool | JournalFailed:
        if self._failed is not None:
            return self._failed
        self._ended = job.end.written
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
        self._tell(words(job.end))
        return True


def _is_folded_in(connection: sqlite3.Connection) -> bool:
    """Fold the log into the file, whole; return whether nobody was in the way. Nobody waits for that."""
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def _commit_patiently(connection: sqlite3.Connection, works: list[Work]) -> JournalFailed | None:
    """Wait for a moment for another program that holds a lock."""
    until_s = time.monotonic() + BUSY_S
    while True:
        error = _commit(connection, works)
        if not isinstance(error, JournalLocked) or time.monotonic() >= until_s:
            return error
        time.sleep(BUSY_STEP_S)


def _commit(connection: sqlite3.Connection, works: list[Work]) -> JournalFailed | None:
    try:
        connection.execute("BEGIN IMMEDIATE")
        for work in works:
            work(connection)
        connection.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 - whatever it is, nothing of it was written, and somebody waits for word
        return _failure(error)
    finally:
        if connection.in_transaction:
            # Nothing is written after a failure, so a transaction that cannot even be rolled back ends with the file.
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
    return None


def _is_final(failed: JournalFailed | None) -> bool:
    """A lock was not even waited for."""
    return failed is not None and not isinstance(failed, JournalLocked)


def _failure(error: Exception) -> JournalFailed:
    """What the lowest byte of SQLite's code says is the kind of it (sqlite.org/rescode.html)."""
    is_locked = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return JournalLocked(str(error)) if is_locked else JournalFailed(str(error))


def _do(chore: Chore) -> None:
    try:
        chore()
    except (sqlite3.Error, OSError, Damaged) as error:
        log.warning("a chore of the record could not be done (%s); it is tried at the next start", error)


def _settle(outcome: T | Exception, *waiting: "asyncio.Future[T]") -> None:
    """Whoever waits may have gone meanwhile."""
    for done in waiting:
        if done.cancelled() or done.get_loop().is_closed():
            continue
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)
