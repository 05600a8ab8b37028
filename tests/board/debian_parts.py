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

HUNG_S: Final = 240.0

LEAST_HUNG_MS: Final = 20_000
"""systemd waits 30 s since the watchdog was fed last, which was up to 10 s before."""


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


async def hangs(there: Installed) -> None:
    """Stop the controller by SIGSTOP in a round: systemd's watchdog ends and restarts it, and the round goes on."""
    unit, table = there.unit, there.table
    began_s = time.monotonic()
    before, starts = await unit.shown("MainPID", "NRestarts"), table.kinds.count("host-started")
    await unit.works("kill", "-STOP", before["MainPID"])
    await table.subscriber.until(lambda: table.kinds.count("host-started") > starts, within_s=HUNG_S)
    there.says("hung, ended by the watchdog and started again", began_s)
    again = [number for number, kind in enumerate(table.kinds) if kind == "host-started"][starts]
    last, first = (table.facts()[number].at.mono_ms for number in (again - 1, again))
    assert first - last > LEAST_HUNG_MS, "something was recorded while the controller hung"
    assert int((await unit.shown("NRestarts"))["NRestarts"]) > int(before["NRestarts"])
    assert "Failed with result 'watchdog'" in await unit.journal()
    await there.deals_on()


Part = Callable[[Installed], Awaitable[None]]

PARTS: Final[tuple[Part, ...]] = (hangs,)
