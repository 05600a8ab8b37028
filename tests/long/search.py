"""A long run under way: how much is wanted, how far it got, what it counted, and its random choices."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

PROGRESS_S = 5.0

MINUTE_S = 60


@dataclass(kw_only=True)
class Search:
    """Passed to a long run: it calls `did` for every unit of work and stops once nothing is `left`."""

    count: int
    seed: int
    place: Path
    """A folder for files; the caller deletes it."""
    unit: str = "times"
    report: Callable[[str], object] = str
    """Called with each progress line; by default nothing is printed."""
    done: int = 0
    counted: Counter[str] = field(default_factory=Counter)
    """What else happened, printed at the end."""
    _began: float = field(default_factory=time.monotonic)
    _reported: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> int:
        """Return how much is still to do."""
        return max(0, self.count - self.done)

    @property
    def seconds(self) -> float:
        """Return the time since the start."""
        return time.monotonic() - self._began

    def chance(self, what: object = "") -> random.Random:
        """Return a source of random choices, the same for the same seed and name."""
        return random.Random(f"{self.seed} {what}")

    def did(self, times: int = 1) -> None:
        """Count work that is done, and print the progress every few seconds."""
        self.done += times
        now = time.monotonic()
        if now - self._reported >= PROGRESS_S:
            self._reported = now
            self.report(self.progress())

    def noted(self, **times: int) -> None:
        """Count other things that happened."""
        self.counted.update(times)

    def progress(self) -> str:
        """Return one line: how far, how fast, how much longer."""
        rate = self.done / max(self.seconds, 0.001)
        remaining = self.left / rate if rate else 0.0
        return (
            f"{self.done:,} of {self.count:,} {self.unit}, {rate:,.1f} a second, "
            f"{remaining // MINUTE_S:.0f} min {remaining % MINUTE_S:.0f} s left"
        )

    def result(self) -> str:
        """Return the closing line."""
        others = "".join(f", {times:,} {what.replace('_', ' ')}" for what, times in sorted(self.counted.items()))
        return f"{self.done:,} {self.unit}{others} in {self.seconds:.0f} s, seed {self.seed}"
