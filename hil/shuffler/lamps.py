"""A simulated shuffler without a protocol: its dealer starts it, and it shows two lamps."""

import asyncio
from typing import Final

from hil.pins.pin_world import PinWorld
from hil.pins.wire import Level

READY, FAULT = 19, 20
"""Where a poker table has pins to spare."""

CYCLE_S: Final = 1.2

LEAST_S: Final = 1

LIT: Final[Level] = 0
"""An opto-coupler pulls its pin low while its lamp is lit."""

DARK: Final[Level] = 1


class LampRead:
    """The machine. Its ready lamp is dark while it shuffles."""

    def __init__(self, pins: PinWorld, *, ready: int = READY, fault: int = FAULT) -> None:
        """Switch it on; it is ready."""
        self._pins = pins
        self._ready = ready
        self._fault = fault
        self._works: asyncio.TimerHandle | None = None
        self._rests = asyncio.Event()
        pins.drive(ready, LIT)
        pins.drive(fault, DARK)

    def start(self, *, cycle_s: float = CYCLE_S) -> None:
        """Shuffle the cards in it; while it already shuffles, this has no effect."""
        if self._works is not None:
            return
        self._rests.clear()
        self._pins.drive(self._ready, DARK)
        self._works = asyncio.get_running_loop().call_later(cycle_s, self._done)

    def shows_fault(self, *, lit: bool) -> None:
        """Light the fault lamp, or put it out."""
        self._pins.drive(self._fault, LIT if lit else DARK)

    async def works_unread(self) -> None:
        """Run a cycle with the fault lamp lit: no table may deal on it."""
        self.shows_fault(lit=True)
        self.start()
        await self._rests.wait()
        self.shows_fault(lit=False)

    def switch_off(self) -> None:
        """Stop the machine and its timer."""
        if self._works is not None:
            self._works.cancel()

    def _done(self) -> None:
        self._works = None
        self._pins.drive(self._ready, LIT)
        self._rests.set()
