"""The words a shuffler and its host have in common. None of them can name a card: backs, places and counts are all."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

JOURNAL_BYTES: Final = 16
ORDER_NONCE_BYTES: Final = 16
NO_NONCE: Final = bytes(ORDER_NONCE_BYTES)
"""Of an order for whose result nobody asks a proof."""


class Back(StrEnum):
    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    BLACK = "black"


class Mode(StrEnum):
    SHUFFLE = "shuffle"
    SORT = "sort"


class Place(StrEnum):
    """Where in the machine, in the order in which a card passes."""

    FEED = "feed"
    CAMERA = "camera"
    SHELVES = "shelves"
    OUTPUT = "output"


class FailReason(StrEnum):
    JAM = "jam"
    """Where, is told by a JAMMED of its own."""
    LID = "lid"
    POWER = "power"
    EMPTY = "empty"
    DOUBLE_FEED = "double-feed"
    """Two cards went past the camera as one: how many went in is not known."""
    BROKEN = "broken"
    """A part of the machine does not do what it should; the self-test names it."""


class CommandStatus(StrEnum):
    UNKNOWN = "unknown"
    """The device never took this command: it may be given."""
    RUNNING = "running"
    DONE = "done"
    """The motor has stopped; how it ended is in the event that the device keeps."""
    REFUSED = "refused"
    """Taken and turned down (lid open, no such deck, a jam); it will never run."""
    BUSY = "busy"
    """Not taken: something else is moving. The same command may be given again."""


class Activity(StrEnum):
    """What the motor is doing."""

    IDLE = "idle"
    SHUFFLING = "shuffling"
    TESTING = "testing"
    DELIVERING = "delivering"
    CLEARING = "clearing"
    RECONCILING = "reconciling"


class Fill(StrEnum):
    """How high the cards in the feed lie, as far as a sensor can tell without counting."""

    EMPTY = "empty"
    SHORT = "short"
    PLAUSIBLE = "plausible"
    LONG = "long"
    MIXED = "mixed"
    """Backs of more than one colour."""


class Verdict(StrEnum):
    """What a self-test says of a part."""

    GOOD = "good"
    WORN = "worn"
    """It still does what it should; have it seen to."""
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandId:
    """The journal's fact that ordered the act: the same act has the same id after a restart, and never acts twice."""

    journal: bytes
    number: int

    def __post_init__(self) -> None:
        if len(self.journal) != JOURNAL_BYTES or not 0 <= self.number < 1 << 64:
            raise ValueError("a command is named by 16 bytes and a number of 64 bits")

    def __str__(self) -> str:
        return f"{self.journal.hex()}:{self.number}"


@dataclass(frozen=True, kw_only=True, slots=True)
class EventId:
    """The device's own name for what it saw, the same each time it is told: make the intent's id from it."""

    boot: int
    number: int

    def __str__(self) -> str:
        return f"{self.boot}:{self.number}"
