"""
The one thread that writes the journal.

Whatever waits when a commit ends goes into the next one together, so a burst costs one fsync, not one each. A failed
commit is the end: it is latched, everything waiting fails with it, and nothing is acknowledged that is not on disk.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from firmware_host.journal.schema import BUSY_S, SETTINGS

Work = Callable[[sqlite3.Connection], None]
Job = tuple[Work, "asyncio.Future[None]"]


class JournalFailed(Exception):  # noqa: N818 - a state of the journal, latched
    """The journal cannot be written any more. The table stops; what was acknowledged is safe."""


class Writer:
    """Owns the writing connection. Create and use it from the event loop; `close` ends the thread."""

    def __init__(self, path: Path) -> None:
        """Start the thread; it opens its own connection."""
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._failed: Exception | None = None
        self._thread = threading.Thread(target=self._run, args=(path,), name="journal-writer")
        self._thread.start()

    async def write(self, work: Work) -> None:
        """Return when `work` is durable; raise `JournalFailed` if it never will be."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put((work, done))
        await done

    def close(self) -> None:
        """Finish what was asked for, then end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self, path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_S)) as connection:
            try:
                connection.executescript(SETTINGS)
            except sqlite3.Error as error:
                self._failed = JournalFailed(str(error))
            while self._commit_waiting(connection):
                pass

    def _commit_waiting(self, connection: sqlite3.Connection) -> bool:
        """Commit all that waits as one; return whether to go on."""
        batch, go_on = self._take_all()
        if batch:
            error = self._failed or _commit(connection, [work for work, _ in batch])
            self._failed = error
            for _, done in batch:
                _tell(done, error)
        return go_on

    def _take_all(self) -> tuple[list[Job], bool]:
        batch: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False


def _commit(connection: sqlite3.Connection, works: list[Work]) -> Exception | None:
    try:
        connection.execute("BEGIN IMMEDIATE")
        for work in works:
            work(connection)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            # Nothing is written after a failure, so a transaction that cannot even be rolled back ends with the file.
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        return JournalFailed(str(error))
    return None


def _tell(done: "asyncio.Future[None]", error: Exception | None) -> None:
    def settle() -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    done.get_loop().call_soon_threadsafe(settle)
