"""
The files (segments) of a record. Each begins with the last hash of the file before.

Only the newest file is written. A sealed file is never opened for writing again; the next file holds the digest of the
whole sealed file, so no byte of it can change unnoticed.
"""

import hashlib
import os
import re
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

from firmware_host.files import sync_folder
from firmware_host.journal.chain import ChainBroken, Damaged, Link
from firmware_host.journal.signing import Signed
from firmware_host.journal.sqlite_schema import APPLICATION_ID, BUSY_S, SETTINGS, TABLES, VERSION
from firmware_host.rules.struct import Record

NAME = re.compile(r"journal-(\d{6})\.sqlite")
NO_LIMIT = -1

HEADER = 100

MAGIC = b"SQLite format 3\0"
"""How a database begins (sqlite.org/fileformat.html, 1.3)."""

LOWEST = -(2**63)
"""Below every fact number, so that a row inserted before the first is found, too."""

LINK = "SELECT number, cause, data, hash FROM facts WHERE number > ? AND number <= ?"
KIND = "json_extract(CAST(data AS TEXT), '$.body.kind')"
WALL = "json_extract(CAST(data AS TEXT), '$.at.wall_ms')"


class Opening(Record, frozen=True, kw_only=True):
    """The beginning of a file: the last fact before it, that fact's hash, and the digest of the file before."""

    journal: str
    segment: int
    after: int
    hash: bytes
    before: bytes = b""


def path_of(folder: Path, segment: int) -> Path:
    """Return the path of file number `segment`."""
    return folder / f"journal-{segment:06}.sqlite"


def listed(folder: Path) -> tuple[Path, ...]:
    """Return the record's files in order, none for an empty folder. Raises `Damaged` if one is missing."""
    names = sorted(entry.name for entry in folder.iterdir() if NAME.fullmatch(entry.name)) if folder.is_dir() else []
    paths = tuple(folder / name for name in names)
    for place, path in enumerate(paths, 1):
        if path != path_of(folder, place):
            raise Damaged(f"{path_of(folder, place).name} is missing")
    return paths


