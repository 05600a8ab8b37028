"""
Statistics of one input for aligning a contact: its level, its bounces and its latest pulse train.

Pure: the caller passes in the times.
"""

from dataclasses import dataclass

BOUNCE_GAP_MS = 30
"""Edges closer together than this belong to one movement; all but one of them are bounces."""

TRAIN_GAP_MS = 70
"""Pulses closer together than this belong to one train; the shaker's default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """A change with its bounces, from the first edge to the last."""

    edges: int
    began_ms: int
    last_ms: int

    @property
    def bounces(self) -> int:
        return self.edges - 1

    @property
    def lasted_ms(self) -> int:
        return self.last_ms - self.began_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Train:
    """A series of low pulses; `rest_ms` is the pause before it, None for the first."""

    pulses: int
    began_ms: int
    last_ms: int
    rest_ms: int | None

    @property
    def length_ms(self) -> int:
        return self.last_ms - self.began_ms


class InputStats:
    """The statistics of one line."""

    def __init__(self, *, level: bool, train_gap_ms: int = TRAIN_GAP_MS) -> None:
        self.level = level
        self._train_gap_ms = train_gap_ms
        self.edges = 0
        self.since_ms: int | None = None
        """When it last changed."""
        self.movement: Movement | None = None
        self.worst: Movement | None = None
        """The movement that bounced most."""
        self.train: Train | None = None

    def edge(self, *, level: bool, at_ms: int) -> None:
        if level is self.level:
            return
        self.level = level
        self.edges += 1
        self._move(at_ms)
        if not level:
            self._pulse(at_ms)
        self.since_ms = at_ms

    def _move(self, at_ms: int) -> None:
        now = self.movement
        if now is None or at_ms - now.last_ms >= BOUNCE_GAP_MS:
            self.movement = Movement(edges=1, began_ms=at_ms, last_ms=at_ms)
        else:
            self.movement = Movement(edges=now.edges + 1, began_ms=now.began_ms, last_ms=at_ms)
        if self.worst is None or self.movement.edges > self.worst.edges:
            self.worst = self.movement

    def _pulse(self, at_ms: int) -> None:
        now = self.train
        if now is None:
            self.train = Train(pulses=1, began_ms=at_ms, last_ms=at_ms, rest_ms=None)
        elif at_ms - now.last_ms >= self._train_gap_ms:
            self.train = Train(pulses=1, began_ms=at_ms, last_ms=at_ms, rest_ms=at_ms - now.last_ms)
        else:
            self.train = Train(pulses=now.pulses + 1, began_ms=now.began_ms, last_ms=at_ms, rest_ms=now.rest_ms)
