"""What the world has told of ahead, each played at its time, on a thread of its own: a contact knows no event loop."""

import heapq
import time
from collections.abc import Callable
from itertools import count
from threading import Condition, Thread

from hil.pins.wire import Driven


class Score:
    """Plays by its own clock, so that neither end being busy makes other pulses of those that were meant."""

    def __init__(self, play: Callable[[Driven], None]) -> None:
        """Begin to play; `end` ends it."""
        self._play = play
        self._due: list[tuple[float, int, Driven]] = []
        self._numbers = count()
        self._changed = Condition()
        self._ended = False
        self._thread = Thread(target=self._run, name="hil-pins-score", daemon=True)
        self._thread.start()

    def add(self, driven: Driven) -> None:
        """Play it at its time; what has the same time in the order in which it came."""
        with self._changed:
            heapq.heappush(self._due, (driven.at_s, next(self._numbers), driven))
            self._changed.notify()

    def end(self) -> None:
        """Play nothing more."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while due := self._next():
            for driven in due:
                self._play(driven)

    def _next(self) -> list[Driven]:
        """Return all that is due by now, nothing in the end."""
        with self._changed:
            while not self._ended:
                now_s, due = time.monotonic(), list[Driven]()
                while self._due and self._due[0][0] <= now_s:
                    due.append(heapq.heappop(self._due)[2])
                if due:
                    return due
                self._changed.wait(self._due[0][0] - now_s if self._due else None)
            return []
