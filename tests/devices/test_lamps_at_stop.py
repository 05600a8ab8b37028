"""At the stop the lamps go dark before the pins are released: a blink that comes due later would fail."""

import asyncio
from collections.abc import Mapping

from drivers.lamps import Pattern
from drivers.lamps.patterns import Signal
from firmware_host.devices import lamps
from firmware_host.table.view import public_view
from tests.worlds.pure_table import PureTable


class Shown:
    """Lamps that remember what they showed."""

    def __init__(self) -> None:
        self.all: list[Mapping[str, Pattern]] = []

    def show(self, patterns: Mapping[str, Pattern]) -> None:
        self.all.append(patterns)

    def answer(self, signal: Signal) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


async def test_every_lamp_is_dark_once_the_part_has_ended() -> None:
    shown, view = Shown(), public_view(PureTable().opened().state)
    serving = asyncio.create_task(lamps.serve(shown, lambda: view, asyncio.Event()))
    await asyncio.sleep(0)
    assert shown.all[-1][lamps.STATUS] is not Pattern.DARK
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    assert shown.all[-1] == {}
