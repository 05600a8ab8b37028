"""
The tables of one file of the record, and the inserts of a commit.

Evidence (the opening, facts, checkpoints, certificates) is never updated or deleted. Answers and cursors are not
evidence, but a restart depends on them, so each row carries a hash of its own. A fact holds the digest of a snapshot.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Sequence

import msgspec

from firmware_host.journal.chain import Link
from firmware_host.journal.signing import Signed
from firmware_host.table.acts.intent import Answer

APPLICATION_ID = 0x46483031
"""`FH01`: marks a SQLite file as a journal of this program, also for tools such as `file`."""

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

# WAL with FULL: a commit returns only once it is on the disk, and readers never wait for the writer.
SETTINGS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"

BUSY_S = 1.0
"""Wait this long for a lock: a tool that reads the file may hold one briefly, which must not stop the table."""

Work = Callable[[sqlite3.Connection], None]
"""One or more statements inside a commit's transaction."""

ANSWERS_KEPT = 10_000
"""Each file keeps this many answers to intents that led to no fact, the newest ones, for intents that are repeated.

An intent whose answer is no longer kept cannot act either: see `answers`."""


def answer_hash(age: int, id_: str, data: bytes) -> bytes:
    """Return the hash stored beside an answer, which shows a change."""
    return hashlib.sha256(b"%d\0%s\0" % (age, id_.encode()) + data).digest()


def cursor_hash(consumer: str, number: int) -> bytes:
    """Return the hash stored beside a delivery cursor, which shows a change."""
    return hashlib.sha256(b"%s\0%d" % (consumer.encode(), number)).digest()


def insert_facts(links: Sequence[Link]) -> Work:
    """Insert facts."""
    rows = [(link.number, link.cause, link.data, link.hash) for link in links]
    return lambda file: _many(file, "INSERT INTO facts VALUES (?, ?, ?, ?)", rows)


def insert_answers(answers: Sequence[Answer], *, after: int) -> Work:
    """Insert answers that led to no fact, numbered from `after` + 1, and delete the oldest."""
    rows = [_answer(age, answer) for age, answer in enumerate(answers, after + 1)]
    forgotten = after + len(rows) - ANSWERS_KEPT

    def work(file: sqlite3.Connection) -> None:
        _many(file, "INSERT INTO answers VALUES (?, ?, ?, ?)", rows)
        if rows and forgotten > 0:
            file.execute("DELETE FROM answers WHERE age <= ?", (forgotten,))

    return work


def insert_snapshot(number: int, state: bytes) -> Work:
    """Insert the snapshot whose digest fact `number` holds."""
    return lambda file: _many(file, "INSERT INTO snapshots VALUES (?, ?)", [(number, state)])


def insert_checkpoint(number: int, signed: Signed) -> Work:
    """Insert the checkpoint of fact `number`."""
    rows = [(number, signed.data, signed.signature)]
    return lambda file: _many(file, "INSERT INTO checkpoints VALUES (?, ?, ?)", rows)


def insert_certificate(place: int, signed: Signed) -> Work:
    """Insert a certificate; `place` counts from the journal's first."""
    rows = [(place, signed.data, signed.signature)]
    return lambda file: _many(file, "INSERT INTO certificates VALUES (?, ?, ?)", rows)


def insert_cursors(sent: dict[str, int]) -> Work:
    """Insert or move delivery cursors: the number up to which each consumer has everything."""
    rows = [(consumer, number, cursor_hash(consumer, number)) for consumer, number in sent.items()]
    return lambda file: _many(file, "INSERT OR REPLACE INTO sent VALUES (?, ?, ?)", rows)


def together(works: Sequence[Work]) -> Work:
    """Combine several inserts into one."""
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
