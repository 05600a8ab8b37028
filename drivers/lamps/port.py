"""Lamps as the host sees them."""

from collections.abc import Mapping
from typing import Protocol

from drivers.lamps.patterns import Pattern, Signal


class Lamps(Protocol):
    def show(self, patterns: Mapping[str, Pattern]) -> None:
        """Set the pattern of every lamp; a lamp that is not named is dark."""

    def answer(self, signal: Signal) -> None:
        """Answer a press at once; a newer answer replaces one that is still shown."""

    async def close(self) -> None:
        """Switch all lamps off."""
