"""When a contact that goes down and comes up is a press, and which. Pure: no clock, no I/O."""

from collections.abc import Mapping

from drivers.dealer_keys.port import Key, KeyPressed
from drivers.pins.debounce import Change, Debounce


class KeyLogic:
    """
    One key; the contact pulls its line low.

    A key that is down at the start says nothing until it came up once: nobody knows when it was pressed.
    """

    def __init__(self, *, key: Key, level: bool, settle_ms: int, hold_ms: int) -> None:
        self._key = key
        self._line = Debounce(level=level, settle_ms=settle_ms)
        self._hold_ms = hold_ms
        self._down_ms: int | None = None
        """Since when it is down, while it is still open what that will be."""

    @property
    def next_due(self) -> int | None:
        if self._line.next_due is not None:
            return self._line.next_due
        return None if self._down_ms is None else self._down_ms + self._hold_ms

    def edge(self, *, level: bool, at_ms: int) -> tuple[KeyPressed, ...]:
        pressed = self.settle(at_ms)
        self._line.feed(level=level, at_ms=at_ms)
        return pressed

    def settle(self, now_ms: int) -> tuple[KeyPressed, ...]:
        change = self._line.settle(now_ms)
        ended = () if change is None else self._changed(change)
        return (*ended, *self._held(now_ms))

    def reread(self, *, level: bool, at_ms: int) -> None:
        self._line.reread(level=level, at_ms=at_ms)

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
        # While the line is restless the key may already be on its way up: what it settles on decides.
        if self._down_ms is None or self._line.next_due is not None or now_ms < self._down_ms + self._hold_ms:
            return ()
        at_ms, self._down_ms = self._down_ms + self._hold_ms, None
        return (KeyPressed(key=self._key, held=True, at_ms=at_ms),)


class KeyPadLogic:
    """All keys of the table, by pin; presses in the order in which they happened."""

    def __init__(self, *, keys: Mapping[int, Key], levels: Mapping[int, bool], settle_ms: int, hold_ms: int) -> None:
        self._keys = {
            pin: KeyLogic(key=key, level=levels[pin], settle_ms=settle_ms, hold_ms=hold_ms) for pin, key in keys.items()
        }

    @property
    def next_due(self) -> int | None:
        return min((due for key in self._keys.values() if (due := key.next_due) is not None), default=None)

    def edge(self, *, pin: int, level: bool, at_ms: int) -> tuple[KeyPressed, ...]:
        pressed = self.settle(at_ms)
        return (*pressed, *self._keys[pin].edge(level=level, at_ms=at_ms))

    def settle(self, now_ms: int) -> tuple[KeyPressed, ...]:
        pressed = (press for key in self._keys.values() for press in key.settle(now_ms))
        return tuple(sorted(pressed, key=lambda press: press.at_ms))

    def reread(self, *, pin: int, level: bool, at_ms: int) -> None:
        self._keys[pin].reread(level=level, at_ms=at_ms)
