"""The dealer's keys on GPIO pins."""

from collections.abc import AsyncIterator, Mapping
from typing import Self

from drivers.dealer_keys.port import Key, KeyPressed
from drivers.dealer_keys.press import KeyPadLogic
from drivers.pins.board import Board
from drivers.pins.input import InputHealth, Limits
from drivers.pins.listener import PinListener

SETTLE_MS = 20
"""Longer than a good push button bounces, shorter than any press."""

HOLD_MS = 800

STUCK_MS = 30_000
"""A key held this long is stuck, or something lies on it."""


class GpioDealerKeys:
    """Keys that pull their pin low."""

    def __init__(self, listener: PinListener[KeyPressed]) -> None:
        self._listener = listener

    @classmethod
    async def create(
        cls,
        board: Board,
        pins: Mapping[Key, int],
        *,
        settle_ms: int = SETTLE_MS,
        hold_ms: int = HOLD_MS,
        stuck_ms: int = STUCK_MS,
    ) -> Self:
        """Raises PinNotAllowed, PinUsedTwice or PinUnavailable, with no pin left open."""
        limits = Limits(settle_ms=settle_ms, stuck_ms=stuck_ms)

        def logic(levels: Mapping[int, bool], now_ms: int) -> KeyPadLogic:
            keys = {pin: key for key, pin in pins.items()}
            return KeyPadLogic(keys=keys, levels=levels, limits=limits, hold_ms=hold_ms, now_ms=now_ms)

        named = [(pin, f"the key {key}") for key, pin in pins.items()]
        return cls(PinListener(board=board, pins=named, logic=logic))

    def events(self) -> AsyncIterator[KeyPressed | InputHealth]:
        return self._listener

    async def close(self) -> None:
        self._listener.close()
