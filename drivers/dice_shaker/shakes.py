"""
From the shake sensor's pulses to shakes. Pure: no clock, no I/O.

The sensor closes for a moment whenever the shaker is thrown one way, and rattles while it does. Pulses that follow
one another closely are one train; a train is a shake if it is long enough and has pulses enough. Shakes that follow
one another without a longer rest are one go.

    pulses   || |||      ||| ||      ||| |                 |
    trains   [-----]     [-----]     [---]                 |         a knock: one pulse
    shakes      1           2          3     rest: 3 shakes in one go
"""

from dataclasses import dataclass

from drivers.dice_shaker.port import ShakenInOneGo


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakeTerms:
    """What counts as a shake. The defaults suit a ball or spring switch; a house adjusts them to its shaker."""

    pulses: int = 2
    """Fewer pulses in a train are a knock, not a shake."""
    length_ms: int = 20
    """A shorter train is a knock too, from its first pulse to its last."""
    rest_ms: int = 70
    """So long without a pulse ends a train, and with it a shake."""
    go_rest_ms: int = 1200
    """So long without a pulse ends the go: what comes later was not shaken in one go."""

    def __post_init__(self) -> None:
        """ValueError: a go that ends before its shakes do counts nothing."""
        if self.go_rest_ms <= self.rest_ms:
            raise ValueError(f"go_rest_ms is {self.go_rest_ms}, which is no longer than rest_ms, {self.rest_ms}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Train:
    began_ms: int
    last_ms: int
    pulses: int


class ShakeCounter:
    """Fed with pulses by their times; a go is told when it has ended."""

    def __init__(self, terms: ShakeTerms) -> None:
        self._terms = terms
        self._train: _Train | None = None
        self._shakes = 0
        self._ended_ms = 0
        """When the latest train ended that was a shake."""

    @property
    def so_far(self) -> int:
        """Shakes of the go that is under way, the one that is not over yet left out."""
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
        Nothing more belongs to this go. A train that is not over is no shake of it: that is the hand which puts the
        shaker down, or takes the cover off.
        """
        self._train = None
        return self._told() if self._shakes else ()

    def forget(self) -> None:
        """What was counted so far is not to be told."""
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
