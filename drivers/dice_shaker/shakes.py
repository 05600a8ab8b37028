"""Turns the shake sensor's pulses into shakes. Pure: no clock, no I/O."""

from dataclasses import dataclass

from drivers.dice_shaker.port import ShakenInOneGo
from drivers.pins.debounce import Change, Debounce

A_SHAKE_MS = 500
"""Three shakes take at least this long; a shaker that is back sooner was only nudged."""


class Carried:
    """Checks that the shake sensor moves while the shaker is away: a working sensor closes at least once."""

    def __init__(self) -> None:
        self._taken_ms: int | None = None
        self._stirred_ms: int | None = None

    def taken(self, at_ms: int) -> None:
        self._taken_ms = at_ms

    def stirred(self, at_ms: int) -> None:
        self._stirred_ms = at_ms

    def forget(self) -> None:
        """Discard this trip, because a sensor failed during it."""
        self._taken_ms = None

    def silent_until(self, at_ms: int) -> bool:
        """Return whether the shaker was away for long enough, and the sensor did not move."""
        if self._taken_ms is None or at_ms - self._taken_ms < A_SHAKE_MS:
            return False
        return self._stirred_ms is None or self._stirred_ms < self._taken_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakeTerms:
    """What counts as a shake. The defaults suit a ball or spring switch; `[devices.shaker.shakes]` adjusts them."""

    pulses: int = 2
    """The fewest pulses in a train that make a shake; fewer are a knock."""
    length_ms: int = 20
    """The shortest train, from first to last pulse, that makes a shake; a shorter one is a knock."""
    rest_ms: int = 70
    """The time without a pulse that ends a train, and with it a shake."""
    go_rest_ms: int = 1200
    """The time without a pulse that ends a go; later shakes belong to the next go."""

    def __post_init__(self) -> None:
        """Raise ValueError for a go that would end before its shakes do."""
        if self.go_rest_ms <= self.rest_ms:
            raise ValueError(f"go_rest_ms is {self.go_rest_ms}, but must be more than rest_ms, {self.rest_ms}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Train:
    began_ms: int
    last_ms: int
    pulses: int


class ShakeCounter:
    """Counts shakes from the times of pulses, and reports each go when it has ended."""

    def __init__(self, terms: ShakeTerms) -> None:
        self._terms = terms
        self._train: _Train | None = None
        self._shakes = 0
        self._ended_ms = 0
        """When the latest shake ended."""

    @property
    def so_far(self) -> int:
        """The completed shakes of the current go."""
        return self._shakes

    @property
    def next_due(self) -> int | None:
        if self._train is not None:
            return self._train.last_ms + self._terms.rest_ms
        return self._ended_ms + self._terms.go_rest_ms if self._shakes else None

    def pulse(self, at_ms: int) -> tuple[ShakenInOneGo, ...]:
        told = self.settle(at_ms)
        train = self._train
        if train is None:
            self._train = _Train(began_ms=at_ms, last_ms=at_ms, pulses=1)
        else:
            self._train = _Train(began_ms=train.began_ms, last_ms=max(at_ms, train.last_ms), pulses=train.pulses + 1)
        return told

    def settle(self, now_ms: int) -> tuple[ShakenInOneGo, ...]:
        if self._train is not None and now_ms >= self._train.last_ms + self._terms.rest_ms:
            self._close_train()
        if self._train is None and self._shakes and now_ms >= self._ended_ms + self._terms.go_rest_ms:
            return self._told()
        return ()

    def finish(self) -> tuple[ShakenInOneGo, ...]:
        """
        End the go now and return it.

        A train still under way is dropped: it comes from putting the shaker down or taking the cover off.
        """
        self._train = None
        return self._told() if self._shakes else ()

    def forget(self) -> None:
        """Drop everything counted so far."""
        self._train = None
        self._shakes = 0

    def _close_train(self) -> None:
        train, self._train = self._train, None
        if train is None or train.pulses < self._terms.pulses or train.last_ms - train.began_ms < self._terms.length_ms:
            return
        self._shakes += 1
        self._ended_ms = train.last_ms

    def _told(self) -> tuple[ShakenInOneGo, ...]:
        count, self._shakes = self._shakes, 0
        return (ShakenInOneGo(count=count, at_ms=self._ended_ms),)


class ShakeTally:
    """Counts the shakes of one sensor, without regard to cover and dock; for aligning a sensor."""

    def __init__(self, *, level: bool, terms: ShakeTerms, settle_ms: int) -> None:
        self._contact = Debounce(level=level, settle_ms=settle_ms)
        self._counter = ShakeCounter(terms)
        self._rest_ms = terms.rest_ms
        self._gone = 0
        self._pulse_ms: int | None = None
        self.pulses = 0
        """The pulses of the latest train that settled."""

    @property
    def shakes(self) -> int:
        """All shakes counted so far."""
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
