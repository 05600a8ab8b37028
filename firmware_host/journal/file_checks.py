"""One file of the record as SQLite sees it, and the rows in it that are no evidence but that a restart depends on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache

import msgspec

from firmware_host.journal.inserts import ANSWERS_KEPT
from firmware_host.journal.schema import TABLES, answer_hash, cursor_hash
from firmware_host.journal.segments import Segment
from firmware_host.table.acts.intent import Accepted, Answer, Refused

_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Accepted | Refused)


def faults(segment: Segment, *, whole: bool) -> Iterator[str]:
    """Say what is wrong; `whole` looks at every page, which a sealed file's digest makes needless."""
    file = segment.connection
    if _form(file) != _form_of_ours():
        yield "its tables are not of the form they were made in"
    if whole:
        yield from (f"SQLite says: {row[0]}" for row in file.execute("PRAGMA integrity_check(10)") if row[0] != "ok")
    if segment.first not in (None, segment.opening.after + 1):
        yield f"it begins with fact {segment.first}"
    yield from _answer_faults(file)
    yield from _cursor_faults(segment)


Form = frozenset[tuple[str, str, str, str]]


def _form(file: sqlite3.Connection) -> Form:
    """Return tables, indexes and triggers: what each is, its name, of which table, with the words that made it."""
    return frozenset(file.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema").fetchall())


@cache
def _form_of_ours() -> Form:
    with closing(sqlite3.connect(":memory:")) as file:
        file.executescript(TABLES)
        return _form(file)


def _answer_faults(file: sqlite3.Connection) -> Iterator[str]:
    expected: int | None = None
    count = 0
    for age, id_, data, hash_ in file.execute("SELECT age, id, data, hash FROM answers ORDER BY age"):
        count += 1
        if expected not in (None, age):
            yield f"answer {expected} is gone"
        expected = age + 1
        # Whoever edits the file may have put something of another kind there.
        if not isinstance(id_, str) or not isinstance(data, bytes) or hash_ != answer_hash(age, id_, data):
            yield f"answer {age} was changed"
        elif _answers.decode(data).id != id_:
            yield f"answer {age} is filed under another name than its own"
    if expected is not None and count != min(expected - 1, ANSWERS_KEPT):
        yield "the oldest answers are gone"


def _cursor_faults(segment: Segment) -> Iterator[str]:
    last = segment.last
    for consumer, number, hash_ in segment.connection.execute("SELECT consumer, number, hash FROM sent"):
        if not isinstance(consumer, str) or not isinstance(number, int):
            yield "how far somebody was told was changed"
            continue
        if hash_ != cursor_hash(consumer, number):
            yield f"how far {consumer} was told was changed"
        if not 0 <= number <= last:
            yield f"{consumer} was told more than there is"
