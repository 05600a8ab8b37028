"""The events of a `Link`, and its timing."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, TypeAlias

from drivers.link.crypto import Pairing, Vocabulary


class ByeReason(IntEnum):
    """Why one end closes the session, in its own words."""

    STOPPING = 1
    """It is stopping."""
    BAD_MESSAGE = 2
    """It received no message, or one that may not come now."""
    PAIRED_ANEW = 3
    """It has been paired again, and has forgotten our key."""


class RefuseReason(IntEnum):
    """Why a device opens no session or pairing. Anyone on the wire can forge it: a hint, never a decision."""

    NOT_PAIRED = 1
    NO_PRESS = 2
    """Its pairing key has not been pressed."""
    OTHER_VERSION = 3
    """It was greeted in another version, and answers in its own."""


class LossReason(StrEnum):
    NO_WELCOME = "no-welcome"
    OTHER_VERSION = "other-version"
    NOT_PAIRED = "not-paired"
    """Nothing but refusals came: the device says that it was never paired with this host, or with another since."""
    NOT_PROVED = "not-proved"
    """It answered without a valid proof: another device, or something in between."""
    NOT_ACKNOWLEDGED = "not-acknowledged"
    SILENT = "silent"
    ENDED = "ended"
    """The other end closed the session and said so."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkOpened:
    """A new session. Everything queued or half delivered in the old one is gone."""

    session: int
    pairing: Pairing
    vocabulary: Vocabulary
    """The messages the other end knows."""


@dataclass(frozen=True, slots=True)
class PayloadReceived:
    """In order and once per session; the ACK says that it arrived, not that anything was done."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class PeerBusy:
    """The device is at work, and answers again by then."""

    until_ms: int


@dataclass(frozen=True, slots=True)
class LinkLost:
    """A host's link is finished and a new one is needed; a device's waits for the next HELLO."""

    why: LossReason
    bye: ByeReason | None = None


@dataclass(frozen=True, slots=True)
class PairingAccepted:
    """To a device: a host has proved the one-time secret. Keep it, forget all results, then call `paired`."""

    pairing: Pairing


LinkEvent: TypeAlias = LinkOpened | PayloadReceived | PeerBusy | PairingAccepted | LinkLost


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkTiming:
    """Milliseconds. The defaults are the specification; tests shorten them."""

    first_retry_ms: int = 200
    """The wait before anything was measured: a full frame and its acknowledgement take 25 ms at 115200."""
    shortest_retry_ms: int = 50
    """However quick the line is: the longest frame needs that with its acknowledgement and a device's time to think."""
    longest_retry_ms: int = 1600
    """Each wait is twice the one before, up to this."""
    tries: int = 6
    """Transmissions of one frame, the first among them, before the link counts as lost."""
    quiet_ms: int = 2000
    """Send PING after so long a silence."""
    ping_ms: int = 1000
    """The wait for an answer to each question."""
    pings: int = 3
    """Questions without an answer before the link counts as lost."""
    busy_max_ms: int = 30_000
    """A device may say that it is busy for so long at a stretch, and no longer."""


LINK_TIMING: Final = LinkTiming()
