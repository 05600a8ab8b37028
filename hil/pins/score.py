"""Plays announced pin changes, each at its time, on a thread of its own that does not depend on the event loop."""

import heapq
import time
from collections.abc import Callable
from itertools import count
from threading import Condition, Thread

from hil.pins.wire import Driven

CONNECTED_S = 0.5
"""Changes that are further apart belong to two movements; the second one need not wait for the first."""


class Score:
    """Plays changes by its own clock, so that a busy process on either side does not distort pulses."""

    def __init__(
        self, play: Callable[[Driven], None], *, begin: Callable[[], None] = lambda: None, keeps_gaps: bool = False
    ) -> None:
        """
        Start the thread, which calls `begin` first; `end` stops it.

        With `keeps_gaps` a change that was played late delays those after it, so that no pulse becomes shorter.
        """
        self._play = play
        self._begin = begin
        self._keeps_gaps = keeps_gaps
        self._late_s = self._latest_s = 0.0
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
        self._begin()
        while due := self._next():
            for driven in due:
                self._play(driven)
                # Measured after the change: this thread may have had to wait between its decision and the change.
                self._late_s, self._latest_s = max(0.0, time.monotonic() - driven.at_s), driven.at_s

    def _next(self) -> list[Driven]:
        """Return all changes due now, only the first if gaps are kept; empty after the end."""
        with self._changed:
            while not self._ended and self._keeps_gaps:
                if (wait_s := self._wait_s()) is not None and wait_s <= 0:
                    return [self._taken()]
                self._changed.wait(wait_s)
            while not self._ended:
                now_s, due = time.monotonic(), list[Driven]()
                while self._due and self._due[0][0] <= now_s:
                    due.append(heapq.heappop(self._due)[2])
                if due:
                    return due
                self._changed.wait(self._due[0][0] - now_s if self._due else None)
            return []

    def _wait_s(self) -> float | None:
        if not self._due:
            return None
        at_s = self._due[0][0]
        late_s = self._late_s if at_s - self._latest_s < CONNECTED_S else 0.0
        return at_s + late_s - time.monotonic()

    def _taken(self) -> Driven:
        return heapq.heappop(self._due)[2]
