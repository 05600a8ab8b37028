"""The interface of the dealer's keys."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from drivers.pins.input import InputHealth


class Key(StrEnum):
    NEXT = "next"
    NO_ROLL = "no-roll"
    """Also the undo key: the table decides which of the two a press means."""
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
    A press of a key, at `at_ms` of the monotonic clock.

    A short press counts when the key comes up. A held press counts once the hold time is reached, so the dealer
    sees its effect before letting go.
    """

    key: Key
    held: bool
    at_ms: int

    @property
    def press(self) -> KeyPress:
        return KeyPress.HELD if self.held else KeyPress.SHORT


class DealerKeys(Protocol):
    def events(self) -> AsyncIterator[KeyPressed | InputHealth]:
        """Yield events to one reader, until `close`."""

    async def close(self) -> None: ...
