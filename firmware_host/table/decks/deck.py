"""The two decks of the table, where each is, and the proof it carries (14.2, 14.5)."""

from enum import StrEnum

from firmware_host.rules.record import Record
from firmware_host.table.stamp import Stamp


class Back(StrEnum):
    """The colour of a deck's backs; the two decks of a table differ (14.2(d)1)."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    BLACK = "black"


class Grade(StrEnum):
    """
    How a shuffle is known to have happened.

    `REPORTED` is a completed cycle told by a device whose identity was not proved: not enough for a casino floor,
    and never called attested.
    """

    ATTESTED = "attested"
    WITNESSED = "witnessed"
    BY_HAND = "by-hand"
    PRE_SHUFFLED = "pre-shuffled"
    REPORTED = "reported"


class Mode(StrEnum):
    """What the shuffler was set to do. A sorted deck was dealt as a shuffled one before now; not here."""

    SHUFFLE = "shuffle"
    SORT = "sort"


class Place(StrEnum):
    """Where a deck is."""

    STORAGE = "storage"
    SHUFFLER = "shuffler"
    TABLE = "table"
    IN_PLAY = "in-play"


class Proof(Record, frozen=True, kw_only=True):
    """A shuffle that may be dealt once. `order` is the number of the fact that ordered it."""

    grade: Grade
    order: int
    counted: int


class Deck(Record, frozen=True, kw_only=True):
    """One deck. `order` is the shuffle that is under way since `ordered_at`, `trouble` why the last gave no proof."""

    back: Back
    place: Place = Place.STORAGE
    order: int | None = None
    ordered_at: Stamp | None = None
    overdue: bool = False
    trouble: str | None = None
    proof: Proof | None = None
    cut: bool = False
