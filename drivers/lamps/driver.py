"""Lamps and a beeper on GPIO pins; a high level switches them on."""

import asyncio
from collections.abc import Mapping
from typing import Self

from drivers.lamps.patterns import Pattern, Signal, is_lit, is_pulse, next_change, next_phase
from drivers.pins.board import Board, Lamp

BEEPER = "beeper"


class GpioLamps:
    """
    Lamps that blink by one common timer; no timer runs while no lamp blinks.

    A signal is shown by the lamp named `answering`, if there is one, and sounded by the beeper, if there is one.
    """

    def __init__(self, lamps: Mapping[str, Lamp], *, answering: str = "", beeper: Lamp | None = None) -> None:
        """Use `create` to open the pins."""
        self._lamps = lamps
        self._answering = answering
        self._beeper = beeper
        self._shown: Mapping[str, Pattern] = {}
        self._signal: tuple[Signal, int] | None = None
        """The signal that is shown now, and when it began."""
        self._lit: dict[str, bool] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._closed = False

    @classmethod
    async def create(
        cls, board: Board, pins: Mapping[str, int], *, answering: str = "", beeper: int | None = None
    ) -> Self:
        """Open the lamps, dark. Raises PinNotAllowed, PinUsedTwice or PinUnavailable, with no pin left open."""
        opened: list[Lamp] = []
        try:
            lamps = {}
            for name, pin in pins.items():
                lamps[name] = board.output(pin, name=f"the lamp {name}")
                opened.append(lamps[name])
            sounder = None if beeper is None else board.output(beeper, name="the beeper")
        except BaseException:
            for lamp in opened:
                lamp.close()
            raise
        return cls(lamps, answering=answering, beeper=sounder)

    def show(self, patterns: Mapping[str, Pattern]) -> None:
        self._shown = patterns
        self._switch()

    def answer(self, signal: Signal) -> None:
        self._signal = (signal, self._now_ms())
        self._switch()

    async def close(self) -> None:
        """Switch all lamps off and release the pins. May be called twice."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        for lamp in (*self._lamps.values(), *((self._beeper,) if self._beeper else ())):
            lamp.close()

    def _now_ms(self) -> int:
        return int(self._loop.time() * 1000)

    def _switch(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        now_ms = self._now_ms()
        dues = [change for name in self._lamps if (change := next_change(self._pattern(name), now_ms)) is not None]
        pulse = None
        if self._signal is not None:
            signal, begun_ms = self._signal
            following = next_phase(signal, now_ms - begun_ms)
            if following is None:
                self._signal = None
            else:
                pulse = is_pulse(signal, now_ms - begun_ms)
                dues.append(begun_ms + following)
        for name, lamp in self._lamps.items():
            answers = pulse is not None and name == self._answering
            self._set(name, lamp, lit=not pulse if answers else is_lit(self._pattern(name), now_ms))
        if self._beeper is not None:
            self._set(BEEPER, self._beeper, lit=bool(pulse))
        if dues:
            self._timer = self._loop.call_later((min(dues) - now_ms) / 1000, self._switch)

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
