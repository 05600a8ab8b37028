"""The shaker's sensors on GPIO pins."""

from collections.abc import AsyncIterator, Mapping
from typing import Self

from drivers.dice_shaker.port import ShakerEvent
from drivers.dice_shaker.sensors import NAMES, Live, Sensor, ShakerLimits, ShakerLogic
from drivers.dice_shaker.shakes import ShakeTerms
from drivers.pins.board import Board
from drivers.pins.input import InputHealth
from drivers.pins.listener import PinListener

TERMS = ShakeTerms()
LIMITS = ShakerLimits()


class GpioDiceShaker:
    """Contacts that pull their pins low."""

    def __init__(self, listener: PinListener[ShakerEvent]) -> None:
        self._listener = listener

    @classmethod
    async def create(
        cls,
        board: Board,
        pins: Mapping[Sensor, int],
        *,
        terms: ShakeTerms = TERMS,
        limits: ShakerLimits = LIMITS,
        live: Live | None = None,
    ) -> Self:
        """
        Open one pin per sensor. Raises PinNotAllowed, PinUsedTwice or PinUnavailable, with no pin left open.

        `live` is called on the event loop with the shakes of the current go, as each is counted, and with 0 at its end.
        """

        def logic(levels: Mapping[int, bool], now_ms: int) -> ShakerLogic:
            sensors = {pin: sensor for sensor, pin in pins.items()}
            return ShakerLogic(sensors=sensors, levels=levels, terms=terms, limits=limits, now_ms=now_ms, live=live)

        named = [(pin, NAMES[sensor]) for sensor, pin in pins.items()]
        return cls(PinListener(board=board, pins=named, logic=logic))

    def events(self) -> AsyncIterator[ShakerEvent | InputHealth]:
        return self._listener

    async def close(self) -> None:
        self._listener.close()
