"""What a commit puts into the file."""

import sqlite3
from collections.abc import Sequence

import msgspec

from firmware_host.journal.chain import Link
from firmware_host.journal.schema import answer_hash, cursor_hash
from firmware_host.journal.signing import Signed
from firmware_host.journal.writer import Work
from firmware_host.table.acts.intent import Answer

ANSWERS_KEPT = 10_000

"""Answers to intents that became no fact are kept for repeated questions, in each file the newest this many.

What is not kept any more never acts either: see `answering`."""


def facts(links: Sequence[Link]) -> Work:
    """Put facts in."""
    rows = [(link.number, link.cause, link.data, link.hash) for link in links]
    return lambda file: _many(file, "INSERT INTO facts VALUES (?, ?, ?, ?)", rows)


def answers(told: Sequence[Answer], *, after: int) -> Work:
    """Put answers in that are no facts, numbered on from `after`, and forget the oldest."""
    rows = [_answer(age, answer) for age, answer in enumerate(told, after + 1)]
    forgotten = after + len(rows) - ANSWERS_KEPT

    def work(file: sqlite3.Connection) -> None:
        _many(file, "INSERT INTO answers VALUES (?, ?, ?, ?)", rows)
        if rows and forgotten > 0:
            file.execute("DELETE FROM answers WHERE age <= ?", (forgotten,))

    return work


def snapshot(number: int, state: bytes) -> Work:
    """Put the state in that fact `number` speaks of."""
    return lambda file: _many(file, "INSERT INTO snapshots VALUES (?, ?)", [(number, state)])


def checkpoint(number: int, signed: Signed) -> Work:
    """Put the checkpoint of this fact in."""
    rows = [(number, signed.data, signed.signature)]
    return lambda file: _many(file, "INSERT INTO checkpoints VALUES (?, ?, ?)", rows)


def certificate(place: int, signed: Signed) -> Work:
    """Put a certificate in, counted from the journal's first."""
    rows = [(place, signed.data, signed.signature)]
    return lambda file: _many(file, "INSERT INTO certificates VALUES (?, ?, ?)", rows)


def cursors(sent: dict[str, int]) -> Work:
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
