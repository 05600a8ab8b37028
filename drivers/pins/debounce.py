"""
Contacts bounce; what counts is where they come to rest.

A level is reported once the line has kept it for `settle_ms`. What is reported follows from the edges
and their times alone: it makes no difference how late, or how often, anybody asks. No clock, no I/O.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The line came to rest at `level`, which it has kept since `at_ms`."""

    level: bool
    at_ms: int


class Debounce:
    """One line. Changes alternate, beginning with the opposite of the level it started from."""

    def __init__(self, *, level: bool, settle_ms: int) -> None:
        self._settled = level
        self._settle_ms = settle_ms
        self._last = level
        self._since_ms: int | None = None
        self._doubted: tuple[bool, int | None] | None = None
        """The last level and since when, as it was before the pin contradicted it."""

    @property
    def level(self) -> bool:
        """The settled one."""
        return self._settled

    @property
    def next_due(self) -> int | None:
        """When to ask `settle` again; None while the line is at rest, until the next edge."""
        return None if self._since_ms is None else self._since_ms + self._settle_ms

    def feed(self, *, level: bool, at_ms: int) -> Change | None:
        """Also returns what had settled before this edge came, should nobody have asked in time."""
        self.explain(level=level, at_ms=at_ms)
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
        The level as read from the pin. When it contradicts the last edge, an edge was lost on the way
        (the kernel keeps few): the line was not steady, and settling begins again.
        """
        if level != self._last:
            self._doubted = (self._last, self._since_ms) if self._doubted is None else None
            self._last = level
            self._since_ms = at_ms

    def explain(self, *, level: bool, at_ms: int) -> None:
        """
        Hear of an edge before anything is asked: it may be the one the pin seemed to have lost.

        On a busy machine a level is read before its edge has crossed. Then nothing was lost, and what the line did
        until that edge counts; else a press that ended just now would never have been.
        """
        doubted, self._doubted = self._doubted, None
        if doubted is None or self._since_ms is None:
            return
        if level == self._last and at_ms <= self._since_ms:
            self._last, self._since_ms = doubted
