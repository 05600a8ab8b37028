"""How far a long run is: one line that is written over, only where a person looks on."""

import sys
import time

EVERY_S = 0.5
"""So long between two words of progress."""


class Progress:
    """Counts things by their name."""

    def __init__(self, things: str) -> None:
        """Nothing is shown for what is done at once."""
        self._things = things
        self._shown = False
        self._next = time.monotonic() + EVERY_S if sys.stderr.isatty() else None

    def tell(self, done: int) -> None:
        """Say how many are done, if it is time to."""
        if self._next is not None and time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY_S
            self._shown = True
            print(f"\r{done:,} {self._things}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for something else on the line."""
        if self._shown:
            self._shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
