"""A row of the compliance matrix."""

import re
from enum import StrEnum

from firmware_host.rules.struct import Record


class How(StrEnum):
    """The ways a paragraph can be met."""

    ENFORCED = "enforced"
    """The software refuses what violates it."""
    COMPUTED = "computed"
    """The software computes the result."""
    PROMPTED = "prompted"
    """The dealer is prompted, and the record shows that it was done."""
    TIMED = "timed"
    """A clock watches it."""
    POSTED = "posted"
    """It is shown on the sign."""
    RECORDED = "recorded"
    """It is recorded in the journal."""
    OUTSIDE = "outside"
    """Software cannot meet it."""


class Need(StrEnum):
    """The missing part that keeps a paragraph open."""

    ENGINE = "round engine"
    OPENING = "opening procedure"
    COUNTS = "deck clocks and counts"
    PEOPLE = "people"
    PANEL = "panel"


class State(StrEnum):
    """Whether a paragraph is met."""

    MET = "met"
    OPEN = "open"
    OUTSIDE = "outside"


class Row(Record, frozen=True, kw_only=True):
    """
    How one paragraph is met.

    `code` is the module that meets the paragraph, in full or in part; `needs` is what an open row still lacks; `reason`
    says why a row is outside, what a met row leaves to people, or what an open row lacks.
    """

    paragraph: str
    text: str
    how: How
    code: str = ""
    needs: Need | None = None
    reason: str = ""

    @property
    def state(self) -> State:
        """Return whether the paragraph is met, open or outside."""
        if self.how is How.OUTSIDE:
            return State.OUTSIDE
        return State.MET if self.needs is None else State.OPEN

    @property
    def section(self) -> str:
        """Return the paragraph without its subsections: `14.9B` of `14.9B(d)1`."""
        return section_of(self.paragraph)


def row(how: How, paragraph: str, text: str, code: str = "", *, needs: Need | None = None, reason: str = "") -> Row:
    """Return a row; short enough to write on one line."""
    return Row(paragraph=paragraph, text=text, how=how, code=code, needs=needs, reason=reason)


def section_of(paragraph: str) -> str:
    """
    Return the section a paragraph belongs to; `I` for the interpretations.

    >>> section_of("14.11(A)(f)2i"), section_of("14.10(c)"), section_of("I-5"), section_of("19:47-8.3")
    ('14.11(A)', '14.10', 'I', '8.3')
    """
    if paragraph.startswith("I-"):
        return "I"
    if paragraph.startswith("19:46-1"):
        return "46-1"
    found = re.match(r"\d+\.\d+(?:[A-C]|\(A\))?", paragraph.removeprefix("19:47-"))
    return found[0] if found else paragraph