def digest_of(path: Path) -> bytes:
    """Return the SHA-256 of the whole file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def create(folder: Path, opening: Opening, fill: Callable[[sqlite3.Connection], None]) -> Path:
    """Create a file, under a temporary name first, so that a crash leaves no half-made file."""
    path = path_of(folder, opening.segment)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    # SQLite gives its log the mode of the file, and takes an empty file as it is.
    os.close(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
        connection.executescript(SETTINGS)
        connection.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; {TABLES}")
        row = (opening.journal, opening.segment, opening.after, opening.hash, opening.before)
        connection.execute("INSERT INTO opening VALUES (?, ?, ?, ?, ?)", row)
        fill(connection)
    fresh.rename(path)
    sync_folder(folder)
    return path


def _has_no_log(path: Path) -> bool:
    """Return whether the file holds everything. Raises `Damaged` for a log that cannot be read in this place."""
    try:
        log = path.with_name(f"{path.name}-wal").stat().st_size
    except FileNotFoundError:
        return True
    if not log and _is_sealed(path):
        return True
    if os.access(path.parent, os.W_OK):
        return False
    if log and not path.with_name(f"{path.name}-shm").exists():
        raise Damaged(
            f"{path.name} has a write-ahead log, which cannot be read on a read-only disk; copy the whole folder to a "
            "writable disk"
        )
    return not log


def _look_at(path: Path) -> None:
    """Raise `Damaged` for what is no database: SQLite takes an empty file for a new one, and deletes its log."""
    with path.open("rb") as file:
        beginning = file.read(HEADER)
    if len(beginning) < HEADER or not beginning.startswith(MAGIC):
        raise Damaged(
            f"{path.name} is no database any more; a log beside it may hold every fact, so keep the whole folder as it "
            "is and read a copy"
        )


def _is_sealed(path: Path) -> bool:
    """The next file is created only after the log was merged into this one."""
    named = NAME.fullmatch(path.name)
    return named is not None and path_of(path.parent, int(named[1]) + 1).exists()


class Segment:
    """
    One file, for reading. Use it with `closing`.

    `live` says that a writer may have it open. Otherwise a file without a write-ahead log is opened as immutable, so
    that SQLite creates no files beside it and read-only media work. An empty log counts as none on read-only media,
    where nothing writes, and beside a sealed file, where the writer is about to remove it.
    """

    def __init__(self, path: Path, *, live: bool = False) -> None:
        """Open the file; damage raises (see `chain.reported`)."""
        self.path = path
        _look_at(path)
        still = not live and _has_no_log(path)
        self.connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if still else ''}",
            uri=True,
            isolation_level=None,
            timeout=BUSY_S,
        )
        try:
            self.opening = self._opening()
        except BaseException:
            self.connection.close()
            raise

    def _opening(self) -> Opening:
        if self._value("PRAGMA application_id") != APPLICATION_ID:
            raise Damaged(f"{self.path.name} is not a journal of this program")
        found = self._value("PRAGMA user_version")
        if found != VERSION:
            raise Damaged(f"{self.path.name} has format version {found}; this program reads version {VERSION}")
        rows = self.connection.execute("SELECT journal, segment, after, hash, before FROM opening").fetchall()
        if len(rows) != 1:
            raise Damaged(f"{self.path.name} has {len(rows)} opening rows instead of one")
        ((journal, segment, after, hash_, before),) = rows
        if path_of(self.path.parent, segment) != self.path:
            raise Damaged(f"{self.path.name} calls itself file {segment}")
        return Opening(journal=journal, segment=segment, after=after, hash=hash_, before=before)

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    @property
    def first(self) -> int | None:
        """Return the number of the oldest fact in this file."""
        return self._value("SELECT min(number) FROM facts")

    @property
    def last(self) -> int:
        """Return the number of the newest fact in this file, or before it if the file has none."""
        found = self._value("SELECT max(number) FROM facts")
        return self.opening.after if found is None else int(found)

    def links(self, *, after: int = LOWEST, limit: int = NO_LIMIT) -> Generator[Link, None, None]:
        """Yield the stored facts of this file after number `after`."""
        wanted = "SELECT number, cause, data, hash FROM facts WHERE number > ? ORDER BY number LIMIT ?"
        # A database cursor left in the traceback of a broken chain would keep the file open.
        with closing(self.connection.execute(wanted, (after, limit))) as rows:
            yield from _links(rows)

    def of_kinds(self, kinds: frozenset[str], *, after: int, to: int) -> Iterator[Link]:
        """Yield the facts of these kinds after number `after`, up to and including `to`; SQLite selects them."""
        wanted = f"{LINK} AND {KIND} IN ({', '.join('?' * len(kinds))}) ORDER BY number"
        with closing(self.connection.execute(wanted, (after, to, *sorted(kinds)))) as rows:
            yield from _links(rows)

    def walls(self) -> tuple[int, int] | None:
        """Return the earliest and the latest wall-clock time in this file."""
        wanted = f"SELECT min({WALL}), max({WALL}) FROM facts"  # noqa: S608 - ours
        least, most = self.connection.execute(wanted).fetchone()
        return None if least is None else (least, most)

    def stamped(self, start_ms: int, end_ms: int) -> tuple[int, int] | None:
        """Return the first and the last fact of this file stamped from `start_ms` to before `end_ms`."""
        wanted = f"SELECT min(number), max(number) FROM facts WHERE {WALL} >= ? AND {WALL} < ?"  # noqa: S608 - ours
        least, most = self.connection.execute(wanted, (start_ms, end_ms)).fetchone()
        return None if least is None else (least, most)

    def checkpoints(self, *, after: int = LOWEST) -> Generator[tuple[int, Signed], None, None]:
        """Yield the checkpoints of facts after number `after`, in order, with their numbers."""
        yield from self._signed(
            "SELECT number, data, signature FROM checkpoints WHERE number > ? ORDER BY number", after
        )

    def certificates(self) -> Generator[tuple[int, Signed], None, None]:
        """Yield the certificates in this file, with their place counted from the journal's first."""
        wanted = "SELECT number, data, signature FROM certificates WHERE number > ? ORDER BY number"
        yield from self._signed(wanted, LOWEST)

    def snapshots(self) -> Iterator[tuple[int, bytes]]:
        """
        Yield the snapshots with the number of the fact that holds their digest, the newest first.

        A snapshot is large, and usually only the newest is wanted: each is read alone, with no cursor left open.
        """
        for (number,) in self.connection.execute("SELECT number FROM snapshots ORDER BY number DESC").fetchall():
            rows = self.connection.execute("SELECT data FROM snapshots WHERE number = ?", (number,)).fetchall()
            yield from ((number, data) for (data,) in rows)

    def newest(self, table: str) -> int | None:
        """Return the highest number in this table."""
        column = "age" if table == "answers" else "number"
        found = self._value(f"SELECT max({column}) FROM {table}")  # noqa: S608 - a table's name, ours
        return None if found is None else int(found)

    def answered(self, id_: str) -> tuple[tuple[int, ...], bytes | None]:
        """Return the facts that this intent led to, or its stored answer if it led to none."""
        rows = self.connection.execute(
            "SELECT number, NULL FROM facts WHERE cause = ?1 UNION ALL SELECT 0, data FROM answers WHERE id = ?1",
            (id_,),
        ).fetchall()
        if not rows:
            return (), None
        facts = tuple(sorted(number for number, data in rows if data is None))
        return facts, next((bytes(data) for _, data in rows if data is not None), None)

    def sent(self) -> dict[str, int]:
        """Return the number up to which each consumer has everything."""
        return dict(self.connection.execute("SELECT consumer, number FROM sent").fetchall())

    def _signed(self, wanted: str, after: int) -> Generator[tuple[int, Signed], None, None]:
        with closing(self.connection.execute(wanted, (after,))) as rows:
            for number, data, signature in rows:
                if not (isinstance(data, bytes) and isinstance(signature, bytes)):
                    raise Damaged(f"a checkpoint or certificate in {self.path.name} is not stored as bytes")
                yield number, Signed(data=data, signature=signature)

    def _value(self, statement: str) -> int | None:
        found = self.connection.execute(statement).fetchone()[0]
        if not isinstance(found, int | None):
            raise Damaged(f"{self.path.name} has {found!r} where a number is expected")
        return found


def _links(rows: sqlite3.Cursor) -> Iterator[Link]:
    for number, cause, data, hash_ in rows:
        if not (isinstance(data, bytes) and isinstance(hash_, bytes) and isinstance(cause, str)):
            raise ChainBroken(number)
        yield Link(number=number, cause=cause, data=data, hash=hash_)
