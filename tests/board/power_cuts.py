"""Power cuts of the virtual board: the emulator is killed in the middle of rounds, and the board boots again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hil.board.board_controller import BoardController
from hil.board.board_world import board_table
from hil.board.guest import Guest
from hil.board.machine import Machine
from tests.support.brokers import any_broker
from tests.worlds.played_table import PlayedTable, played_table

SPEED: Final = 300.0

FACTS_S: Final = 180.0

MOST_FACTS: Final = 20
"""A cut comes at most this many facts after the controller's first one, and up to `LATER_S` after that fact."""

LATER_S: Final = 1.5


@dataclass(kw_only=True)
class CutTable:
    """A table on a board whose power is cut, and what was acknowledged before."""

    table: PlayedTable
    guest: Guest
    chance: random.Random
    cuts: int = 0
    in_rounds: int = 0
    uptimes: list[float] = field(default_factory=list)

    @property
    def controller(self) -> BoardController:
        controller = self.table.world.controller
        assert isinstance(controller, BoardController)
        return controller

    async def plays_and_is_cut(self) -> None:
        """Start the controller, let it play, cut the power at any moment, boot, and compare the record."""
        table, before = self.table, len(self.table.subscriber.facts)
        await self.controller.start()
        wanted = before + self.chance.randint(1, MOST_FACTS)
        await table.subscriber.until(lambda: len(table.subscriber.facts) >= wanted, within_s=FACTS_S)
        await asyncio.sleep(self.chance.uniform(0, LATER_S))
        # What the broker was given was acknowledged: it must outlast the cut.
        acknowledged = [bytes(received.data) for received in table.subscriber.facts]
        self.in_rounds += table.subscriber.view is not None and table.subscriber.view.round is not None
        self.guest.machine.cut_power()
        await self.controller.ended()
        self.guest.machine.start()
        self.uptimes.append(await self.guest.ready())
        await self.controller.fetch_record()
        recorded = table.recorded()
        assert recorded[: len(acknowledged)] == acknowledged, "a fact that was published is not on the record"
        self.cuts += 1

    async def ends_well(self) -> None:
        """Let the round go on to its end; everything that was ever told is the record, to the byte."""
        table = self.table
        table.dealer.stop_after = table.completed + 1
        await self.controller.start()
        await table.rounds(table.completed + 1, within_s=FACTS_S)
        assert await self.controller.stop() == 0, self.controller.words()
        assert [bytes(received.data) for received in table.subscriber.facts] == table.recorded()
        assert table.subscriber.out_of_order == []
        assert table.complaints() == []
        assert table.dealer.refused == []
        assert set(table.world.simulated.model.motor_starts.values()) <= {1}, "an order was carried out twice"


@asynccontextmanager
async def cut_table(machine: Machine, folder: Path, chance: random.Random, name: str) -> AsyncIterator[CutTable]:
    """Have a table of hold 'em on a machine that has booted."""
    guest = Guest(machine)
    async with (
        any_broker(folder) as url,
        played_table(folder, stop_after=10_000, around=board_table(guest, name, broker=url, speed=SPEED)) as table,
    ):
        yield CutTable(table=table, guest=guest, chance=chance)


async def cut_often(
    machine: Machine,
    folder: Path,
    chance: random.Random,
    *,
    cuts: int,
    name: str = "cut",
    goes_on: Callable[[], bool] = lambda: True,
) -> CutTable:
    """Boot the machine, cut its power this many times or while it `goes_on`, and let the table end its round."""
    machine.start()
    await Guest(machine).ready()
    async with cut_table(machine, folder, chance, name) as table:
        for _ in range(cuts):
            await table.plays_and_is_cut()
            if not goes_on():
                break
        await table.ends_well()
    return table
