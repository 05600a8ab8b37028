"""The journal as the host and the outbox see it: append, look up, read on from a number."""

import fcntl
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec

from firmware_host.journal.chain import ChainBroken, Link, genesis, next_hash, verified
from firmware_host.journal.schema import APPLICATION_ID, BUSY_S, SETTINGS, TABLES, VERSION
from firmware_host.journal.writer import Writer
from firmware_host.table.contract import Accepted, Answer, Fact, Refused
from firmware_host.trouble import Trouble

FILE = "journal.sqlite"
LOCK = "journal.lock"
# An edit by hand easily turns bytes into text, hence the casts: it is the hash that is to find it.
FACTS_AFTER = (
    "SELECT number, cause, CAST(data AS BLOB), CAST(hash AS BLOB) FROM facts WHERE number > ? ORDER BY number LIMIT ?"
)
NO_LIMIT = -1
ANSWERS_KEPT = 10_000
"""Answers to intents that became no fact are kept for repeated questions, the newest this many."""

_fact_decoder = msgspec.json.Decoder(Fact)
_answer_decoder: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Accepted | Refused)


class Journal:
    """
    One record in one folder, held by one process.

    Create it with `Journal.open`. Only the writer thread writes; this object reads through a connection that cannot.
    """

    def __init__(
        self, *, id_: str, last: int, head: bytes, reader: sqlite3.Connection, writer: Writer, lock: int
    ) -> None:
        """Store what `open` has opened."""
        self.id = id_
        self._head = head
        self._last = last
        self._reader = reader
        self._writer = writer
        self._lock = lock

    @classmethod
    def open(cls, folder: Path) -> "Journal":
        """
        Open the folder's journal or make a new one.

        Raises `Trouble` when the folder cannot be written, another process has it, or the record is damaged; a
        damaged file is left as it is.
        """
        lock = _locked(folder)
        path = folder / FILE
        with ExitStack() as opened:
            opened.callback(os.close, lock)
            try:
                if not path.exists():
                    _create(path)
                reader = sqlite3.connect(
                    f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=BUSY_S
                )
                opened.callback(reader.close)
                id_, last, head = _read_all(reader)
            # A TypeError or ValueError is what bytes of another type or a wrong length lead to.
            except (sqlite3.Error, ChainBroken, msgspec.MsgspecError, TypeError, ValueError, OSError) as error:
                raise Trouble(
                    f"the journal {path} is damaged or not one of ours ({error}); it was left untouched: "
                    "keep it for the record and start with another --data folder"
                ) from error
            opened.pop_all()
        return cls(id_=id_, last=last, head=head, reader=reader, writer=Writer(path), lock=lock)

    @property
    def last(self) -> int:
        """Return the number of the newest durable fact."""
        return self._last

    def facts(self) -> Iterator[Fact]:
        """Yield every fact from the first, one at a time: the whole record need not fit in memory."""
        with closing(self._reader.execute(FACTS_AFTER, (0, NO_LIMIT))) as rows:
            for link in _links(rows):
                yield _fact(link)

    async def append(self, facts: tuple[Fact, ...], answers: tuple[Answer, ...] = ()) -> None:
        """Return when these facts, numbered on from `last`, and these answers are durable."""
        links = self._linked(facts)
        rows = [(link.number, link.cause, link.data, link.hash) for link in links]
        kept = [(answer.id, msgspec.json.encode(answer)) for answer in answers]

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT INTO facts VALUES (?, ?, ?, ?)", rows)
            connection.executemany("INSERT INTO answers (id, data) VALUES (?, ?)", kept)
            if kept:
                connection.execute(
                    "DELETE FROM answers WHERE age <= (SELECT max(age) FROM answers) - ?", (ANSWERS_KEPT,)
                )

        await self._writer.write(work)
        if links:
            self._last, self._head = links[-1].number, links[-1].hash

    async def mark_sent(self, consumer: str, number: int) -> None:
        """Remember that `consumer` has everything up to `number`."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO sent VALUES (?, ?)", (consumer, number))

        await self._writer.write(work)

    def sent(self, consumer: str) -> int:
        """Return the number up to which `consumer` has everything."""
        row = self._reader.execute("SELECT number FROM sent WHERE consumer = ?", (consumer,)).fetchone()
        return int(row[0]) if row else 0

    def after(self, number: int, *, limit: int) -> tuple[Link, ...]:
        """Return the stored facts that follow `number`, the oldest first."""
        return tuple(_links(self._reader.execute(FACTS_AFTER, (number, limit))))

    def answer_to(self, intent: str) -> Answer | None:
        """Return the first answer to this intent, if it was ever answered."""
        numbers = self._reader.execute("SELECT number FROM facts WHERE cause = ? ORDER BY number", (intent,)).fetchall()
        if numbers:
            return Accepted(id=intent, numbers=tuple(row[0] for row in numbers))
        row = self._reader.execute("SELECT data FROM answers WHERE id = ?", (intent,)).fetchone()
        return _answer_decoder.decode(row[0]) if row else None

    def close(self) -> None:
        """End the writer, then let the folder go. The last to close folds the WAL into the file, so not the reader."""
        self._reader.close()
        self._writer.close()
        os.close(self._lock)

    def _linked(self, facts: tuple[Fact, ...]) -> tuple[Link, ...]:
        links = []
        number, head = self._last, self._head
        for fact in facts:
            number += 1
            if fact.number != number:
                raise ValueError(f"fact {fact.number} cannot follow {number - 1}")
            data = msgspec.json.encode(fact)
            head = next_hash(head, data)
            links.append(Link(number=number, cause=fact.cause, data=data, hash=head))
        return tuple(links)


def _locked(folder: Path) -> int:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Trouble(f"cannot write in the data folder {folder} ({error.strerror}); give one with --data") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise Trouble(f"another firmware-host runs on {folder}; stop it, or give another folder with --data") from None
    return lock


def _create(path: Path) -> None:
    """Make the file under another name first: a crash in here leaves no half-made journal behind."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    connection = sqlite3.connect(fresh, isolation_level=None)
    try:
        connection.executescript(SETTINGS)
        connection.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; {TABLES}")
        connection.execute("INSERT INTO journal VALUES (?)", (secrets.token_hex(16),))
    finally:
        connection.close()
    fresh.rename(path)
    entries = os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(entries)
    finally:
        os.close(entries)


def _read_all(reader: sqlite3.Connection) -> tuple[str, int, bytes]:
    """Check the whole record; return its id, its last number and its head."""
    if reader.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise sqlite3.DatabaseError("no journal of this program")
    found = reader.execute("PRAGMA user_version").fetchone()[0]
    if found != VERSION:
        raise sqlite3.DatabaseError(f"version {found} where this program knows {VERSION}")
    (id_,) = reader.execute("SELECT id FROM journal").fetchone()
    lowest = -(2**63)  # a row put in front of the first is to be found, too
    # A cursor left open in the traceback of a broken chain would keep the file open.
    with closing(reader.execute(FACTS_AFTER, (lowest, NO_LIMIT))) as rows:
        last, head = 0, genesis(id_)
        for link in verified(id_, _links(rows)):
            last, head = _fact(link).number, link.hash
        return id_, last, head


def _fact(link: Link) -> Fact:
    """The cause stands in a column, too, for looking up by; the chain holds only the one in the bytes."""
    fact = _fact_decoder.decode(link.data)
    if fact.cause != link.cause:
        raise ChainBroken(link.number)
    return fact


def _links(rows: sqlite3.Cursor) -> Iterator[Link]:
    return (Link(number=row[0], cause=row[1], data=row[2], hash=row[3]) for row in rows)
