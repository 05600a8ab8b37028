"""
The first answer to an intent, as long as it is kept, and which intents are too old to be asked after that.

What is promised: **nothing acts twice, also after a restart.**

An intent that is asked again by the same id gets its first answer again, as long as that is kept. Kept are the answers
in the file of the record that is written now: all that became facts, and the newest `ANSWERS_KEPT` of the others.

A person's intent says which fact was the newest one its asker knew (`seen`); when it is sent again, it says the same.
Whatever the act, it is refused as out of date if its id is not among the kept answers, fact `seen` is not the newest,
and one of these holds:

- fact `seen` is in a sealed file;
- fact `seen` was recorded before the newest of the answers that were deleted from this file was given.

While fact `seen` is still the newest, the intent has not acted: it would have left a newer fact. An asker who gives an
old id a newer `seen` asks something new.

Devices, keys, the clock and the host itself act on the present and are never too old. Their ids are made anew in each
process or name the fact that they follow from, with two exceptions that a crash may repeat: the events that a shuffler
keeps until they are acknowledged, and the report of a message that the broker did not take. For these the newest sealed
file is searched, too. One that is repeated after more than a whole file of the record counts as new.
"""

from collections import deque

import msgspec

from firmware_host.journal.reader import Reader
from firmware_host.journal.schema import ANSWERS_KEPT
from firmware_host.journal.segments import Segment
from firmware_host.journal.witness import End
from firmware_host.table.acts.intent import Accepted, Answer, Refused

NOTHING = -1
"""Less than any `seen`."""

_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Accepted | Refused)


class KeptAnswers:
    """Looks an answer up, and knows up to which fact answers may be gone."""

    def __init__(self, reader: Reader, end: End) -> None:
        """
        Begin where the record ends.

        After a start nobody knows when each answer in the file was given: it counts as given on the newest fact.
        """
        self._reader = reader
        self._before = _newest_sealed(reader)
        self._gone = end.number if end.answers > ANSWERS_KEPT else reader.newest.opening.after or NOTHING
        self._given = deque([end.number] * min(end.answers, ANSWERS_KEPT), maxlen=ANSWERS_KEPT)
        """For each kept answer that is no fact, the oldest first, which fact was the newest when it was given."""

    def close(self) -> None:
        """Let the sealed file go."""
        if self._before is not None:
            self._before.close()

    def answer_to(self, intent: str) -> Answer | None:
        """Return the first answer to this intent if it is in the file that is written."""
        return _answer_in(self._reader.newest, intent)

    def answer_before(self, intent: str) -> Answer | None:
        """Return the first answer to this intent if it is in the newest sealed file."""
        return None if self._before is None else _answer_in(self._before, intent)

    def may_have_forgotten(self, seen: int, *, last: int) -> bool:
        """Return whether an intent asked on fact `seen` may have been answered, and the answer be gone."""
        return seen <= self._gone and seen < last

    def gave(self, count: int, *, last: int) -> None:
        """Count answers that are no facts, given when `last` was the newest fact."""
        for _ in range(count):
            if len(self._given) == ANSWERS_KEPT:
                self._gone = self._given[0]
            self._given.append(last)

    def sealed(self) -> None:
        """Go on in a new file, which the reader has opened."""
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
