"""The interface of the mini-dice shaker."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from drivers.pins.input import InputHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverChanged:
    """The cover was put on or taken off at `at_ms` of the monotonic clock."""

    on: bool
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakenInOneGo:
    """
    The shaker was shaken `count` times without a long rest in between; the last shake ended at `at_ms`.

    A go ends with a rest, with the shaker put into its dock, or with the cover coming off; in the last two cases this
    event comes before that of the dock or the cover.
    """

    count: int
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DockChanged:
    """
    The shaker was put into its dock before the dealer, or taken from it, at `at_ms`.

    `silent`: the shaker was away for long enough to be shaken, but the shake sensor did not move once.
    """

    docked: bool
    at_ms: int
    silent: bool = False


ShakerEvent = CoverChanged | ShakenInOneGo | DockChanged


class DiceShaker(Protocol):
    def events(self) -> AsyncIterator[ShakerEvent | InputHealth]:
        """Yield the current dock and cover, then every event, to one reader, until `close`."""

    async def close(self) -> None: ...
