"""The patterns that lamps show, and the signals that answer a key. Pure: no clock, no I/O."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import accumulate
from typing import assert_never

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


class Signal(StrEnum):
    """The answer to a press of a key; for a moment the signal replaces the pattern of one lamp."""

    TAKEN = "taken"
    """One short dark pulse, then lit."""
    REFUSED = "refused"
    """Three quick dark pulses, then lit."""


PHASES_MS: Mapping[Signal, tuple[int, ...]] = {Signal.TAKEN: (150, 350), Signal.REFUSED: (80, 120, 80, 120, 80, 420)}
"""Milliseconds dark, lit, dark, and so on. The lit end sets the signal apart from a lamp that blinks fast anyway."""


def is_pulse(signal: Signal, at_ms: int) -> bool:
    """
    Return whether the lamp is dark, and a beeper sounds, this long after the signal began.

    >>> [is_pulse(Signal.REFUSED, at_ms) for at_ms in (0, 79, 80, 200, 480, 900)]
    [True, True, False, True, False, False]
    """
    ends = _ends(signal)
    return any(begin <= at_ms < end for begin, end in zip((0, *ends[1::2]), ends[::2], strict=False))


def next_phase(signal: Signal, at_ms: int) -> int | None:
    """
    Return when the signal changes next, in milliseconds from its beginning; None once it is over.

    >>> next_phase(Signal.TAKEN, 0), next_phase(Signal.TAKEN, 150), next_phase(Signal.TAKEN, 500)
    (150, 500, None)
    """
    return next((end for end in _ends(signal) if end > at_ms), None)


def _ends(signal: Signal) -> tuple[int, ...]:
    return tuple(accumulate(PHASES_MS[signal]))
