"""
The files of a record: one after the other, each opening with the last hash of the one before.

Only the newest is written. A sealed one is never opened for writing again; the one after it holds the digest of its
whole file, so that not a byte of it can change unseen.
"""

import hashlib
import os
import re
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

from firmware_host.journal.chain import ChainBroken, Damaged, Link
from firmware_host.journal.schema import APPLICATION_ID, BUSY_S, SETTINGS, TABLES, VERSION
from firmware_host.journal.signing import Signed
from firmware_host.rules.struct import Record

NAME = re.compile(r"journal-(\d{6})\.sqlite")
NO_LIMIT = -1

HEADER = 100

MAGIC = b"SQLite format 3\0"
"""How a database begins (sqlite.org/fileformat.html, 1.3)."""

LOWEST = -(2**63)
"""A row put in front of the first is to be found, too."""

LINK = "SELECT number, cause, data, hash FROM facts WHERE number > ? AND number <= ?"
KIND = "json_extract(CAST(data AS TEXT), '$.body.kind')"
WALL = "json_extract(CAST(data AS TEXT), '$.at.wall_ms')"


class Opening(Record, frozen=True, kw_only=True):
    """How a file begins: after which fact with which hash, and the digest of the whole file before."""

    journal: str
    segment: int
    after: int
    hash: bytes
    before: bytes = b""


def path_of(folder: Path, segment: int) -> Path:
    """Return where this file of the record is."""
    return folder / f"journal-{segment:06}.sqlite"


def listed(folder: Path) -> tuple[Path, ...]:
    """Return the record's files in order, none for an empty folder. Raises `Damaged` when one between is missing."""
    names = sorted(entry.name for entry in folder.iterdir() if NAME.fullmatch(entry.name)) if folder.is_dir() else []
    paths = tuple(folder / name for name in names)
    for place, path in enumerate(paths, 1):
        if path != path_of(folder, place):
            raise Damaged(f"{path_of(folder, place).name} is missing")
    return paths


