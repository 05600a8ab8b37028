"""What the host sees of a shuffler.

Nothing here can name a card: a shuffler says which back a deck has and how many cards it counted, never a rank, a suit
or a position, and there is no type in which it could.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from drivers.shuffler.device_messages import (
    ActFailed,
    Cleared,
    DeckLoaded,
    Delivered,
    Emptied,
    Identity,
    Jammed,
    KeptEvent,
    LidClosed,
    LidOpened,
    Load,
    ModeSwitched,
    Progress,
    Reconciled,
    Restarted,
    SelfTested,
    ShuffleFailed,
    ShuffleFinished,
    Status,
    Wear,
)
from drivers.shuffler.fields import (
    JOURNAL_BYTES,
    Activity,
    Back,
    CommandId,
    CommandStatus,
    EventId,
    FailReason,
    Fill,
    Mode,
    Place,
    Verdict,
)
from drivers.shuffler.messages import UnreadableEvent, as_unreadable

__all__ = [
    "JOURNAL_BYTES",
    "ActFailed",
    "Activity",
    "Back",
    "Cleared",
    "CommandId",
    "CommandRefused",
    "CommandStatus",
    "DeckLoaded",
    "Delivered",
    "DownReason",
    "Emptied",
    "EventId",
    "FailReason",
    "Fill",
    "Identity",
    "Jammed",
    "KeptEvent",
    "LidClosed",
    "LidOpened",
    "LinkDown",
    "LinkUp",
    "Load",
    "Mode",
    "ModeSwitched",
    "Place",
    "Progress",
    "Reconciled",
    "Restarted",
    "SelfTested",
    "ShuffleFailed",
    "ShuffleFinished",
    "Shuffler",
    "ShufflerAway",
    "ShufflerBusy",
    "ShufflerEvent",
    "ShufflerMute",
    "SpeakingShuffler",
    "Status",
    "Tampered",
    "UnreadableEvent",
    "Verdict",
    "Wear",
    "as_unreadable",
]


class DownReason(StrEnum):
    PORT_MISSING = "port-missing"
    PORT_FORBIDDEN = "port-forbidden"
    PORT_BUSY = "port-busy"
    PORT_LOST = "port-lost"
    NO_ANSWER = "no-answer"
    SILENT = "silent"
    OTHER_VERSION = "other-version"
    BAD_MESSAGE = "bad-message"
    NOT_PAIRED = "not-paired"
    """Never paired with this host, or with another since: a person pairs it."""
    NOT_PROVED = "not-proved"
    """Another device answers, or something in between changes its frames."""
    ENDED = "ended"
    """The device closed the session and said why."""


class Standing(StrEnum):
    """How well the device is known, and so what its word is worth."""

    ATTESTED = "attested"
    """Paired, and it runs an image of the signed list."""
    WITNESSED = "witnessed"
    """It speaks no protocol: its lamps are read."""
    REPORTED = "reported"
    """Paired, with unknown firmware."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkUp:
    """
    `why` is what keeps its grade from being better; `pairing` names the pairing that it has proved.

    A new pairing makes a device forget all orders: under another name no old order may be given again.
    """

    identity: Identity
    standing: Standing = Standing.REPORTED
    why: str | None = None
    pairing: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkDown:
    """
    Reported once for each reason in a row, not at each attempt.

    `never_paired`: this host has no pairing at all, so that no device at its port is a stranger.
    """

    why: DownReason
    say: str
    never_paired: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Tampered:
    """Frames of this session that noise cannot make, since the last report. All of them were dropped."""

    forged: int
    replayed: int


ShufflerEvent: TypeAlias = LinkUp | LinkDown | Tampered | Progress | KeptEvent | UnreadableEvent


class ShufflerAway(Exception):  # noqa: N818 - named for what is so
    """No answer: the fate of the command is unknown. Call again with the same id after the next LinkUp."""


class ShufflerMute(Exception):  # noqa: N818 - named for what is so
    """The device does not know this message; sending it would end the session."""


class CommandRefused(Exception):  # noqa: N818 - named for what is so
    """The device refused this command for ever: see to the deck or the lid, then give a new command."""

    def __init__(self, command: CommandId) -> None:
        super().__init__(f"the shuffler refused command {command}")
        self.command = command


class ShufflerBusy(Exception):  # noqa: N818 - named for what is so
    """Something else is moving: give the same command again after the next event."""


class Shuffler(Protocol):
    """Any machine that shuffles a deck."""

    async def run(self) -> None:
        """Connects and serves until cancelled, again and again when the port goes or the link is lost."""

    def events(self) -> AsyncIterator[ShufflerEvent]:
        """
        For one consumer, across all connections, who may stop waiting and wait again.

        Not reading it holds up the device, never loses a kept event.
        """

    def is_ours(self, finished: ShuffleFinished) -> bool:
        """Returns whether it carries the nonce of its command, so that it cannot be older than the command."""

    async def acknowledge(self, event: EventId) -> None:
        """Only once the fact is durable. Without a link it does nothing: the device sends the event again."""

    async def shuffle(self, command: CommandId, back: Back) -> None:
        """
        At most once: returns when the device has the command, now or from before.

        Raises ShufflerAway, ShufflerBusy or CommandRefused.
        """


class SpeakingShuffler(Shuffler, Protocol):
    """
    One that answers questions, too: each raises ShufflerAway, those of load and wear ShufflerMute as well.

    An act is given at most once and raises what `shuffle` does, and ShufflerMute.
    """

    async def status_of(self, command: CommandId) -> CommandStatus:
        """What became of a command."""

    async def status(self) -> Status:
        """What is where, now."""

    async def load(self) -> Load:
        """What lies in the feed; nothing moves."""

    async def wear(self) -> Wear:
        """The wear counters."""

    async def self_test(self, command: CommandId) -> None:
        """Ends in SelfTested or ActFailed; the machine must be empty."""

    async def deliver(self, command: CommandId) -> None:
        """Gives the deck on the shelf out: ends in Delivered or ActFailed."""

    async def clear(self, command: CommandId) -> None:
        """Runs the path empty once a jam was seen to: ends in Cleared or ActFailed."""

    async def reconcile(self, command: CommandId) -> None:
        """Counts what went in against what came out: ends in Reconciled or ActFailed."""
