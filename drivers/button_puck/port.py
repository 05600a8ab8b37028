"""The interface of the dealer button's sensors."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from drivers.pins.input import InputHealth


class PuckWhy(StrEnum):
    AT_SEAT = "at-seat"
    ABSENT = "absent"
    BETWEEN = "between"
    """Two neighbouring sensors see the puck: it lies between their seats."""
    TWO_SEEN = "two-seen"
    """Two distant sensors see a puck: a second puck, another magnet, or a broken sensor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuckSeen:
    """The puck's position since `at_ms` of the monotonic clock; `seat` is None unless `why` is `at-seat`."""

    seat: int | None
    why: PuckWhy
    at_ms: int


class ButtonPuck(Protocol):
    def events(self) -> AsyncIterator[PuckSeen | InputHealth]:
        """Yield the current position, then every change, to one reader, until `close`."""

    async def close(self) -> None: ...
