"""
A shuffler as the host sees it.

No type in this module can name a card: a shuffler reports the backs of a deck and how many cards it counted, never a
rank, a suit or a position.
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
    """How well the device has identified itself, and so which grade its shuffles get."""

    ATTESTED = "attested"
    """Paired, and it runs an image of the signed list."""
    WITNESSED = "witnessed"
    """It speaks no protocol: its lamps are read."""
    REPORTED = "reported"
    """Paired, with unknown firmware."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkUp:
    """
    A session is open. `why` is the reason why its grade is not higher; `pairing` names the pairing that it proved.

    A new pairing makes a device forget all orders, so an old order must not be given again under another name.
    """

    identity: Identity
    standing: Standing = Standing.REPORTED
    why: str | None = None
    pairing: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkDown:
    """
    The link is down. Reported once for each new reason, not at each attempt.

    `never_paired`: this host has no pairing at all, so no device at its port counts as a stranger.
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


class ShufflerAway(Exception):  # noqa: N818 - named for what is wrong
    """No answer: the fate of the command is unknown. Call again with the same id after the next LinkUp."""


class ShufflerMute(Exception):  # noqa: N818 - named for what is wrong
    """The device does not know this message; sending it would end the session."""


class CommandRefused(Exception):  # noqa: N818 - named for what is wrong
    """The device will never carry out this command: correct the deck or the lid, then give a new command."""

    def __init__(self, command: CommandId) -> None:
        super().__init__(f"the shuffler refused command {command}")
        self.command = command


class ShufflerBusy(Exception):  # noqa: N818 - named for what is wrong
    """Something else is moving: give the same command again after the next event."""


class Shuffler(Protocol):
    """Any machine that shuffles a deck."""

    async def run(self) -> None:
        """Connect and serve until cancelled; reconnect whenever the port or the link is lost."""

    def events(self) -> AsyncIterator[ShufflerEvent]:
        """
        Return the events of all connections, for one consumer, who may stop reading and continue later.

        If nobody reads, the device has to wait; no kept event is lost.
        """

    def is_ours(self, finished: ShuffleFinished) -> bool:
        """Return whether the event carries the nonce of its command, so that it cannot be older than the command."""

    async def acknowledge(self, event: EventId) -> None:
        """
        Acknowledge an event, only once its fact is durable.

        Without a link this does nothing: the device sends the event again.
        """

    async def shuffle(self, command: CommandId, back: Back) -> None:
        """
        Give the command at most once; return when the device has it, now or from before.

        Raises ShufflerAway, ShufflerBusy or CommandRefused.
        """


class SpeakingShuffler(Shuffler, Protocol):
    """
    A shuffler that also answers questions. Each question raises ShufflerAway; `load` and `wear` also ShufflerMute.

    Each act is given at most once, and raises what `shuffle` raises, and ShufflerMute.
    """

    async def status_of(self, command: CommandId) -> CommandStatus:
        """Return what became of a command."""

    async def status(self) -> Status:
        """Return where the cards are, and what the machine does."""

    async def load(self) -> Load:
        """Return what the feed holds, without moving anything."""

    async def wear(self) -> Wear:
        """Return the wear counters."""

    async def self_test(self, command: CommandId) -> None:
        """Test the parts of an empty machine: ends in SelfTested or ActFailed."""

    async def deliver(self, command: CommandId) -> None:
        """Move the deck from the shelf to the output: ends in Delivered or ActFailed."""

    async def clear(self, command: CommandId) -> None:
        """Run the card path empty after a jam was fixed: ends in Cleared or ActFailed."""

    async def reconcile(self, command: CommandId) -> None:
        """Compare the cards that went in with those that came out: ends in Reconciled or ActFailed."""
