"""What a `Link` tells the one who drives it, and its timing."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, TypeAlias

from drivers.link.crypto import Pairing, Vocabulary


class ByeReason(IntEnum):
    """Why one end closes the session, in its own words."""

    STOPPING = 1
    """It goes down, or was told to stop."""
    BAD_MESSAGE = 2
    """It was told what is no message, or out of turn."""
    PAIRED_ANEW = 3
    """It has been paired with somebody, and knows no key of ours any more."""


class RefuseReason(IntEnum):
    """Why a device opens no session or pairing. Anybody on the wire can say so: a hint, never a decision."""

    NOT_PAIRED = 1
    NO_PRESS = 2
    """Nobody has pressed its pairing key just now."""
    OTHER_VERSION = 3
    """Said in the version of whoever says it: it was greeted in another."""


class LossReason(StrEnum):
    NO_WELCOME = "no-welcome"
    OTHER_VERSION = "other-version"
    NOT_PAIRED = "not-paired"
    """Nothing but refusals came: the device says that it was never paired with this host, or with another since."""
    NOT_PROVED = "not-proved"
    """It answered, and could not prove that it has the key: another device, or somebody in between."""
    NOT_ACKNOWLEDGED = "not-acknowledged"
    SILENT = "silent"
    ENDED = "ended"
    """The other end closed the session and said so."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkOpened:
    """A new session: whatever was queued or half delivered before belongs to the old one and is gone."""

    session: int
    pairing: Pairing
    vocabulary: Vocabulary
    """The messages the other end knows."""


@dataclass(frozen=True, slots=True)
class PayloadReceived:
    """In order and once per session; the peer has been told that it arrived, not that it was acted upon."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class PeerBusy:
    """The device lives and works, and answers again by then."""

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
    """Nothing heard for so long: ask whether anybody is there."""
    ping_ms: int = 1000
    """The wait for an answer to each question."""
    pings: int = 3
    """Questions without an answer before the link counts as lost."""
    busy_max_ms: int = 30_000
    """A device may say that it is busy for so long at a stretch, and no longer."""


LINK_TIMING: Final = LinkTiming()
