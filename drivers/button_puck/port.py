"""The dealer-button puck as the host sees it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from drivers.pins.input import InputHealth


class PuckWhy(StrEnum):
    AT_SEAT = "at-seat"
    ABSENT = "absent"
    BETWEEN = "between"
    """Two neighbours see it: it lies between their seats."""
    TWO_SEEN = "two-seen"
    """Sensors that are no neighbours see a puck: a second puck, something magnetic, or a broken sensor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuckSeen:
    """`seat` is known only `at-seat`; it has been so since `at_ms` of the monotonic clock."""

    seat: int | None
    why: PuckWhy
    at_ms: int


class ButtonPuck(Protocol):
    def events(self) -> AsyncIterator[PuckSeen | InputHealth]:
        """Begins with where the puck is, then each change. For one reader; ends when the puck is closed."""

    async def close(self) -> None: ...
