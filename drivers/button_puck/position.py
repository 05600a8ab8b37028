"""Works out the puck's position from its sensors. Pure: no clock, no I/O."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from drivers.button_puck.port import PuckSeen, PuckWhy
from drivers.pins.debounce import Change
from drivers.pins.input import Input, InputEvent, InputFailed, InputFault, InputHealth, InputRecovered, Limits

DOUBTED_MS = {PuckWhy.TWO_SEEN: 5000, PuckWhy.BETWEEN: 30_000}
"""
Two sensors that see a puck for this long are a fault: one sensor is stuck, or there are two pucks.

Neighbours get more time, because both may see a puck that slides from seat to seat or lies under a hand.
"""

Told = tuple[PuckSeen | InputHealth, ...]


class PuckLogic:
    """The puck sensors of a table; a sensor that sees the puck pulls its line low. Reports changes of position."""

    def __init__(self, *, seats: Mapping[int, int], levels: Mapping[int, bool], limits: Limits, now_ms: int) -> None:
        """`seats` maps pins to seats. The first `settle` reports the initial position."""
        self._seats = seats
        self._lines = {
            pin: Input(name=f"the puck sensor of seat {seat}", level=levels[pin], limits=limits, now_ms=now_ms)
            for pin, seat in seats.items()
        }
        self._at_ms = now_ms
        self._told: tuple[int | None, PuckWhy] | None = None
        self._doubt_ms: int | None = None
        """When to report two seen pucks as a fault."""
        self._fault: str | None = None

    @property
    def next_due(self) -> int | None:
        lines = (line.next_due for line in self._lines.values())
        return min((due for due in (*lines, self._doubt_ms) if due is not None), default=None)

    def edge(self, *, pin: int, level: bool, at_ms: int) -> Told:
        seen = self.settle(at_ms)
        return (*seen, *self._heard(self._lines[pin].edge(level=level, at_ms=at_ms)))

    def settle(self, now_ms: int) -> Told:
        told = list(self._position())
        # Process sensors in the order in which they settled, however late this is called.
        while (due := self.next_due) is not None and due <= now_ms:
            for line in self._lines.values():
                if line.next_due == due:
                    told.extend(self._heard(line.settle(due)))
            told.extend(self._position())
            told.extend(self._doubted(due))
        return tuple(told)

    def reread(self, *, pin: int, level: bool, at_ms: int) -> None:
        self._lines[pin].reread(level=level, at_ms=at_ms)

    def muted(self, *, pin: int, at_ms: int) -> Told:
        told = (*self.settle(at_ms), *self._heard(self._lines[pin].muted(at_ms)))
        return (*told, *self._position())

    def unmuted(self, *, pin: int, level: bool, at_ms: int) -> Told:
        told = (*self.settle(at_ms), *self._heard(self._lines[pin].unmuted(level=level, at_ms=at_ms)))
        return (*told, *self._position())

    def edges_lost(self, *, pin: int, level: bool, at_ms: int) -> Told:
        told = (*self.settle(at_ms), *self._heard(self._lines[pin].edges_lost(level=level, at_ms=at_ms)))
        return (*told, *self._position())

    def _heard(self, events: Iterable[InputEvent]) -> tuple[InputHealth, ...]:
        told: list[InputHealth] = []
        for event in events:
            self._at_ms = max(self._at_ms, event.at_ms)
            match event:
                case Change():
                    pass
                case InputFailed() | InputRecovered():
                    told.append(event)
                case _:
                    assert_never(event)
        return tuple(told)

    def _position(self) -> Told:
        position = self._read()
        if position == self._told:
            return ()
        self._told = position
        seat, why = position
        told: Told = (PuckSeen(seat=seat, why=why, at_ms=self._at_ms),)
        doubted_ms = DOUBTED_MS.get(why)
        self._doubt_ms = None if doubted_ms is None else self._at_ms + doubted_ms
        if doubted_ms is not None or self._fault is None:
            return told
        over, self._fault = self._fault, None
        return (*told, InputRecovered(name=over, at_ms=self._at_ms))

    def _doubted(self, now_ms: int) -> Told:
        if self._doubt_ms is None or now_ms < self._doubt_ms:
            return ()
        self._doubt_ms = None
        before, self._fault = self._fault, " and ".join(f"the puck sensor of seat {seat}" for seat in self._seeing())
        if before == self._fault:
            return ()
        told: Told = (InputFailed(name=self._fault, why=InputFault.CONTRADICTED, at_ms=now_ms),)
        return told if before is None else (*told, InputRecovered(name=before, at_ms=now_ms))

    def _seeing(self) -> tuple[int, ...]:
        return tuple(sorted(self._seats[pin] for pin, line in self._lines.items() if line.works and not line.level))

    def _read(self) -> tuple[int | None, PuckWhy]:
        match self._seeing():
            case ():
                return None, PuckWhy.ABSENT
            case (seat,):
                return seat, PuckWhy.AT_SEAT
            case (low, high) if high == low + 1:
                return None, PuckWhy.BETWEEN
            case _:
                return None, PuckWhy.TWO_SEEN
