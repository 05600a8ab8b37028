"""
What a shuffler says to its host. Each message stands here with its tag and its layout.

A new event goes into `KeptEvent`, an answer or anything else into `DeviceMessage`: type checking then names every place
that has to know it.
"""

from dataclasses import dataclass
from typing import TypeAlias

from drivers.shuffler.fields import (
    NO_NONCE,
    U8,
    U16,
    U32,
    ActivityWord,
    BackOrNone,
    BackWord,
    Command,
    Event,
    FillWord,
    Flag,
    ModeWord,
    Name,
    OrderNonce,
    PlaceOrNone,
    PlaceWord,
    ReasonWord,
    Sha256,
    StatusWord,
    VerdictWord,
)
from drivers.shuffler.layout import message


@message(0x83, "COMMAND_STATUS")
@dataclass(frozen=True, kw_only=True, slots=True)
class CommandReport:
    """The one answer to each order and each WHAT_BECAME, in the order they were asked."""

    command: Command
    status: StatusWord


@message(0x84, "ATTESTATION")
@dataclass(frozen=True, kw_only=True, slots=True)
class Attestation:
    """SHA-256 over the nonce of ATTEST and the whole image, as it would be written to the device."""

    digest: Sha256


@message(0x81, "IDENTITY")
@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """As the device says; the session's key proves only that it is the one that was paired."""

    model: Name
    serial: Name


@message(0x82, "PROGRESS")
@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """For a bar on a screen: some are skipped, none is told again."""

    command: Command
    done: U8
    of: U8

    def __post_init__(self) -> None:
        if not 0 < self.of >= self.done:
            raise ValueError(f"progress of {self.done} in {self.of}")


@message(0xA0, "STATUS")
@dataclass(frozen=True, kw_only=True, slots=True)
class Status:
    """What is where, now. A deck's cards are counted when they go in, so those in the feed have no number."""

    activity: ActivityWord
    mode: ModeWord
    lid_open: Flag
    jam: PlaceOrNone
    feed: BackOrNone
    shelf: BackOrNone
    shelf_cards: U8
    output: BackOrNone
    output_cards: U8
    astray: U8
    """Cards that lie where none should when nothing moves."""


@message(0xA1, "LOAD")
@dataclass(frozen=True, kw_only=True, slots=True)
class Load:
    """What lies in the feed, without moving it."""

    back: BackOrNone
    fill: FillWord


@message(0xA2, "WEAR")
@dataclass(frozen=True, kw_only=True, slots=True)
class Wear:
    """Cycles the motor has made, in all and since somebody serviced it, and how many it is made for."""

    cycles: U32
    since_service: U32
    service_every: U32
    life: U32


@message(0x91, "DECK_LOADED")
@dataclass(frozen=True, kw_only=True, slots=True)
class DeckLoaded:
    event: Event
    back: BackWord


@message(0x92, "SHUFFLE_FINISHED")
@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleFinished:
    """The motor came to its end: whether that is a shuffled deck is for `mode`, `counted` and `back` to say."""

    event: Event
    command: Command
    mode: ModeWord
    counted: U8
    """Cards that went past the camera on their way in."""
    back: BackWord
    duration_ms: U32
    nonce: OrderNonce = NO_NONCE
    """That of the command, said again."""


@message(0x93, "SHUFFLE_FAILED")
@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleFailed:
    event: Event
    command: Command
    reason: ReasonWord


@message(0x94, "LID_OPENED")
@dataclass(frozen=True, kw_only=True, slots=True)
class LidOpened:
    event: Event


@message(0x95, "LID_CLOSED")
@dataclass(frozen=True, kw_only=True, slots=True)
class LidClosed:
    event: Event


@message(0x96, "JAMMED")
@dataclass(frozen=True, kw_only=True, slots=True)
class Jammed:
    event: Event
    place: PlaceWord


@message(0x97, "MODE_SWITCHED")
@dataclass(frozen=True, kw_only=True, slots=True)
class ModeSwitched:
    event: Event
    mode: ModeWord


@message(0x98, "RESTARTED")
@dataclass(frozen=True, kw_only=True, slots=True)
class Restarted:
    """Power was lost or the machine reset: whatever moved stopped where it was."""

    event: Event


@message(0x99, "CLEARED")
@dataclass(frozen=True, kw_only=True, slots=True)
class Cleared:
    """The path has been run empty; `found` cards came out of it."""

    event: Event
    command: Command
    found: U8


@message(0x9A, "DELIVERED")
@dataclass(frozen=True, kw_only=True, slots=True)
class Delivered:
    event: Event
    command: Command
    back: BackWord
    counted: U8
    """Cards that came out."""


@message(0x9B, "RECONCILED")
@dataclass(frozen=True, kw_only=True, slots=True)
class Reconciled:
    """
    Cards in against cards out since the last reconciliation that was right.

    `lying` is what a sensor sees on the shelf and in the output, `astray` what was found where no card should be.
    """

    event: Event
    command: Command
    went_in: U16
    came_out: U16
    lying: U8
    astray: U8


@message(0x9C, "SELF_TESTED")
@dataclass(frozen=True, kw_only=True, slots=True)
class SelfTested:
    event: Event
    command: Command
    feed: VerdictWord
    camera: VerdictWord
    shelves: VerdictWord
    output: VerdictWord
    lid: VerdictWord
    memory: VerdictWord


@message(0x9D, "ACT_FAILED")
@dataclass(frozen=True, kw_only=True, slots=True)
class ActFailed:
    """An act other than a shuffle did not come to its end."""

    event: Event
    command: Command
    reason: ReasonWord


@message(0x9E, "EMPTIED")
@dataclass(frozen=True, kw_only=True, slots=True)
class Emptied:
    """People took the deck off the shelf, or out of the output."""

    event: Event
    place: PlaceWord


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
    | Emptied
)
"""Told on every new session until acknowledged."""

DeviceMessage: TypeAlias = Identity | Attestation | Progress | CommandReport | Status | Load | Wear | KeptEvent
