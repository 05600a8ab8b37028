"""When an input cannot be believed, and when it can again. What a device tells besides its own events."""

from dataclasses import dataclass
from enum import StrEnum


class InputFault(StrEnum):
    STUCK = "stuck"
    """Closed for longer than anything at the table closes it."""
    FLOODING = "flooding"
    """So many edges that they are no longer listened to."""
    CHATTERING = "chattering"
    """It changes again and again, or never comes to rest: a loose wire, or mains hum on one that is off."""
    CONTRADICTED = "contradicted"
    """Another input says that this cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFailed:
    """From `at_ms` of the monotonic clock on, what this input says is not passed on."""

    name: str
    why: InputFault
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRecovered:
    """It is believed again; what it said in between is lost and is not made up for."""

    name: str
    at_ms: int


InputHealth = InputFailed | InputRecovered
