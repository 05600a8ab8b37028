"""
The tables of one file of the record, and what a commit inserts into them.

What is evidence (the opening, facts, checkpoints, certificates) is never updated or deleted. Answers and cursors are
not evidence, but a restart depends on them, so each carries a hash of its own. A snapshot is proved by a fact.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Sequence

import msgspec

from firmware_host.journal.chain import Link
from firmware_host.journal.signing import Signed
from firmware_host.table.acts.intent import Answer

APPLICATION_ID = 0x46483031
"""`FH01`: what `file` and SQLite tools see, and how we know a file is ours."""

VERSION = 2

TABLES = """
CREATE TABLE opening (
    journal TEXT NOT NULL, segment INTEGER NOT NULL, after INTEGER NOT NULL, hash BLOB NOT NULL, before BLOB NOT NULL
) STRICT;
CREATE TABLE facts (number INTEGER PRIMARY KEY, cause TEXT NOT NULL, data BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE INDEX facts_by_cause ON facts (cause);
CREATE TABLE checkpoints (number INTEGER PRIMARY KEY, data BLOB NOT NULL, signature BLOB NOT NULL) STRICT;
CREATE TABLE certificates (number INTEGER PRIMARY KEY, data BLOB NOT NULL, signature BLOB NOT NULL) STRICT;
CREATE TABLE snapshots (number INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE answers (age INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, data BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE sent (consumer TEXT PRIMARY KEY, number INTEGER NOT NULL, hash BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER opening_stays BEFORE UPDATE ON opening BEGIN SELECT RAISE(ABORT, 'the opening is never rewritten'); END;
CREATE TRIGGER opening_lasts BEFORE DELETE ON opening BEGIN SELECT RAISE(ABORT, 'the opening is never deleted'); END;
CREATE TRIGGER opening_once BEFORE INSERT ON opening WHEN (SELECT count(*) FROM opening) > 0
BEGIN SELECT RAISE(ABORT, 'a file opens once'); END;
CREATE TRIGGER facts_stay BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'facts are never rewritten'); END;
CREATE TRIGGER facts_last BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'facts are never deleted'); END;
CREATE TRIGGER facts_follow BEFORE INSERT ON facts
WHEN NEW.number <> coalesce((SELECT max(number) FROM facts), (SELECT after FROM opening)) + 1
BEGIN SELECT RAISE(ABORT, 'a fact follows the one before'); END;
CREATE TRIGGER checkpoints_stay BEFORE UPDATE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'checkpoints are never rewritten'); END;
CREATE TRIGGER checkpoints_last BEFORE DELETE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'checkpoints are never deleted'); END;
CREATE TRIGGER certificates_stay BEFORE UPDATE ON certificates
BEGIN SELECT RAISE(ABORT, 'certificates are never rewritten'); END;
CREATE TRIGGER certificates_last BEFORE DELETE ON certificates
BEGIN SELECT RAISE(ABORT, 'certificates are never deleted'); END;
"""

# WAL with FULL: a commit is on the disk before it returns, and readers never wait for the writer.
SETTINGS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"

BUSY_S = 1.0
"""Somebody who looks into the file with a tool may hold a lock for a moment; that alone is not to stop the table."""

Work = Callable[[sqlite3.Connection], None]
"""One or more statements inside the transaction of a commit."""

ANSWERS_KEPT = 10_000
"""Answers to intents that became no fact are kept for repeated questions, in each file the newest this many.

What is not kept any more never acts either: see `answers`."""


def answer_hash(age: int, id_: str, data: bytes) -> bytes:
    """Return what stands beside an answer so that a change of it is found."""
    return hashlib.sha256(b"%d\0%s\0" % (age, id_.encode()) + data).digest()


def cursor_hash(consumer: str, number: int) -> bytes:
    """Return what stands beside a cursor so that a change of it is found."""
    return hashlib.sha256(b"%s\0%d" % (consumer.encode(), number)).digest()


def insert_facts(links: Sequence[Link]) -> Work:
    """Put facts in."""
    rows = [(link.number, link.cause, link.data, link.hash) for link in links]
    return lambda file: _many(file, "INSERT INTO facts VALUES (?, ?, ?, ?)", rows)


def insert_answers(told: Sequence[Answer], *, after: int) -> Work:
    """Put answers in that are no facts, numbered on from `after`, and forget the oldest."""
    rows = [_answer(age, answer) for age, answer in enumerate(told, after + 1)]
    forgotten = after + len(rows) - ANSWERS_KEPT

    def work(file: sqlite3.Connection) -> None:
        _many(file, "INSERT INTO answers VALUES (?, ?, ?, ?)", rows)
        if rows and forgotten > 0:
            file.execute("DELETE FROM answers WHERE age <= ?", (forgotten,))

    return work


def insert_snapshot(number: int, state: bytes) -> Work:
    """Put the state in that fact `number` speaks of."""
    return lambda file: _many(file, "INSERT INTO snapshots VALUES (?, ?)", [(number, state)])


def insert_checkpoint(number: int, signed: Signed) -> Work:
    """Put the checkpoint of this fact in."""
    rows = [(number, signed.data, signed.signature)]
    return lambda file: _many(file, "INSERT INTO checkpoints VALUES (?, ?, ?)", rows)


def insert_certificate(place: int, signed: Signed) -> Work:
    """Put a certificate in, counted from the journal's first."""
    rows = [(place, signed.data, signed.signature)]
    return lambda file: _many(file, "INSERT INTO certificates VALUES (?, ?, ?)", rows)


def insert_cursors(sent: dict[str, int]) -> Work:
    """Put in how far consumers are."""
    rows = [(consumer, number, cursor_hash(consumer, number)) for consumer, number in sent.items()]
    return lambda file: _many(file, "INSERT OR REPLACE INTO sent VALUES (?, ?, ?)", rows)


def together(works: Sequence[Work]) -> Work:
    """Do all of them."""
    if len(works) == 1:
        return works[0]

    def work(file: sqlite3.Connection) -> None:
        for each in works:
            each(file)

    return work


def _answer(age: int, answer: Answer) -> tuple[int, str, bytes, bytes]:
    data = msgspec.json.encode(answer)
    return age, answer.id, data, answer_hash(age, answer.id, data)


def _many(file: sqlite3.Connection, statement: str, rows: Sequence[tuple[int | str | bytes, ...]]) -> None:
    file.executemany(statement, rows)
