"""Lamps on GPIO pins; a high level switches a lamp on."""

import asyncio
import time
from collections.abc import Mapping
from typing import Self

from drivers.lamps.port import Pattern, is_lit, next_change
from drivers.pins.board import Board, Lamp


class GpioLamps:
    """Lamps that blink by one common timer; no timer runs while no lamp blinks."""

    def __init__(self, lamps: Mapping[str, Lamp]) -> None:
        """Use `create` to open the pins."""
        self._lamps = lamps
        self._shown: Mapping[str, Pattern] = {}
        self._lit: dict[str, bool] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._closed = False

    @classmethod
    async def create(cls, board: Board, pins: Mapping[str, int]) -> Self:
        """Open the lamps, dark. Raises PinNotAllowed, PinUsedTwice or PinUnavailable, with no pin left open."""
        lamps: dict[str, Lamp] = {}
        try:
            for name, pin in pins.items():
                lamps[name] = board.output(pin, name=f"the lamp {name}")
        except BaseException:
            for lamp in lamps.values():
                lamp.close()
            raise
        return cls(lamps)

    def show(self, patterns: Mapping[str, Pattern]) -> None:
        self._shown = patterns
        self._switch()

    async def close(self) -> None:
        """Switch all lamps off and release the pins. May be called twice."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        for lamp in self._lamps.values():
            lamp.close()

    def _switch(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        now_ms = time.monotonic_ns() // 1_000_000
        for name, lamp in self._lamps.items():
            self._set(name, lamp, lit=is_lit(self._pattern(name), now_ms))
        changes = (next_change(self._pattern(name), now_ms) for name in self._lamps)
        due = min((change for change in changes if change is not None), default=None)
        if due is not None:
            self._timer = self._loop.call_later((due - now_ms) / 1000, self._switch)

    def _pattern(self, name: str) -> Pattern:
        return self._shown.get(name, Pattern.DARK)

    def _set(self, name: str, lamp: Lamp, *, lit: bool) -> None:
        if self._lit.get(name, False) is lit:
            return
        self._lit[name] = lit
        if lit:
            lamp.on()
        else:
            lamp.off()
