"""What a `Link` tells the one who drives it, and its timing."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias


class LossReason(StrEnum):
    NO_WELCOME = "no-welcome"
    OTHER_VERSION = "other-version"
    NOT_ACKNOWLEDGED = "not-acknowledged"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class LinkOpened:
    """A new session: whatever was queued or half delivered before belongs to the old one and is gone."""

    session: int


@dataclass(frozen=True, slots=True)
class PayloadReceived:
    """In order and once per session; the peer has been told that it arrived, not that it was acted upon."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class LinkLost:
    """A host's link is finished and a new one is needed; a device's waits for the next HELLO."""

    why: LossReason


LinkEvent: TypeAlias = LinkOpened | PayloadReceived | LinkLost


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkTiming:
    """Milliseconds. The defaults are the specification; tests shorten them, an adaptive timer may replace them."""

    first_retry_ms: int = 200
    """A full frame and its acknowledgement take 20 ms at 115200; the rest is a slow device's time to think."""
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

    def retry_ms(self, transmissions: int) -> int:
        """How long to wait after the n-th transmission of the same frame."""
        return min(self.first_retry_ms << (transmissions - 1), self.longest_retry_ms)


LINK_TIMING: Final = LinkTiming()