def digest_of(path: Path) -> bytes:
    """Return SHA-256 of the whole file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def create(folder: Path, opening: Opening, fill: Callable[[sqlite3.Connection], None]) -> Path:
    """Make the file under another name first: a crash in here leaves no half-made one behind."""
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


def sync_folder(folder: Path) -> None:
    """Make names in a folder durable."""
    entries = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(entries)
    finally:
        os.close(entries)


def _has_no_log(path: Path) -> bool:
    """Say whether all there is stands in the file. Raises `Damaged` for a log that nobody can read where it lies."""
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
            f"{path.name} has a log beside it, which is not read where nothing can be written; copy the whole folder "
            "to a disk that can be written"
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
    """The next file is made once the log is folded in."""
    named = NAME.fullmatch(path.name)
    return named is not None and path_of(path.parent, int(named[1]) + 1).exists()


class Segment:
    """
    One file, for reading. Use it with `closing`.

    `live` says that somebody may be writing it now. Otherwise a file without a write-ahead log is read as it lies
    there, so that nothing is made beside it and a medium that cannot be written will do; on such a medium nobody writes
    either, and a log that holds nothing is none. Neither is that of a sealed file, which is about to be taken away.
    """

    def __init__(self, path: Path, *, live: bool = False) -> None:
        """Open it; raises what damage leads to (see `damage.reported`)."""
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
            raise Damaged(f"{self.path.name} is no journal of this program")
        found = self._value("PRAGMA user_version")
        if found != VERSION:
            raise Damaged(f"{self.path.name} is of version {found} where this program knows {VERSION}")
        rows = self.connection.execute("SELECT journal, segment, after, hash, before FROM opening").fetchall()
        if len(rows) != 1:
            raise Damaged(f"{self.path.name} has {len(rows)} openings")
        ((journal, segment, after, hash_, before),) = rows
        if path_of(self.path.parent, segment) != self.path:
            raise Damaged(f"{self.path.name} says that it is file {segment}")
        return Opening(journal=journal, segment=segment, after=after, hash=hash_, before=before)

    def close(self) -> None:
        """Let the file go."""
        self.connection.close()

    @property
    def first(self) -> int | None:
        """Return the number of the oldest fact in this file."""
        return self._value("SELECT min(number) FROM facts")

    @property
    def last(self) -> int:
        """Return the number of the newest fact up to here, in this file or before it."""
        found = self._value("SELECT max(number) FROM facts")
        return self.opening.after if found is None else int(found)

    def links(self, *, after: int = LOWEST, limit: int = NO_LIMIT) -> Generator[Link, None, None]:
        """Yield the stored facts of this file that follow `after`."""
        wanted = "SELECT number, cause, data, hash FROM facts WHERE number > ? ORDER BY number LIMIT ?"
        # A cursor left open in the traceback of a broken chain would keep the file open.
        with closing(self.connection.execute(wanted, (after, limit))) as rows:
            yield from _links(rows)

    def of_kinds(self, kinds: frozenset[str], *, after: int, to: int) -> Iterator[Link]:
        """Yield the facts of these kinds that follow `after`, up to `to`: SQLite looks, the others are never read."""
        wanted = f"{LINK} AND {KIND} IN ({', '.join('?' * len(kinds))}) ORDER BY number"
        with closing(self.connection.execute(wanted, (after, to, *sorted(kinds)))) as rows:
            yield from _links(rows)

    def walls(self) -> tuple[int, int] | None:
        """Return the earliest and the latest the wall's clock said in this file."""
        wanted = f"SELECT min({WALL}), max({WALL}) FROM facts"  # noqa: S608 - ours
        least, most = self.connection.execute(wanted).fetchone()
        return None if least is None else (least, most)

    def stamped(self, start_ms: int, end_ms: int) -> tuple[int, int] | None:
        """Return the first and the last fact of this file that the wall's clock puts from here to before there."""
        wanted = f"SELECT min(number), max(number) FROM facts WHERE {WALL} >= ? AND {WALL} < ?"  # noqa: S608 - ours
        least, most = self.connection.execute(wanted, (start_ms, end_ms)).fetchone()
        return None if least is None else (least, most)

    def checkpoints(self, *, after: int = LOWEST) -> Generator[tuple[int, Signed], None, None]:
        """Yield the checkpoints of facts that follow `after`, by number."""
        yield from self._signed(
            "SELECT number, data, signature FROM checkpoints WHERE number > ? ORDER BY number", after
        )

    def certificates(self) -> Generator[tuple[int, Signed], None, None]:
        """Yield the certificates made while this file was written, counted through from the journal's first."""
        wanted = "SELECT number, data, signature FROM certificates WHERE number > ? ORDER BY number"
        yield from self._signed(wanted, LOWEST)

    def snapshots(self) -> Iterator[tuple[int, bytes]]:
        """Yield the stored states, by the number of the fact that tells of each, the newest first."""
        with closing(self.connection.execute("SELECT number, data FROM snapshots ORDER BY number DESC")) as rows:
            yield from rows

    def newest(self, table: str) -> int | None:
        """Return the highest number in this table."""
        column = "age" if table == "answers" else "number"
        found = self._value(f"SELECT max({column}) FROM {table}")  # noqa: S608 - a table's name, ours
        return None if found is None else int(found)

    def answered(self, id_: str) -> tuple[tuple[int, ...], bytes | None]:
        """Return the facts that this intent became, or the answer to it where it became none."""
        rows = self.connection.execute(
            "SELECT number, NULL FROM facts WHERE cause = ?1 UNION ALL SELECT 0, data FROM answers WHERE id = ?1",
            (id_,),
        ).fetchall()
        if not rows:
            return (), None
        facts = tuple(sorted(number for number, data in rows if data is None))
        return facts, next((bytes(data) for _, data in rows if data is not None), None)

    def sent(self) -> dict[str, int]:
        """Return how far each consumer is."""
        return dict(self.connection.execute("SELECT consumer, number FROM sent").fetchall())

    def _signed(self, wanted: str, after: int) -> Generator[tuple[int, Signed], None, None]:
        with closing(self.connection.execute(wanted, (after,))) as rows:
            for number, data, signature in rows:
                if not (isinstance(data, bytes) and isinstance(signature, bytes)):
                    raise Damaged(f"something signed in {self.path.name} is not bytes")
                yield number, Signed(data=data, signature=signature)

    def _value(self, statement: str) -> int | None:
        found = self.connection.execute(statement).fetchone()[0]
        if not isinstance(found, int | None):
            raise Damaged(f"{self.path.name} has something else than a number: {found!r}")
        return found


def _links(rows: sqlite3.Cursor) -> Iterator[Link]:
    for number, cause, data, hash_ in rows:
        if not (isinstance(data, bytes) and isinstance(hash_, bytes) and isinstance(cause, str)):
            raise ChainBroken(number)
        yield Link(number=number, cause=cause, data=data, hash=hash_)
