"""
What the fields of messages are made of: ids, words with their numbers, and how a field of each kind is written.

A message is a dataclass whose annotations carry the layout: `done: U8` is a number that takes one byte on the wire. The
fields are written in the order in which the class names them. PROTOCOL.md has the tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, Protocol

JOURNAL_BYTES: Final = 16
ORDER_NONCE_BYTES: Final = 16
NAME_MAX: Final = 16

NO_NONCE: Final = bytes(ORDER_NONCE_BYTES)
"""Of an order for whose result nobody asks a proof."""


class Field(Protocol):
    """Both raise ValueError (or OverflowError) for what the field cannot hold or what has no meaning."""

    @property
    def size(self) -> int: ...

    def pack(self, value: Any) -> bytes: ...

    def unpack(self, data: bytes) -> Any: ...


@dataclass(frozen=True, slots=True)
class Number:
    """Without a sign, big-endian."""

    size: int

    def pack(self, value: int) -> bytes:
        return value.to_bytes(self.size)

    def unpack(self, data: bytes) -> int:
        return int.from_bytes(data)


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes that mean nothing by themselves: a nonce or a digest."""

    size: int

    def pack(self, value: bytes) -> bytes:
        if len(value) != self.size:
            raise ValueError(f"{len(value)} bytes instead of {self.size}")
        return value

    def unpack(self, data: bytes) -> bytes:
        return data


@dataclass(frozen=True, slots=True)
class Word:
    """One of a list, by its number."""

    meanings: Mapping[int, StrEnum]
    size: int = 1

    def pack(self, value: StrEnum) -> bytes:
        return bytes((next(code for code, word in self.meanings.items() if word is value),))

    def unpack(self, data: bytes) -> StrEnum:
        if data[0] not in self.meanings:
            raise ValueError(f"{data[0]} stands for nothing")
        return self.meanings[data[0]]


@dataclass(frozen=True, slots=True)
class WordOrNone:
    """A word whose list has no 0: that says there is none."""

    meanings: Mapping[int, StrEnum]
    size: int = 1

    def pack(self, value: StrEnum | None) -> bytes:
        return b"\0" if value is None else Word(self.meanings).pack(value)

    def unpack(self, data: bytes) -> StrEnum | None:
        return None if data == b"\0" else Word(self.meanings).unpack(data)


@dataclass(frozen=True, slots=True)
class YesNo:
    """0 is no, 1 is yes."""

    size: int = 1

    def pack(self, value: bool) -> bytes:  # noqa: FBT001 - the value of a field, not a switch
        return bytes((value,))

    def unpack(self, data: bytes) -> bool:
        if data[0] > 1:
            raise ValueError(f"{data[0]} is neither yes nor no")
        return data == b"\1"


@dataclass(frozen=True, slots=True)
class Printable:
    """Printable ASCII without spaces at the ends, so that padding and name cannot be confused."""

    size: int = NAME_MAX

    def pack(self, value: str) -> bytes:
        fits = 0 < len(value) <= self.size and value.isascii() and value.isprintable() and value == value.strip()
        if not fits:
            raise ValueError(f"{value!r} is not a name of 1 to {self.size} printable characters")
        return value.encode("ascii").ljust(self.size, b"\0")

    def unpack(self, data: bytes) -> str:
        name = data.rstrip(b"\0").decode("ascii")
        self.pack(name)
        return name


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


@dataclass(frozen=True, slots=True)
class CommandIdField:
    """The journal, then the number in it."""

    size: int = JOURNAL_BYTES + 8

    def pack(self, value: CommandId) -> bytes:
        return value.journal + value.number.to_bytes(8)

    def unpack(self, data: bytes) -> CommandId:
        return CommandId(journal=data[:JOURNAL_BYTES], number=int.from_bytes(data[JOURNAL_BYTES:]))


@dataclass(frozen=True, kw_only=True, slots=True)
class EventId:
    """The device's own name for what it saw, the same each time it is told: make the intent's id from it."""

    boot: int
    number: int

    def __str__(self) -> str:
        return f"{self.boot}:{self.number}"


@dataclass(frozen=True, slots=True)
class EventIdField:
    """The boot, then the number in it."""

    size: int = 8

    def pack(self, value: EventId) -> bytes:
        return value.boot.to_bytes(4) + value.number.to_bytes(4)

    def unpack(self, data: bytes) -> EventId:
        return EventId(boot=int.from_bytes(data[:4]), number=int.from_bytes(data[4:]))


