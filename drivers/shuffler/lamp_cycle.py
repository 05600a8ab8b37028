"""
A shuffler without a protocol: its ready and its fault lamp, read by two opto-coupled inputs.

A lit lamp pulls its pin low. A cycle is valid if the ready lamp goes dark and is lit again after a plausible time while
the fault lamp stays dark. Lamps cannot tell how many cards there were, or whether the machine shuffled or sorted them.
A faulty input counts as a lit fault lamp.
"""

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Self, TypeAlias, assert_never

from drivers.pins.board import Board
from drivers.pins.debounce import Change
from drivers.pins.input import Input, InputEvent, InputFailed, InputHealth, InputRecovered, Limits
from drivers.pins.listener import PinListener

READY, FAULT = "the ready lamp", "the fault lamp"

LIMITS: Final = Limits(settle_ms=100)
"""A lamp on alternating current flickers a hundred times a second behind its opto-coupler."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CycleTerms:
    """How long the ready lamp is dark while a deck of 52 is shuffled."""

    least_ms: int = 20_000
    most_ms: int = 240_000


@dataclass(frozen=True, kw_only=True, slots=True)
class WentDark:
    """The ready lamp went dark: a cycle begins, or the machine has lost power. From now on its cards may be moved."""

    at_ms: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CycleSeen:
    """A valid cycle: the ready lamp went dark at `began_ms` and was lit again after `duration_ms`."""

    began_ms: int
    duration_ms: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CycleSpoiled:
    """The ready lamp is lit again, but there was no valid cycle before."""

    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FaultShown:
    """The fault lamp was lit or an input failed (`lit`), or both faults are over."""

    lit: bool


LampEvent: TypeAlias = WentDark | CycleSeen | CycleSpoiled | FaultShown
Told: TypeAlias = tuple[LampEvent | InputHealth, ...]


class LampLogic:
    """
    Turns the levels of the two lamps into events.

    The first `settle` reports the fault lamp, because its earlier state is unknown. The first state of the ready lamp
    is no event.
    """

    def __init__(self, *, ready: int, fault: int, levels: Mapping[int, bool], terms: CycleTerms, now_ms: int) -> None:
        self._ready, self._fault = ready, fault
        self._lines = {
            pin: Input(name=name, level=levels[pin], limits=LIMITS, now_ms=now_ms)
            for pin, name in ((ready, READY), (fault, FAULT))
        }
        self._terms = terms
        self._dark_since: int | None = None
        self._spoiled: str | None = "the start of the cycle was not seen"
        self._shown: bool | None = None

    @property
    def next_due(self) -> int | None:
        return min((due for line in self._lines.values() if (due := line.next_due) is not None), default=None)

    def edge(self, *, pin: int, level: bool, at_ms: int) -> Told:
        return (*self.settle(at_ms), *self._heard(pin, self._lines[pin].edge(level=level, at_ms=at_ms)))

    def settle(self, now_ms: int) -> Told:
        told: list[LampEvent | InputHealth] = []
        for pin, line in self._lines.items():
            told.extend(self._heard(pin, line.settle(now_ms)))
        return (*told, *self._fault_shown())

    def reread(self, *, pin: int, level: bool, at_ms: int) -> None:
        self._lines[pin].reread(level=level, at_ms=at_ms)

    def muted(self, *, pin: int, at_ms: int) -> Told:
        return (*self.settle(at_ms), *self._heard(pin, self._lines[pin].muted(at_ms)))

    def unmuted(self, *, pin: int, level: bool, at_ms: int) -> Told:
        return self._heard(pin, self._lines[pin].unmuted(level=level, at_ms=at_ms))

    def edges_lost(self, *, pin: int, level: bool, at_ms: int) -> Told:
        return (*self.settle(at_ms), *self._heard(pin, self._lines[pin].edges_lost(level=level, at_ms=at_ms)))

    def _heard(self, pin: int, events: Iterable[InputEvent]) -> Told:
        told: list[LampEvent | InputHealth] = []
        for event in events:
            match event:
                case Change() if pin == self._ready:
                    told.extend(self._ready_changed(lit=not event.level, at_ms=event.at_ms))
                case Change():
                    pass
                case InputFailed() | InputRecovered():
                    self._spoiled = self._spoiled or "an input was faulty during the cycle"
                    told.append(event)
                case _:
                    assert_never(event)
            told.extend(self._fault_shown())
        return tuple(told)

    def _ready_changed(self, *, lit: bool, at_ms: int) -> Told:
        if not lit:
            self._dark_since = at_ms
            self._spoiled = "the fault lamp was lit during the cycle" if self._shown else None
            return (WentDark(at_ms=at_ms),)
        began, self._dark_since = self._dark_since, None
        if self._spoiled is not None or began is None:
            return (CycleSpoiled(why=self._spoiled or "the start of the cycle was not seen"),)
        took = at_ms - began
        if not self._terms.least_ms <= took <= self._terms.most_ms:
            return (CycleSpoiled(why=f"the ready lamp was dark for {took / 1000:.0f} s"),)
        return (CycleSeen(began_ms=began, duration_ms=took),)

    def _fault_shown(self) -> tuple[FaultShown, ...]:
        """Report a change of the fault lamp. If it is lit even briefly, the cycle under way is spoiled."""
        lit = not self._lines[self._fault].level or not all(line.works for line in self._lines.values())
        if lit is self._shown:
            return ()
        self._shown = lit
        if lit:
            self._spoiled = self._spoiled or "the fault lamp was lit during the cycle"
        return (FaultShown(lit=lit),)


class GpioShufflerLamps:
    """The two lamps on real pins."""

    def __init__(self, listener: PinListener[LampEvent]) -> None:
        self._listener = listener

    @classmethod
    async def create(cls, board: Board, *, ready: int, fault: int, terms: CycleTerms) -> Self:
        """Open both pins. Raises PinNotAllowed, PinUsedTwice or PinUnavailable."""

        def logic(levels: Mapping[int, bool], now_ms: int) -> LampLogic:
            return LampLogic(ready=ready, fault=fault, levels=levels, terms=terms, now_ms=now_ms)

        return cls(PinListener(board=board, pins=[(ready, READY), (fault, FAULT)], logic=logic))

    def events(self) -> AsyncIterator[LampEvent | InputHealth]:
        return self._listener

    async def close(self) -> None:
        self._listener.close()
