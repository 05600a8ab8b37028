"""The interface of the lamps."""

from collections.abc import Mapping
from typing import Protocol

from drivers.lamps.pattern import Pattern


class Lamps(Protocol):
    def show(self, patterns: Mapping[str, Pattern]) -> None:
        """Set the pattern of every lamp; a lamp that is not named is dark."""

    async def close(self) -> None:
        """Switch all lamps off."""
