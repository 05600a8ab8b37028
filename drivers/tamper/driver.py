"""The tamper contact on a GPIO pin."""

from collections.abc import AsyncIterator, Mapping
from typing import Self

from drivers.pins.board import Board
from drivers.pins.input import InputHealth, Limits
from drivers.pins.listener import PinListener
from drivers.tamper.contact import NAME, TamperLogic
from drivers.tamper.port import TamperChanged

LIMITS = Limits(settle_ms=50)
"""A knock on the table may open the contact for a moment; nobody opens and shuts a housing this fast."""


class GpioTamperContact:
    """A contact to ground that is closed while everything is shut."""

    def __init__(self, listener: PinListener[TamperChanged]) -> None:
        self._listener = listener

    @classmethod
    async def create(cls, board: Board, pin: int) -> Self:
        """Open the pin. Raises PinNotAllowed, PinUsedTwice or PinUnavailable."""

        def logic(levels: Mapping[int, bool], now_ms: int) -> TamperLogic:
            return TamperLogic(level=levels[pin], limits=LIMITS, now_ms=now_ms)

        return cls(PinListener(board=board, pins=[(pin, NAME)], logic=logic))

    def events(self) -> AsyncIterator[TamperChanged | InputHealth]:
        return self._listener

    async def close(self) -> None:
        self._listener.close()
