"""
The answers that are kept, and the rule for intents whose answer may be gone.

The promise: **nothing acts twice, even after a restart.**

An intent with an id that was used before gets its first answer again, as long as that answer is kept. The newest file
of the record keeps all answers that led to facts, and the newest `ANSWERS_KEPT` of the others.

A person's intent names the newest fact its asker knew (`seen`); a repeated intent names the same fact. An intent whose
id is not among the kept answers is refused as out of date if fact `seen` is not the newest and one of these is true:

- fact `seen` is in a sealed file;
- fact `seen` is not newer than the newest of the answers that were deleted from this file.

While fact `seen` is still the newest, the intent cannot have acted: it would have led to a newer fact. An old id with a
newer `seen` is a new request.

Intents of devices, keys, the clock and the host act on the present and are never too old. Their ids are new in each
process or name the fact that they follow from. Two kinds may be repeated after a crash: events that a shuffler keeps
until they are acknowledged, and reports of a message that the broker did not accept. For these the newest sealed file
is searched, too. An event repeated after more than one whole file of the record counts as new.
"""

from collections import deque

import msgspec

from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import Segment
from firmware_host.journal.sqlite_schema import ANSWERS_KEPT
from firmware_host.journal.witness import End
from firmware_host.table.acts.intent import Accepted, Answer, Refused

NOTHING = -1
"""Below every fact number: no answer has been deleted."""

_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Accepted | Refused)


class KeptAnswers:
    """Looks up answers, and knows up to which fact answers may have been deleted."""

    def __init__(self, reader: Reader, end: End) -> None:
        """
        Begin at `end`, the end of the record.

        After a start it is unknown when each answer in the file was given, so all count as given on the newest fact.
        """
        self._reader = reader
        self._before = _newest_sealed(reader)
        self._gone = end.number if end.answers > ANSWERS_KEPT else reader.newest.opening.after or NOTHING
        self._given = deque([end.number] * min(end.answers, ANSWERS_KEPT), maxlen=ANSWERS_KEPT)
        """For each kept answer that led to no fact, the oldest first: the newest fact when it was given."""

    def close(self) -> None:
        """Close the sealed file."""
        if self._before is not None:
            self._before.close()

    def answer_to(self, intent: str) -> Answer | None:
        """Return the first answer to this intent if it is in the newest file."""
        return _answer_in(self._reader.newest, intent)

    def answer_before(self, intent: str) -> Answer | None:
        """Return the first answer to this intent if it is in the newest sealed file."""
        return None if self._before is None else _answer_in(self._before, intent)

    def may_have_forgotten(self, seen: int, *, last: int) -> bool:
        """Return whether an intent with this `seen` may have had an answer that is no longer kept."""
        return seen <= self._gone and seen < last

    def gave(self, count: int, *, last: int) -> None:
        """Count answers that led to no fact, given when `last` was the newest fact."""
        for _ in range(count):
            if len(self._given) == ANSWERS_KEPT:
                self._gone = self._given[0]
            self._given.append(last)

    def sealed(self) -> None:
        """Continue with the new file, which the reader has opened."""
        self.close()
        self._before = _newest_sealed(self._reader)
        self._gone = self._reader.newest.opening.after
        self._given.clear()


def _newest_sealed(reader: Reader) -> Segment | None:
    return Segment(reader.sealed[-1]) if reader.sealed else None


def _answer_in(segment: Segment, intent: str) -> Answer | None:
    numbers, data = segment.answered(intent)
    if numbers:
        return Accepted(id=intent, numbers=numbers)
    return _answers.decode(data) if data is not None else None
