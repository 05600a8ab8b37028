"""What the host sees of a shuffler.

Nothing here can name a card: a shuffler says which back a deck has and how many cards it counted, never a rank, a suit
or a position, and there is no type in which it could.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

JOURNAL_BYTES: Final = 16


class Back(StrEnum):
    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    BLACK = "black"


class Mode(StrEnum):
    SHUFFLE = "shuffle"
    SORT = "sort"


class FailReason(StrEnum):
    JAM = "jam"
    LID = "lid"
    POWER = "power"
    EMPTY = "empty"


class CommandStatus(StrEnum):
    UNKNOWN = "unknown"
    """The device never took this command: it may be given."""
    RUNNING = "running"
    DONE = "done"
    """The motor has stopped; how it ended is in the event that the device keeps."""
    REFUSED = "refused"
    """Taken and turned down (lid open, no such deck, another command running); it will never run."""


class DownReason(StrEnum):
    PORT_MISSING = "port-missing"
    PORT_FORBIDDEN = "port-forbidden"
    PORT_BUSY = "port-busy"
    PORT_LOST = "port-lost"
    NO_ANSWER = "no-answer"
    SILENT = "silent"
    OTHER_VERSION = "other-version"
    BAD_MESSAGE = "bad-message"


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """As the device says; nothing proves it before sessions are authenticated."""

    model: str
    serial: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkUp:
    identity: Identity


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkDown:
    """Told once for each reason in a row, not at each attempt."""

    why: DownReason
    say: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckLoaded:
    event: EventId
    back: Back


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """For a bar on a screen: some are skipped, none is told again."""

    command: CommandId
    done: int
    of: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleFinished:
    """The motor came to its end: whether that is a shuffled deck is for `mode`, `counted` and `back` to say."""

    event: EventId
    command: CommandId
    mode: Mode
    counted: int
    back: Back
    duration_ms: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleFailed:
    event: EventId
    command: CommandId
    reason: FailReason


KeptEvent: TypeAlias = DeckLoaded | ShuffleFinished | ShuffleFailed
"""Told on every new session until acknowledged."""
ShufflerEvent: TypeAlias = LinkUp | LinkDown | Progress | KeptEvent


class ShufflerAway(Exception):  # noqa: N818 - named for what is so
    """No answer, so what became of the command is not known: after the next LinkUp call again with the same id."""


class ShuffleRefused(Exception):  # noqa: N818 - named for what is so
    """The device turned this command down for good: put the deck or lid right and give a new command."""

    def __init__(self, command: CommandId) -> None:
        super().__init__(f"the shuffler refused command {command}")
        self.command = command


class Shuffler(Protocol):
    async def run(self) -> None:
        """Connects and serves until cancelled, again and again when the port goes or the link is lost."""

    def events(self) -> AsyncIterator[ShufflerEvent]:
        """For one consumer, across all connections. Not reading it holds up the device, never loses a kept event."""

    async def acknowledge(self, event: EventId) -> None:
        """Only once the fact is durable. Without a link it does nothing: the device tells the event again."""

    async def shuffle(self, command: CommandId, back: Back) -> None:
        """At most once: returns when the device has the command, now or from before. ShufflerAway or ShuffleRefused."""

    async def status_of(self, command: CommandId) -> CommandStatus:
        """What became of a command. Raises ShufflerAway."""
