"""How far a long run is: one line that is written over, only where a person looks on."""

import sys
import time
from types import TracebackType
from typing import Self

EVERY_S = 0.5

"""So long between two words of progress."""

WIDTH = 40


class Progress:
    """Counts things by their name. As a context it clears its line at the end, however that comes."""

    def __init__(self, things: str, *, of: int | None = None) -> None:
        """Nothing is shown for what is done at once; a bar where it is known how many there are."""
        self._things = things
        self._of = of
        self._shown = False
        self._next = time.monotonic() + EVERY_S if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def tell(self, done: int, of: int | None = None) -> None:
        """Say how many are done, if it is time to; and of how many, where that is found out only now."""
        self._of = self._of if of is None else of
        if self._next is not None and time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY_S
            self._shown = True
            print(f"\r{self._line(done)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for something else on the line."""
        if self._shown:
            self._shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _line(self, done: int) -> str:
        if self._of is None:
            return f"{done:,} {self._things}"
        full = min(WIDTH, WIDTH * done // max(1, self._of))
        return f"[{'#' * full}{'.' * (WIDTH - full)}] {done:,} of {self._of:,} {self._things}"