Command = Annotated[CommandId, CommandIdField()]
Event = Annotated[EventId, EventIdField()]
Name = Annotated[str, Printable()]
OrderNonce = Annotated[bytes, Raw(ORDER_NONCE_BYTES)]
Sha256 = Annotated[bytes, Raw(32)]
Flag = Annotated[bool, YesNo()]
U8 = Annotated[int, Number(1)]
U16 = Annotated[int, Number(2)]
U32 = Annotated[int, Number(4)]


class Back(StrEnum):
    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    BLACK = "black"


BACKS: Final[Mapping[int, Back]] = {1: Back.BLUE, 2: Back.RED, 3: Back.GREEN, 4: Back.BLACK}
BackWord = Annotated[Back, Word(BACKS)]
BackOrNone = Annotated[Back | None, WordOrNone(BACKS)]


class Mode(StrEnum):
    SHUFFLE = "shuffle"
    SORT = "sort"


MODES: Final[Mapping[int, Mode]] = {1: Mode.SHUFFLE, 2: Mode.SORT}
ModeWord = Annotated[Mode, Word(MODES)]


class Place(StrEnum):
    """Where in the machine, in the order in which a card passes."""

    FEED = "feed"
    CAMERA = "camera"
    SHELVES = "shelves"
    OUTPUT = "output"


PLACES: Final[Mapping[int, Place]] = {1: Place.FEED, 2: Place.CAMERA, 3: Place.SHELVES, 4: Place.OUTPUT}
PlaceWord = Annotated[Place, Word(PLACES)]
PlaceOrNone = Annotated[Place | None, WordOrNone(PLACES)]


class FailReason(StrEnum):
    JAM = "jam"
    """A JAMMED of its own says where."""
    LID = "lid"
    POWER = "power"
    EMPTY = "empty"
    DOUBLE_FEED = "double-feed"
    """Two cards went past the camera as one: how many went in is not known."""
    BROKEN = "broken"
    """A part of the machine does not do what it should; the self-test names it."""


REASONS: Final[Mapping[int, FailReason]] = {
    1: FailReason.JAM,
    2: FailReason.LID,
    3: FailReason.POWER,
    4: FailReason.EMPTY,
    5: FailReason.DOUBLE_FEED,
    6: FailReason.BROKEN,
}

ReasonWord = Annotated[FailReason, Word(REASONS)]


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


STATUSES: Final[Mapping[int, CommandStatus]] = {
    0: CommandStatus.UNKNOWN,
    1: CommandStatus.RUNNING,
    2: CommandStatus.DONE,
    3: CommandStatus.REFUSED,
    4: CommandStatus.BUSY,
}

StatusWord = Annotated[CommandStatus, Word(STATUSES)]


class Activity(StrEnum):
    """What the motor is doing."""

    IDLE = "idle"
    SHUFFLING = "shuffling"
    TESTING = "testing"
    DELIVERING = "delivering"
    CLEARING = "clearing"
    RECONCILING = "reconciling"


ACTIVITIES: Final[Mapping[int, Activity]] = {
    0: Activity.IDLE,
    1: Activity.SHUFFLING,
    2: Activity.TESTING,
    3: Activity.DELIVERING,
    4: Activity.CLEARING,
    5: Activity.RECONCILING,
}

ActivityWord = Annotated[Activity, Word(ACTIVITIES)]


class Fill(StrEnum):
    """How high the cards in the feed lie, as far as a sensor can tell without counting."""

    EMPTY = "empty"
    SHORT = "short"
    PLAUSIBLE = "plausible"
    LONG = "long"
    MIXED = "mixed"
    """Backs of more than one colour."""


FILLS: Final[Mapping[int, Fill]] = {0: Fill.EMPTY, 1: Fill.SHORT, 2: Fill.PLAUSIBLE, 3: Fill.LONG, 4: Fill.MIXED}
FillWord = Annotated[Fill, Word(FILLS)]


class Verdict(StrEnum):
    """The result of a self-test for one part."""

    GOOD = "good"
    WORN = "worn"
    """It still does what it should; have it seen to."""
    FAILED = "failed"


VERDICTS: Final[Mapping[int, Verdict]] = {1: Verdict.GOOD, 2: Verdict.WORN, 3: Verdict.FAILED}
VerdictWord = Annotated[Verdict, Word(VERDICTS)]
