"""
Which sealed file knows which intent: worked out from the files, and worked out again when it is missing.

Without it the first answer to an old id would be looked for in every file there ever was. It only says where to look;
what was answered is always read from the record itself.
"""

import logging
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.journal.damage import Damaged
from firmware_host.journal.file_checks import form, form_of_ids
from firmware_host.journal.schema import APPLICATION_ID, BUSY_S, IDS, VERSION, fingerprint
from firmware_host.journal.segments import NAME, Segment

FILE = "journal.ids"
MARKS = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"

log = logging.getLogger(__name__)


def of(segment: Segment) -> Iterator[int]:
    """Yield the fingerprint of every id that a file has an answer to."""
    wanted = "SELECT DISTINCT cause FROM facts UNION SELECT id FROM answers"
    with closing(segment.connection.execute(wanted)) as rows:
        for (id_,) in rows:
            if not isinstance(id_, str):
                raise Damaged(f"an id in {segment.path.name} is no text: {id_!r}")
            yield fingerprint(id_)


def cover(folder: Path, path: Path) -> None:
    """Take in one sealed file."""
    with closing(Segment(path)) as segment:
        place = segment.opening.segment
        found = sorted(set(of(segment)))
    with closing(_writable(folder / FILE)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("SELECT 1 FROM covered WHERE segment = ?", (place,)).fetchone() is None:
            connection.executemany("INSERT INTO ids VALUES (?, ?)", ((mark, place) for mark in found))
            connection.execute("INSERT INTO covered VALUES (?, ?)", (place, len(found)))
        connection.execute("COMMIT")


def _writable(path: Path) -> sqlite3.Connection:
    if not path.exists():
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            connection.executescript(MARKS)
            connection.executescript(IDS)
        fresh.rename(path)
    return sqlite3.connect(path, isolation_level=None, timeout=BUSY_S)


def faults(folder: Path, sealed: Iterable[Path]) -> Iterator[str]:
    """Say where the index does not say what the sealed files do. One that is missing is made again at a start."""
    path = folder / FILE
    if not path.exists():
        return
    try:
        with _as_it_will_be(path) as file:
            marks = [file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
            if form(file) != form_of_ids() or marks != [APPLICATION_ID, VERSION]:
                yield "its tables are not of the form they were made in"
            yield from (row[0] for row in file.execute("PRAGMA integrity_check(10)") if row[0] != "ok")
            yield from _differences(file, sealed)
    # A damaged index gives text that is no text and numbers that are no numbers, too.
    except (sqlite3.Error, Damaged, TypeError, ValueError, OverflowError) as error:
        yield f"cannot be read ({error})"


@contextmanager
def _as_it_will_be(path: Path) -> Iterator[sqlite3.Connection]:
    """
    Open it to read only.

    Where a crash broke off the writing of it the next start undoes that; here it is undone in a copy.
    """
    with ExitStack() as opened:
        file = opened.enter_context(closing(_read_only(path)))
        try:
            file.execute("SELECT count(*) FROM sqlite_schema")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
            folder = Path(opened.enter_context(TemporaryDirectory()))
            for each in (path, path.with_name(f"{path.name}-journal")):
                shutil.copyfile(each, folder / each.name)
            file = opened.enter_context(closing(sqlite3.connect(folder / path.name, isolation_level=None)))
        yield file


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=BUSY_S)


def _differences(file: sqlite3.Connection, sealed: Iterable[Path]) -> Iterator[str]:
    counts = dict(file.execute("SELECT segment, count(*) FROM ids GROUP BY segment").fetchall())
    covered = dict(file.execute("SELECT segment, ids FROM covered").fetchall())
    there = {_place(path): path for path in sealed}
    if counts.keys() - covered.keys() or covered.keys() - there.keys():
        yield "it speaks of files that are not there"
    for place in covered.keys() & there.keys():
        with closing(Segment(there[place])) as segment:
            found = set(of(segment))
        missing = sum(
            file.execute("SELECT 1 FROM ids WHERE fingerprint = ? AND segment = ?", (mark, place)).fetchone() is None
            for mark in found
        )
        if missing or not len(found) == counts.get(place, 0) == covered[place]:
            yield f"it does not say which ids {there[place].name} knows"


class Ids:
    """Looks ids up. `unknown` are the sealed files it does not cover, which have to be looked into themselves."""

    def __init__(self, folder: Path) -> None:
        """Store; the file is opened when it is wanted."""
        self._path = folder / FILE
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        """Let the file go."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def uncovered(self, sealed: Iterable[Path]) -> tuple[Path, ...]:
        """Return those of the sealed files that are not covered."""
        known = {row[0] for row in self._rows("SELECT segment FROM covered")}
        return tuple(path for path in sealed if _place(path) not in known)

    def places(self, id_: str) -> tuple[int, ...]:
        """Return the sealed files that may know this id, of those that are covered."""
        return tuple(row[0] for row in self._rows("SELECT segment FROM ids WHERE fingerprint = ?", fingerprint(id_)))

    def _rows(self, wanted: str, *values: int) -> list[tuple[int, ...]]:
        if self._connection is None:
            if not self._path.exists():
                return []
            self._connection = _read_only(self._path)
        return self._connection.execute(wanted, values).fetchall()


def _place(path: Path) -> int:
    found = NAME.fullmatch(path.name)
    if found is None:
        raise ValueError(f"{path} is no file of a record")
    return int(found[1])
