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
    """Lit and dark for a second in turn: something is awaited."""
    FAST = "fast"
    """Five times a second: somebody has to come."""
    BEAT = "beat"
    """Lit but for a wink every two seconds: whatever lights it is alive. Frozen lamps mean nothing."""


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
        """Every lamp shows this from now on; one that is not named is dark."""

    async def close(self) -> None:
        """All dark."""
