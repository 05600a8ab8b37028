"""Plays announced pin changes, each at its time, on a thread of its own that does not depend on the event loop."""

import heapq
import time
from collections.abc import Callable
from itertools import count
from threading import Condition, Thread

from hil.pins.wire import Driven


class Score:
    """Plays changes by its own clock, so that a busy process on either side does not distort pulses."""

    def __init__(self, play: Callable[[Driven], None]) -> None:
        """Start the thread; `end` stops it."""
        self._play = play
        self._due: list[tuple[float, int, Driven]] = []
        self._numbers = count()
        self._changed = Condition()
        self._ended = False
        self._thread = Thread(target=self._run, name="hil-pins-score", daemon=True)
        self._thread.start()

    def add(self, driven: Driven) -> None:
        """Schedule a change; changes with the same time are played in order of arrival."""
        with self._changed:
            heapq.heappush(self._due, (driven.at_s, next(self._numbers), driven))
            self._changed.notify()

    def end(self) -> None:
        """Stop playing."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while due := self._next():
            for driven in due:
                self._play(driven)

    def _next(self) -> list[Driven]:
        """Return all changes due now; empty after the end."""
        with self._changed:
            while not self._ended:
                now_s, due = time.monotonic(), list[Driven]()
                while self._due and self._due[0][0] <= now_s:
                    due.append(heapq.heappop(self._due)[2])
                if due:
                    return due
                self._changed.wait(self._due[0][0] - now_s if self._due else None)
            return []
