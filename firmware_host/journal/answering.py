"""The first answer to an intent, however long ago it was given: it acts once, and once only."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from firmware_host.journal import ids
from firmware_host.journal.damage import reported
from firmware_host.journal.reading import Reader
from firmware_host.journal.segments import Segment, path_of
from firmware_host.journal.writer import Writer
from firmware_host.table.contract import Accepted, Answer, Refused

_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Accepted | Refused)

log = logging.getLogger(__name__)


class Answering:
    """Looks in the file that is written, then in the sealed ones that may know."""

    def __init__(self, folder: Path, reader: Reader, writer: Writer) -> None:
        """Sealed files that the index does not cover yet are taken in when the writer has nothing to do."""
        self._folder = folder
        self._reader = reader
        self._writer = writer
        self._ids = ids.Ids(folder)
        self._uncovered: tuple[Path, ...] = ()
        for path in self._not_covered():
            self.has_sealed(path)

    def close(self) -> None:
        """Let the files go."""
        self._ids.close()

    def answer_to(self, intent: str) -> Answer | None:
        """Return the first answer to this intent, if it was ever answered."""
        return _answer_in(self._reader.newest, intent) or self._answered_before(intent)

    def has_sealed(self, path: Path) -> None:
        """Hear of one more sealed file."""
        self._uncovered = (*self._uncovered, path)

        def chore() -> None:
            ids.cover(self._folder, path)
            self._uncovered = tuple(other for other in self._uncovered if other != path)

        self._writer.later(chore)

    def _answered_before(self, intent: str) -> Answer | None:
        for path in self._that_may_know(intent):
            with reported(self._folder), closing(Segment(path)) as segment:
                answer = _answer_in(segment, intent)
            if answer is not None:
                return answer
        return None

    def _that_may_know(self, intent: str) -> Iterator[Path]:
        # In this order: what the writer takes in meanwhile is in the index by then.
        yield from self._uncovered
        if not self._reader.sealed:
            return
        try:
            covered = self._ids.places(intent)
        except sqlite3.Error as error:
            log.error("%s cannot be read (%s): every file is looked into", ids.FILE, error)  # noqa: TRY400 - one line
            yield from reversed(self._reader.sealed)
            return
        yield from (path_of(self._folder, place) for place in covered)

    def _not_covered(self) -> tuple[Path, ...]:
        try:
            return self._ids.uncovered(self._reader.sealed)
        except sqlite3.Error as error:
            log.error("%s cannot be read (%s): every file is looked into", ids.FILE, error)  # noqa: TRY400 - one line
            return self._reader.sealed


def _answer_in(segment: Segment, intent: str) -> Answer | None:
    numbers, data = segment.answered(intent)
    if numbers:
        return Accepted(id=intent, numbers=numbers)
    return _answers.decode(data) if data is not None else None
