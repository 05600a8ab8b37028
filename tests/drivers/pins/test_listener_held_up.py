"""A busy processor may hold the loop up between the time at which a level is due and the reading of the pin."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from drivers.dealer_keys.port import Key, KeyPressed
from drivers.dealer_keys.press import KeyPadLogic
from drivers.pins import listener
from drivers.pins.board import Board, Edge
from drivers.pins.input import Limits
from drivers.pins.listener import PinListener

PIN = 16

PRESSED_MS, RELEASED_MS = 1_000, 1_060


class Clock:
    """Moves when told to."""

    now_ms = PRESSED_MS

    def monotonic(self) -> float:
        return self.now_ms / 1000

    def monotonic_ns(self) -> int:
        return self.now_ms * 1_000_000


class HeldUp:
    """A board with one key. As its level is read again the press is over; the edge of that is still on its way."""

    pin = PIN
    is_closed = False

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._readings = 0
        self.read_again = asyncio.Event()

    def watch(self, _pin: int, *, on_edge: Callable[[Edge], None], **_: Any) -> "HeldUp":
        self.on_edge = on_edge
        return self

    @property
    def level(self) -> bool:
        self._readings += 1
        if self._readings == 2:
            self._clock.now_ms = RELEASED_MS + 5
            self.read_again.set()
            asyncio.get_running_loop().call_soon(self.on_edge, Edge(pin=PIN, level=True, at_ms=RELEASED_MS))
        return True

    def catch_up(self) -> None:
        """Nothing waits in the kernel."""

    def close(self) -> None:
        """Nothing is open."""


class Starved(HeldUp):
    """The edge waits in the kernel: the thread that reads it gets no processor before the level has been read twice."""

    waits = True

    @property
    def level(self) -> bool:
        self._readings += 1
        if self._readings == 2:
            self._clock.now_ms = RELEASED_MS + 5
            asyncio.get_running_loop().call_soon(setattr, self._clock, "now_ms", RELEASED_MS + 40)
        if self._readings == 3:
            self._edge_comes()
            self.read_again.set()
        return True

    def catch_up(self) -> None:
        if self._readings == 2:
            self._edge_comes()

    def _edge_comes(self) -> None:
        if self.waits:
            self.waits = False
            asyncio.get_running_loop().call_soon(self.on_edge, Edge(pin=PIN, level=True, at_ms=RELEASED_MS))


@pytest.mark.parametrize("kind", [HeldUp, Starved])
async def test_a_press_that_ended_while_the_loop_was_held_up_before_the_reading_counts(
    monkeypatch: pytest.MonkeyPatch, kind: type[HeldUp]
) -> None:
    clock = Clock()
    monkeypatch.setattr(listener, "time", clock)
    board = kind(clock)

    def logic(levels: Any, now_ms: int) -> KeyPadLogic:
        return KeyPadLogic(keys={PIN: Key.NEXT}, levels=levels, limits=Limits(settle_ms=20), hold_ms=800, now_ms=now_ms)

    listening: PinListener[KeyPressed] = PinListener(board=cast("Board", board), pins=[(PIN, "next")], logic=logic)
    board.on_edge(Edge(pin=PIN, level=False, at_ms=PRESSED_MS))
    clock.now_ms = PRESSED_MS + 22
    async with asyncio.timeout(10):
        await board.read_again.wait()
        clock.now_ms = RELEASED_MS + 100
        pressed = await anext(listening)
    assert isinstance(pressed, KeyPressed)
    assert (pressed.key, pressed.held, pressed.at_ms) == (Key.NEXT, False, RELEASED_MS)
    listening.close()
