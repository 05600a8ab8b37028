"""What a table would make of a shake sensor's line, for whoever aligns it. Pure: no clock, no I/O."""

from drivers.dice_shaker.shakes import ShakeCounter, ShakeTerms
from drivers.pins.debounce import Change, Debounce


class ShakeTally:
    """One sensor by itself: cover and dock have no say in it."""

    def __init__(self, *, level: bool, terms: ShakeTerms, settle_ms: int) -> None:
        self._contact = Debounce(level=level, settle_ms=settle_ms)
        self._counter = ShakeCounter(terms)
        self._rest_ms = terms.rest_ms
        self._gone = 0
        self._pulse_ms: int | None = None
        self.pulses = 0
        """Of the latest train: those that stood long enough to be believed."""

    @property
    def shakes(self) -> int:
        """All that were counted since it was watched."""
        return self._gone + self._counter.so_far

    def edge(self, *, level: bool, at_ms: int) -> None:
        self._take(self._contact.feed(level=level, at_ms=at_ms))

    def settle(self, now_ms: int) -> None:
        self._take(self._contact.settle(now_ms))
        self._gone += sum(go.count for go in self._counter.settle(now_ms))

    def _take(self, change: Change | None) -> None:
        if change is None or change.level:
            return
        at_ms = change.at_ms
        goes_on = self._pulse_ms is not None and at_ms - self._pulse_ms < self._rest_ms
        self.pulses = self.pulses + 1 if goes_on else 1
        self._pulse_ms = at_ms
        self._gone += sum(go.count for go in self._counter.pulse(at_ms))
