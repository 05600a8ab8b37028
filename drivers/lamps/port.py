"""Lamps as the host sees them."""

from collections.abc import Mapping
from typing import Protocol

from drivers.lamps.pattern import Pattern


class Lamps(Protocol):
    def show(self, patterns: Mapping[str, Pattern]) -> None:
        """Every lamp shows this from now on; one that is not named is dark."""

    async def close(self) -> None:
        """All dark."""
