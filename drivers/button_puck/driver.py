"""The puck sensors on GPIO pins."""

from collections.abc import AsyncIterator, Mapping
from typing import Self

from drivers.button_puck.port import PuckSeen
from drivers.button_puck.position import PuckLogic
from drivers.pins.board import Board
from drivers.pins.input import InputHealth, Limits
from drivers.pins.listener import PinListener

SETTLE_MS = 150
"""A puck slides past seats; with a shorter time, passing a seat would count as lying there."""


class GpioButtonPuck:
    """Sensors that pull their pin low."""

    def __init__(self, listener: PinListener[PuckSeen]) -> None:
        self._listener = listener

    @classmethod
    async def create(cls, board: Board, seats: Mapping[int, int], *, settle_ms: int = SETTLE_MS) -> Self:
        """`seats` maps seats to pins. Raises PinNotAllowed, PinUsedTwice or PinUnavailable, with no pin left open."""

        def logic(levels: Mapping[int, bool], now_ms: int) -> PuckLogic:
            by_pin = {pin: seat for seat, pin in seats.items()}
            return PuckLogic(seats=by_pin, levels=levels, limits=Limits(settle_ms=settle_ms), now_ms=now_ms)

        named = [(pin, f"the puck sensor of seat {seat}") for seat, pin in seats.items()]
        return cls(PinListener(board=board, pins=named, logic=logic))

    def events(self) -> AsyncIterator[PuckSeen | InputHealth]:
        return self._listener

    async def close(self) -> None:
        self._listener.close()
