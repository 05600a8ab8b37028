"""
When a commit is made right where it is asked for, and not handed to the writer's thread.

Handing over takes two threads that wake each other. For a memory card, whose commit takes milliseconds and now and then
a second, that is nothing, and the event loop must never wait for it. A quick disk commits in the time it takes. There a
single fact is handed over all the same, because there is something to do meanwhile; but who comes back with the next
one at once is in a rush, and waits less where nobody is woken.
"""

import time
from collections import deque

QUICK_S = 0.001
"""On average. The event loop may stand still for so long: no device and no person would notice ten times that."""
OF_LATE = 32
"""So many commits say how quick the disk is. One that takes a second outweighs all the others."""
AT_ONCE_S = 0.0005
"""Whoever asks so soon after the last commit has waited for it."""


class Rush:
    """Hears of every commit; for one thread at a time."""

    def __init__(self) -> None:
        """Nothing is known of the disk."""
        self._took: deque[float] = deque(maxlen=OF_LATE)
        self._ended_s = 0.0

    def ended(self, took_s: float) -> None:
        """Hear that a commit has just ended."""
        self._took.append(took_s)
        self._ended_s = time.perf_counter()

    @property
    def is_on(self) -> bool:
        """Return whether the next commit is to be made at once, by whoever asks for it."""
        in_a_rush = time.perf_counter() - self._ended_s < AT_ONCE_S
        return in_a_rush and len(self._took) == OF_LATE and sum(self._took) < OF_LATE * QUICK_S
