"""
Debouncing: a level counts once the line has kept it for `settle_ms`.

The result depends only on the edges and their times, not on when or how often the methods are called. Pure: no clock,
no I/O.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The line settled at `level`, which it has kept since `at_ms`."""

    level: bool
    at_ms: int


class Debounce:
    """The debouncing of one line. Changes alternate, starting with the opposite of the initial level."""

    def __init__(self, *, level: bool, settle_ms: int) -> None:
        self._settled = level
        self._settle_ms = settle_ms
        self._last = level
        self._since_ms: int | None = None
        self._doubted: tuple[bool, int | None] | None = None
        """The last level and its time, before a reading of the pin contradicted them."""

    @property
    def level(self) -> bool:
        """The settled level."""
        return self._settled

    @property
    def next_due(self) -> int | None:
        """When to call `settle` again; None while the line is settled."""
        return None if self._since_ms is None else self._since_ms + self._settle_ms

    def feed(self, *, level: bool, at_ms: int) -> Change | None:
        """Process an edge; return the change that had settled before it, if `settle` was not called in time."""
        self.late_edge(level=level, at_ms=at_ms)
        change = self.settle(at_ms)
        if level != self._last:
            self._last = level
            self._since_ms = at_ms if self._since_ms is None else max(at_ms, self._since_ms)
        return change

    def settle(self, now_ms: int) -> Change | None:
        if self._since_ms is None or now_ms < self._since_ms + self._settle_ms:
            return None
        since_ms, self._since_ms, self._doubted = self._since_ms, None, None
        if self._last == self._settled:
            return None
        self._settled = self._last
        return Change(level=self._last, at_ms=since_ms)

    def reread(self, *, level: bool, at_ms: int) -> None:
        """
        Process the level read from the pin.

        If it contradicts the last edge, an edge was lost (the kernel's queue is short); settling then starts again.
        """
        if level != self._last:
            self._doubted = (self._last, self._since_ms) if self._doubted is None else None
            self._last = level
            self._since_ms = at_ms

    def late_edge(self, *, level: bool, at_ms: int) -> None:
        """
        Restore the state before `reread` if this edge is the one that `reread` took for lost.

        On a busy machine the level may be read before its edge has reached the loop. Then no edge was lost; without
        this a press that has just ended would be missed.
        """
        doubted, self._doubted = self._doubted, None
        if doubted is None or self._since_ms is None:
            return
        if level == self._last and at_ms <= self._since_ms:
            self._last, self._since_ms = doubted
