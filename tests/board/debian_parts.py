"""A table that was installed and commissioned on a board that systemd runs, and what happens to it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hil.board.debian_controller import UnitController
from hil.board.debian_machine import DebianGuest
from tests.board.technician import Technician
from tests.worlds.played_table import PlayedTable

ROUND_S: Final = 400.0


@dataclass(kw_only=True)
class Installed:
    """A table that was installed and commissioned, with its dealer at work."""

    table: PlayedTable
    guest: DebianGuest
    technician: Technician
    package: Path
    newer: Path

    @property
    def unit(self) -> UnitController:
        controller = self.table.world.controller
        assert isinstance(controller, UnitController)
        return controller

    async def deals_on(self, rounds: int = 1) -> None:
        await self.table.rounds(self.table.completed + rounds, within_s=ROUND_S)

    def says(self, what: str, since_s: float) -> None:
        print(f"  {time.monotonic() - since_s:6.1f} s  {what}", flush=True)

    async def ends_well(self) -> None:
        """End after this round; everything that was ever published is the record, to the byte."""
        table = self.table
        table.dealer.stop_after = table.completed + 1
        await table.rounds(table.completed + 1, within_s=ROUND_S)
        assert await self.unit.stop() == 0, self.unit.words()
        assert [bytes(received.data) for received in table.subscriber.facts] == table.recorded()
        assert table.subscriber.out_of_order == []
        assert table.complaints() == []
        assert table.dealer.refused == []
        assert set(table.world.simulated.model.motor_starts.values()) <= {1}, "an order was carried out twice"


Part = Callable[[Installed], Awaitable[None]]

PARTS: Final[tuple[Part, ...]] = ()
