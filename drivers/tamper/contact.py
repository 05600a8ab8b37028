"""
The tamper contact: one line that is low while everything is shut. Pure: no clock, no I/O.

A cut wire reads as open. A faulty contact counts as open until the controller restarts, because an opening may have
been missed during the fault.
"""

from collections.abc import Iterable
from typing import assert_never

from drivers.pins.debounce import Change
from drivers.pins.input import Input, InputEvent, InputFailed, InputHealth, InputRecovered, Limits
from drivers.tamper.port import TamperChanged

NAME = "the tamper contact"
Told = tuple[TamperChanged | InputHealth, ...]


class TamperLogic:
    def __init__(self, *, level: bool, limits: Limits, now_ms: int) -> None:
        """The first `settle` reports the initial level."""
        self._line = Input(name=NAME, level=level, limits=limits, now_ms=now_ms)
        self._now_ms = now_ms
        self._told: bool | None = None
        self._doubted = False

    @property
    def next_due(self) -> int | None:
        return self._line.next_due

    def edge(self, *, pin: int, level: bool, at_ms: int) -> Told:
        del pin
        told = self.settle(at_ms)
        return (*told, *self._heard(self._line.edge(level=level, at_ms=at_ms)))

    def settle(self, now_ms: int) -> Told:
        return (*self._as_it_is(self._now_ms), *self._heard(self._line.settle(now_ms)))

    def reread(self, *, pin: int, level: bool, at_ms: int) -> None:
        del pin
        self._line.reread(level=level, at_ms=at_ms)

    def muted(self, *, pin: int, at_ms: int) -> Told:
        del pin
        return (*self.settle(at_ms), *self._heard(self._line.muted(at_ms)))

    def unmuted(self, *, pin: int, level: bool, at_ms: int) -> Told:
        del pin
        return self._heard(self._line.unmuted(level=level, at_ms=at_ms))

    def edges_lost(self, *, pin: int, level: bool, at_ms: int) -> Told:
        del pin
        return (*self.settle(at_ms), *self._heard(self._line.edges_lost(level=level, at_ms=at_ms)))

    def _heard(self, events: Iterable[InputEvent]) -> Told:
        told: list[TamperChanged | InputHealth] = []
        for event in events:
            match event:
                case Change():
                    told.extend(self._is(open_=event.level, at_ms=event.at_ms))
                case InputFailed():
                    self._doubted = True
                    told.append(event)
                    told.extend(self._as_it_is(event.at_ms))
                case InputRecovered():
                    told.append(event)
                case _:
                    assert_never(event)
        return tuple(told)

    def _as_it_is(self, at_ms: int) -> tuple[TamperChanged, ...]:
        return self._is(open_=self._line.level, at_ms=at_ms)

    def _is(self, *, open_: bool, at_ms: int) -> tuple[TamperChanged, ...]:
        now = open_ or self._doubted
        if now is self._told:
            return ()
        self._told = now
        return (TamperChanged(open=now, at_ms=at_ms),)
