"""The mini-dice shaker as the host sees it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from drivers.pins.input import InputHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverChanged:
    """The cover is on, or off, since `at_ms` of the monotonic clock."""

    on: bool
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakenInOneGo:
    """
    Shaken `count` times with no longer rest in between; the last of them ended at `at_ms`.

    A go ends with a rest, or with the shaker being put in its place or its cover coming off: then it is told first.
    """

    count: int
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DockChanged:
    """
    The shaker stands in its place before the dealer, or was taken from it, since `at_ms`.

    `silent`: it was away for long enough to be shaken, and its sensor did not stir once meanwhile.
    """

    docked: bool
    at_ms: int
    silent: bool = False


ShakerEvent = CoverChanged | ShakenInOneGo | DockChanged


class DiceShaker(Protocol):
    def events(self) -> AsyncIterator[ShakerEvent | InputHealth]:
        """Begins with the dock and the cover as they are. For one reader; ends when the shaker is closed."""

    async def close(self) -> None: ...
