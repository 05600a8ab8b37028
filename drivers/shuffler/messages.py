"""The messages between a host and a shuffler, and the words they are made of."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

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


@dataclass(frozen=True, slots=True)
class Identify:
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class Shuffle:
    """The device keeps the nonce with the command and says it again with the result."""

    command: CommandId
    back: Back
    nonce: bytes = NO_NONCE


@dataclass(frozen=True, kw_only=True, slots=True)
class Attest:
    """Which firmware runs there? Asked before anything else in a session."""

    nonce: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class SelfTest:
    command: CommandId


@dataclass(frozen=True, kw_only=True, slots=True)
class Deliver:
    command: CommandId


@dataclass(frozen=True, kw_only=True, slots=True)
class Clear:
    command: CommandId


@dataclass(frozen=True, kw_only=True, slots=True)
class Reconcile:
    command: CommandId


Order: TypeAlias = Shuffle | SelfTest | Deliver | Clear | Reconcile

"""What moves something, at most once for each command."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WhatBecame:
    command: CommandId


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandReport:
    """The one answer to each order and each WHAT_BECAME, in the order they were asked."""

    command: CommandId
    status: CommandStatus


@dataclass(frozen=True, slots=True)
class GetStatus:
    pass


@dataclass(frozen=True, slots=True)
class CheckLoad:
    pass


@dataclass(frozen=True, slots=True)
class GetWear:
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class EventAck:
    event: EventId


HostMessage: TypeAlias = Identify | Attest | Order | WhatBecame | GetStatus | CheckLoad | GetWear | EventAck


@dataclass(frozen=True, kw_only=True, slots=True)
class Attestation:
    """SHA-256 over the nonce of ATTEST and the whole image, as it would be written to the device."""

    digest: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """As the device says; the session's key proves only that it is the one that was paired."""

    model: str
    serial: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """For a bar on a screen: some are skipped, none is told again."""

    command: CommandId
    done: int
    of: int

    def __post_init__(self) -> None:
        if not 0 < self.of >= self.done:
            raise ValueError(f"progress of {self.done} in {self.of}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Status:
    """What is where, now. A deck's cards are counted when they go in, so those in the feed have no number."""

    activity: Activity
    mode: Mode
    lid_open: bool
    jam: Place | None
    feed: Back | None
    shelf: Back | None
    shelf_cards: int
    output: Back | None
    output_cards: int
    astray: int
    """Cards that lie where none should when nothing moves."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Load:
    """What lies in the feed, without moving it."""

    back: Back | None
    fill: Fill


@dataclass(frozen=True, kw_only=True, slots=True)
class Wear:
    """Cycles the motor has made, in all and since somebody serviced it, and how many it is made for."""

    cycles: int
    since_service: int
    service_every: int
    life: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckLoaded:
    event: EventId
    back: Back


@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleFinished:
    """The motor came to its end: whether that is a shuffled deck is for `mode`, `counted` and `back` to say."""

    event: EventId
    command: CommandId
    mode: Mode
    counted: int
    """Cards that went past the camera on their way in."""
    back: Back
    duration_ms: int
    nonce: bytes = NO_NONCE
    """That of the command, said again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleFailed:
    event: EventId
    command: CommandId
    reason: FailReason


@dataclass(frozen=True, kw_only=True, slots=True)
class LidOpened:
    event: EventId


@dataclass(frozen=True, kw_only=True, slots=True)
class LidClosed:
    event: EventId


@dataclass(frozen=True, kw_only=True, slots=True)
class Jammed:
    event: EventId
    place: Place


@dataclass(frozen=True, kw_only=True, slots=True)
class ModeSwitched:
    event: EventId
    mode: Mode


@dataclass(frozen=True, kw_only=True, slots=True)
class Restarted:
    """Power was lost or the machine reset: whatever moved stopped where it was."""

    event: EventId


@dataclass(frozen=True, kw_only=True, slots=True)
class Cleared:
    """The path has been run empty; `found` cards came out of it."""

    event: EventId
    command: CommandId
    found: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Delivered:
    event: EventId
    command: CommandId
    back: Back
    counted: int
    """Cards that came out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reconciled:
    """
    Cards in against cards out since the last reconciliation that was right.

    `lying` is what a sensor sees on the shelf and in the output, `astray` what was found where no card should be.
    """

    event: EventId
    command: CommandId
    went_in: int
    came_out: int
    lying: int
    astray: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SelfTested:
    event: EventId
    command: CommandId
    feed: Verdict
    camera: Verdict
    shelves: Verdict
    output: Verdict
    lid: Verdict
    memory: Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class ActFailed:
    """An act other than a shuffle did not come to its end."""

    event: EventId
    command: CommandId
    reason: FailReason


KeptEvent: TypeAlias = (
    DeckLoaded
    | ShuffleFinished
    | ShuffleFailed
    | LidOpened
    | LidClosed
    | Jammed
    | ModeSwitched
    | Restarted
    | Cleared
    | Delivered
    | Reconciled
    | SelfTested
    | ActFailed
)

"""Told on every new session until acknowledged."""
