"""The interface of the tamper contact."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from drivers.pins.input import InputHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class TamperChanged:
    """The contact was opened or shut at `at_ms` of the monotonic clock."""

    open: bool
    at_ms: int


class TamperContact(Protocol):
    def events(self) -> AsyncIterator[TamperChanged | InputHealth]:
        """Yield the current state, then every change, to one reader, until `close`."""

    async def close(self) -> None: ...
