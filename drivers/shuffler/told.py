"""What a shuffler tells: at once when asked, kept until acknowledged when it happened, or for a bar on a screen."""

from dataclasses import dataclass
from typing import TypeAlias

from drivers.shuffler.words import (
    NO_NONCE,
    Activity,
    Back,
    CommandId,
    EventId,
    FailReason,
    Fill,
    Mode,
    Place,
    Verdict,
)


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
