# ruff: noqa: S608 - the tables of our own files
"""Somebody edits a record: any table, any row, any column, any byte of any file. For tests that it is found out."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from firmware_host.journal import day_keys, witness
from firmware_host.journal.segments import listed

Edit = Callable[[Path, random.Random], str]

TABLES = ("opening", "facts", "checkpoints", "certificates", "snapshots", "answers", "sent")


def edit_a_row(folder: Path, chance: random.Random) -> str:
    """Change, delete, copy or swap a row, with the guards of the file taken off first."""
    path = chance.choice(listed(folder))
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        _unguard(file)
        table = chance.choice([name for name in TABLES if _rows(file, name)])
        how = chance.choice([_change, _change, _change, _delete, _copy, _swap])
        return f"{path.name}: {how(file, table, chance)}"


def edit_a_byte(folder: Path, chance: random.Random) -> str:
    """Change one byte of one file so that what the file says is another."""
    path = chance.choice(_files(folder))
    whole = path.read_bytes()
    newest = listed(folder)[-1]
    before = meaning(path)
    while True:
        at = chance.randrange(len(whole))
        edited = bytearray(whole)
        edited[at] ^= chance.randrange(1, 256)
        path.write_bytes(edited)
        # Of a sealed file every byte counts; of one that is written, those that mean something to SQLite.
        if path != newest or meaning(path) != before:
            return f"{path.name}: byte {at}"


def meaning(path: Path) -> object:
    """All that SQLite finds in a file, by its own means; how it fails, if it does."""
    if path.suffix != ".sqlite":
        return path.read_bytes()
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as file:
            file.text_factory = bytes
            names = [row[0] for row in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            return (
                [file.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")],
                file.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall(),
                {name: file.execute(f'SELECT * FROM "{name.decode()}"').fetchall() for name in names},
                file.execute("PRAGMA integrity_check(1)").fetchone(),
            )
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        return str(error)


def _unguard(file: sqlite3.Connection) -> None:
    guards = [row[0] for row in file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")]
    made = [row[0] for row in file.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")]
    for name in guards:
        file.execute(f"DROP TRIGGER {name}")
    # Put back when the edit is done, so that not their absence is what is found.
    _GUARDS[file] = made


_GUARDS: dict[sqlite3.Connection, list[str]] = {}


def _reguard(file: sqlite3.Connection) -> None:
    for sql in _GUARDS.pop(file, []):
        file.execute(sql)


def _rows(file: sqlite3.Connection, table: str) -> int:
    return int(file.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _columns(file: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in file.execute(f"PRAGMA table_info({table})")]


def _some_row(file: sqlite3.Connection, table: str, chance: random.Random) -> tuple[object, ...]:
    rows = file.execute(f"SELECT * FROM {table}").fetchall()
    return tuple(chance.choice(rows))


def _where(columns: list[str]) -> str:
    return " AND ".join(f"{column} IS ?" for column in columns)


def _change(file: sqlite3.Connection, table: str, chance: random.Random) -> str:
    columns = _columns(file, table)
    while True:
        row = _some_row(file, table, chance)
        column = chance.randrange(len(columns))
        value = _another(row[column], chance)
        try:
            file.execute(f"UPDATE {table} SET {columns[column]} = ? WHERE {_where(columns)}", (value, *row))
        except sqlite3.IntegrityError:
            continue
        _reguard(file)
        return f"{table}.{columns[column]} from {row[column]!r} to {value!r}"


def _another(value: object, chance: random.Random) -> object:
    match value:
        case int():
            return value + chance.choice([-7, -2, -1, 1, 2, 1000])
        case bytes() if value:
            at = chance.randrange(len(value))
            return value[:at] + bytes([value[at] ^ chance.randrange(1, 256)]) + value[at + 1 :]
        case bytes():
            return b"x"
        case str():
            at = chance.randrange(len(value))
            return value[:at] + ("y" if value[at] == "x" else "x") + value[at + 1 :]
        case _:
            raise TypeError(type(value))


def _delete(file: sqlite3.Connection, table: str, chance: random.Random) -> str:
    columns, row = _columns(file, table), _some_row(file, table, chance)
    file.execute(f"DELETE FROM {table} WHERE {_where(columns)}", row)
    _reguard(file)
    return f"{table} without {row!r}"


def _copy(file: sqlite3.Connection, table: str, chance: random.Random) -> str:
    """Put a row in once more, under a name of its own."""
    columns, row = _columns(file, table), list(_some_row(file, table, chance))
    while True:
        row = [_another(value, chance) if at == 0 else value for at, value in enumerate(row)]
        if table == "answers":
            row[1] = f"{row[1]}x"
        try:
            file.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", row)
        except sqlite3.IntegrityError:
            continue
        _reguard(file)
        return f"{table} with {row!r} too"


def _swap(file: sqlite3.Connection, table: str, chance: random.Random) -> str:
    """Let two rows change places, all but their numbers."""
    columns = _columns(file, table)
    first, second = _some_row(file, table, chance), _some_row(file, table, chance)
    if first == second or table in ("answers", "sent", "opening"):
        return _change(file, table, chance)
    put = f"UPDATE {table} SET {', '.join(f'{column} = ?' for column in columns[1:])} WHERE {columns[0]} = ?"
    file.execute(put, (*second[1:], first[0]))
    file.execute(put, (*first[1:], second[0]))
    _reguard(file)
    return f"{table}: {first[0]!r} and {second[0]!r} swapped"


def cut_a_file(folder: Path, chance: random.Random) -> str:
    """Take away the end of one file, or the whole file."""
    path = chance.choice(_files(folder))
    whole, newest = path.read_bytes(), listed(folder)[-1]
    before = meaning(path)
    if chance.random() < DELETED:
        path.unlink()
        return f"{path.name} deleted"
    while True:
        at = chance.choice([0, len(whole) - 1, chance.randrange(len(whole))])
        path.write_bytes(whole[:at])
        # SQLite reads a page that was cut as if zeros followed: one that ended with them says the same as before.
        if path != newest or meaning(path) != before:
            return f"{path.name} cut from {len(whole)} to {at} bytes"


def swap_files(folder: Path, chance: random.Random) -> str:
    """Let one file of the record stand in the place of another."""
    one, other = chance.sample(_files(folder), 2)
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    if chance.random() < BOTH:
        other.write_bytes(first)
    return f"{other.name} in the place of {one.name}"


def _files(folder: Path) -> list[Path]:
    return [*listed(folder), folder / day_keys.FILE, folder / witness.FILE]


DELETED, BOTH = 0.2, 0.5

EDITS: tuple[Edit, ...] = (edit_a_row, edit_a_byte, edit_a_row, edit_a_byte, cut_a_file, swap_files)
