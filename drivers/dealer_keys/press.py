"""Turns key contacts into short and held presses. Pure: no clock, no I/O."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from drivers.dealer_keys.port import Key, KeyPressed
from drivers.pins.debounce import Change
from drivers.pins.input import Input, InputEvent, InputFailed, InputFault, InputHealth, InputRecovered, Limits

Told = tuple[KeyPressed | InputHealth, ...]


class KeyLogic:
    """
    One key; the pressed contact pulls its line low.

    A key found down at the start or after a fault is ignored until it has come up once, because the start of that
    press is unknown.
    """

    def __init__(self, *, key: Key, level: bool, limits: Limits, hold_ms: int, now_ms: int = 0) -> None:
        self._key = key
        self._line = Input(name=f"the key {key}", level=level, limits=limits, now_ms=now_ms)
        self._hold_ms = hold_ms
        self._down_ms: int | None = None
        """When the key went down, while the press may still become short or held."""

    @property
    def next_due(self) -> int | None:
        dues = (self._line.next_due, self._held_from_ms)
        return min((due for due in dues if due is not None), default=None)

    def edge(self, *, level: bool, at_ms: int) -> Told:
        told = self.settle(at_ms)
        return (*told, *self._heard(self._line.edge(level=level, at_ms=at_ms)))

    def settle(self, now_ms: int) -> Told:
        told = self._heard(self._line.settle(now_ms))
        return (*told, *self._held(now_ms))

    def reread(self, *, level: bool, at_ms: int) -> None:
        self._line.reread(level=level, at_ms=at_ms)

    def muted(self, at_ms: int) -> Told:
        return self._heard(self._line.muted(at_ms))

    def unmuted(self, *, level: bool, at_ms: int) -> Told:
        return self._heard(self._line.unmuted(level=level, at_ms=at_ms))

    def edges_lost(self, *, level: bool, at_ms: int) -> Told:
        return self._heard(self._line.edges_lost(level=level, at_ms=at_ms))

    @property
    def _held_from_ms(self) -> int | None:
        # While the line bounces the key may already be coming up; the settled level decides.
        return None if self._down_ms is None or self._line.settling else self._down_ms + self._hold_ms

    def _heard(self, events: Iterable[InputEvent]) -> Told:
        told: list[KeyPressed | InputHealth] = []
        for event in events:
            match event:
                case Change():
                    told.extend(self._changed(event))
                case InputFailed() | InputRecovered():
                    # A stuck key was held long enough before the fault, so report that press first.
                    if isinstance(event, InputFailed) and event.why is InputFault.STUCK:
                        told.extend(self._held(event.at_ms))
                    self._down_ms = None
                    told.append(event)
                case _:
                    assert_never(event)
        return tuple(told)

    def _changed(self, change: Change) -> tuple[KeyPressed, ...]:
        if not change.level:
            self._down_ms = change.at_ms
            return ()
        down_ms, self._down_ms = self._down_ms, None
        if down_ms is None:
            return ()
        held_from_ms = down_ms + self._hold_ms
        held = change.at_ms >= held_from_ms
        return (KeyPressed(key=self._key, held=held, at_ms=held_from_ms if held else change.at_ms),)

    def _held(self, now_ms: int) -> tuple[KeyPressed, ...]:
        held_from_ms = self._held_from_ms
        if held_from_ms is None or now_ms < held_from_ms:
            return ()
        self._down_ms = None
        return (KeyPressed(key=self._key, held=True, at_ms=held_from_ms),)


class KeyPadLogic:
    """All keys of the table, by pin; events come in the order of their times."""

    def __init__(
        self, *, keys: Mapping[int, Key], levels: Mapping[int, bool], limits: Limits, hold_ms: int, now_ms: int = 0
    ) -> None:
        self._keys = {
            pin: KeyLogic(key=key, level=levels[pin], limits=limits, hold_ms=hold_ms, now_ms=now_ms)
            for pin, key in keys.items()
        }

    @property
    def next_due(self) -> int | None:
        return min((due for key in self._keys.values() if (due := key.next_due) is not None), default=None)

    def edge(self, *, pin: int, level: bool, at_ms: int) -> Told:
        told = self.settle(at_ms)
        return (*told, *self._keys[pin].edge(level=level, at_ms=at_ms))

    def settle(self, now_ms: int) -> Told:
        told = (event for key in self._keys.values() for event in key.settle(now_ms))
        return tuple(sorted(told, key=lambda event: event.at_ms))

    def reread(self, *, pin: int, level: bool, at_ms: int) -> None:
        self._keys[pin].reread(level=level, at_ms=at_ms)

    def muted(self, *, pin: int, at_ms: int) -> Told:
        return (*self.settle(at_ms), *self._keys[pin].muted(at_ms))

    def unmuted(self, *, pin: int, level: bool, at_ms: int) -> Told:
        return (*self.settle(at_ms), *self._keys[pin].unmuted(level=level, at_ms=at_ms))

    def edges_lost(self, *, pin: int, level: bool, at_ms: int) -> Told:
        return (*self.settle(at_ms), *self._keys[pin].edges_lost(level=level, at_ms=at_ms))
