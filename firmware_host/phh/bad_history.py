"""What is wrong with a hand history, in one line."""

from collections.abc import Sequence
from enum import StrEnum

from firmware_host.phh.cited import cited


class Wrong(StrEnum):
    """What kind of wrong: whether to mend the file or to look again at what was played."""

    FILE = "file"
    """It cannot be read, or says what no hand can be."""
    LIE = "lie"
    """It contradicts itself: cards that are out already, or stacks at the end that the play does not give."""
    PLAY = "play"
    """It can be read, and tells of something the rules do not allow."""


class BadHistory(Exception):  # noqa: N818 - what is bad is the history
    """The file does not say what a hand history must say. `place` is the field or the action it is about."""

    def __init__(self, place: str, reason: str, paragraphs: Sequence[str] = (), *, wrong: Wrong = Wrong.FILE) -> None:
        """Name the place; the paragraph too, where the rules are what stands in the way."""
        super().__init__(f"{place}: {reason}{cited(paragraphs)}")
        self.place = place
        self.reason = reason
        self.paragraphs = tuple(paragraphs)
        self.wrong = wrong
