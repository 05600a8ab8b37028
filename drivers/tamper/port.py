"""The tamper contact as the host sees it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from drivers.pins.input import InputHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class TamperChanged:
    """Open, or shut again, since `at_ms` of the monotonic clock."""

    open: bool
    at_ms: int


class TamperContact(Protocol):
    def events(self) -> AsyncIterator[TamperChanged | InputHealth]:
        """Begins with how it is. For one reader; ends when the contact is closed."""

    async def close(self) -> None: ...
