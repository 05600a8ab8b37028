"""Lamps as the host sees them, and the patterns that they show. Pure: no clock, no I/O."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol, assert_never

SLOW_HALF_MS = 1000
FAST_HALF_MS = 100
BEAT_MS, WINK_MS = 2000, 200


class Pattern(StrEnum):
    DARK = "dark"
    LIT = "lit"
    SLOW = "slow"
    """Lit for a second, dark for a second: the table waits for something."""
    FAST = "fast"
    """Blinks five times a second: a person must come."""
    BEAT = "beat"
    """Lit with a short wink every two seconds: the controller is alive. Without the wink, ignore all lamps."""


def is_lit(pattern: Pattern, at_ms: int) -> bool:
    """
    >>> [is_lit(Pattern.BEAT, at_ms) for at_ms in (0, 200, 1999, 2000)]
    [False, True, True, False]
    """
    match pattern:
        case Pattern.DARK:
            return False
        case Pattern.LIT:
            return True
        case Pattern.SLOW:
            return at_ms // SLOW_HALF_MS % 2 == 0
        case Pattern.FAST:
            return at_ms // FAST_HALF_MS % 2 == 0
        case Pattern.BEAT:
            return at_ms % BEAT_MS >= WINK_MS
        case _:
            assert_never(pattern)


def next_change(pattern: Pattern, after_ms: int) -> int | None:
    """
    >>> next_change(Pattern.SLOW, 1500), next_change(Pattern.BEAT, 100), next_change(Pattern.LIT, 0)
    (2000, 200, None)
    """
    match pattern:
        case Pattern.DARK | Pattern.LIT:
            return None
        case Pattern.SLOW:
            return (after_ms // SLOW_HALF_MS + 1) * SLOW_HALF_MS
        case Pattern.FAST:
            return (after_ms // FAST_HALF_MS + 1) * FAST_HALF_MS
        case Pattern.BEAT:
            begun_ms = after_ms - after_ms % BEAT_MS
            return begun_ms + (WINK_MS if after_ms < begun_ms + WINK_MS else BEAT_MS)
        case _:
            assert_never(pattern)


class Lamps(Protocol):
    def show(self, patterns: Mapping[str, Pattern]) -> None:
        """Set the pattern of every lamp; a lamp that is not named is dark."""

    async def close(self) -> None:
        """Switch all lamps off."""
