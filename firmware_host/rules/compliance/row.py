"""One line of the compliance matrix."""

import re
from enum import StrEnum

from firmware_host.rules.struct import Record


class How(StrEnum):
    """The ways a paragraph can be met."""

    ENFORCED = "enforced"
    """What breaks it is refused."""
    COMPUTED = "computed"
    """The answer is worked out."""
    PROMPTED = "prompted"
    """The dealer is told to do it, and that it was done is recorded."""
    TIMED = "timed"
    """A clock runs on it."""
    POSTED = "posted"
    """It is on the sign."""
    RECORDED = "recorded"
    """It is in the journal."""
    OUTSIDE = "outside"
    """No software can meet it."""


class Need(StrEnum):
    """What an open paragraph waits for."""

    ENGINE = "round engine"
    OPENING = "opening procedure"
    COUNTS = "deck clocks and counts"
    PEOPLE = "people"
    PANEL = "panel"


class State(StrEnum):
    """Where a paragraph stands."""

    MET = "met"
    OPEN = "open"
    OUTSIDE = "outside"


class Row(Record, frozen=True, kw_only=True):
    """
    How one paragraph is met.

    `code` is the module that meets it, or so much of it as there is; `needs` is what an open one waits for; `reason`
    says why one is outside, what of a met one is left to people, or what an open one lacks.
    """

    paragraph: str
    text: str
    how: How
    code: str = ""
    needs: Need | None = None
    reason: str = ""

    @property
    def state(self) -> State:
        """Open as long as something is waited for."""
        if self.how is How.OUTSIDE:
            return State.OUTSIDE
        return State.MET if self.needs is None else State.OPEN

    @property
    def section(self) -> str:
        """The paragraph without its subsections: `14.9B` of `14.9B(d)1`."""
        return section_of(self.paragraph)


def row(how: How, paragraph: str, text: str, code: str = "", *, needs: Need | None = None, reason: str = "") -> Row:
    """Write a row in one line."""
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
