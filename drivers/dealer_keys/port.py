"""The dealer's keys as the host sees them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from drivers.pins.input import InputHealth


class Key(StrEnum):
    NEXT = "next"
    NO_ROLL = "no-roll"
    """Also takes back: which of the two it means is the table's to say."""
    CALL_FLOOR = "call-floor"
    DICE_1 = "dice-1"
    """The first of six lighted keys, one for each face of a die."""
    DICE_2 = "dice-2"
    DICE_3 = "dice-3"
    DICE_4 = "dice-4"
    DICE_5 = "dice-5"
    DICE_6 = "dice-6"


class KeyPress(StrEnum):
    SHORT = "short"
    HELD = "held"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPressed:
    """
    A short press happened when the key came up, a held one when the hold time was reached: the dealer need
    not let go to see it act. `at_ms` is monotonic; a press that is read late can be known by it.
    """

    key: Key
    held: bool
    at_ms: int

    @property
    def press(self) -> KeyPress:
        return KeyPress.HELD if self.held else KeyPress.SHORT


class DealerKeys(Protocol):
    def events(self) -> AsyncIterator[KeyPressed | InputHealth]:
        """For one reader; ends when the keys are closed."""

    async def close(self) -> None: ...
