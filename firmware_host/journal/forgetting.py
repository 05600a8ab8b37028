"""
Up to where the record has forgotten what it answered.

An answer that is no fact is kept for long, not for ever; what came of the intent must not change by that. So the record
knows on which fact at the latest the newest forgotten answer was given: a person who asks on one as old, and whose id
nobody knows, may have been answered already, and has to look again.
"""

from collections import deque

from firmware_host.journal.works import ANSWERS_KEPT

NOTHING = -1
"""Below what anybody can have seen."""


class Forgotten:
    """Holds no more than there are answers kept: a number for each commit that had any."""

    def __init__(self, *, before: int, answers: int, last: int) -> None:
        """
        Begin with a file that begins after fact `before` and had so many answers when fact `last` was its newest.

        When each was given is not known any more, nor what the files before it have forgotten: the latest it can be.
        """
        self._number = last if answers > ANSWERS_KEPT else before or NOTHING
        self._answers = answers
        self._kept = deque([(1, last)] if answers else [])

    def told(self, count: int, *, last: int) -> None:
        """Hear of so many answers more, given when `last` was the newest fact."""
        if count:
            self._kept.append((self._answers + 1, last))
            self._answers += count
        while self._kept and self._kept[0][0] <= self._answers - ANSWERS_KEPT:
            self._number = max(self._number, self._kept.popleft()[1])

    def sealed(self) -> None:
        """Go on in a new file: what the full one still has is kept for ever."""
        self._answers = 0
        self._kept.clear()

    def may_hold(self, seen: int, *, last: int) -> bool:
        """
        Return whether an answer to somebody who had seen fact `seen` may be forgotten, and another be given now.

        As long as there is no newer fact, the same question has the same answer.
        """
        return seen <= self._number and seen < last
