"""Power cuts of the virtual board: the emulator is killed in the middle of rounds, and the board boots again."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.verify import verified
from hil.board.board_controller import BoardController
from hil.board.board_world import board_table
from hil.board.guest import Guest
from hil.board.machine import Machine
from tests.board.endings import ends_well
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
    synchronised: bool
    """Whether a time server is reached: clocks then go on over a cut, and so do rounds and preparations."""
    cuts: int = 0
    in_rounds: int = 0
    uptimes: list[float] = field(default_factory=list)
    """Seconds of each boot, until programs run."""
    ready: list[float] = field(default_factory=list)
    """Seconds of each start of the controller, until the table was told that all devices work."""

    @property
    def controller(self) -> BoardController:
        controller = self.table.world.controller
        assert isinstance(controller, BoardController)
        return controller

    async def plays_and_is_cut(self) -> None:
        """Start the controller, let it play, cut the power at any moment, boot, and compare the record."""
        table, before = self.table, len(self.table.subscriber.facts)
        await self.starts()
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
        examined = verified(table.world.data, fold=fold_digest())
        assert not examined.findings, examined.findings
        self.cuts += 1

    async def starts(self) -> None:
        """Start the controller, and note how long it takes until all devices work."""
        began_s, before = time.monotonic(), self._newest_start()

        def noted() -> None:
            """Let the table see each message, and look whether it is the one."""
            self.table.look()
            if self._newest_start() != before and self._all_work():
                self.ready.append(time.monotonic() - began_s)
                self.table.subscriber.on_message = self.table.look

        if self.synchronised:
            await self.guest.synchronise_clock()
        self.table.subscriber.on_message = noted
        await self.controller.start()

    def _newest_start(self) -> int:
        view = self.table.subscriber.view
        return 0 if view is None else view.started

    def _all_work(self) -> bool:
        view = self.table.subscriber.view
        return view is not None and all(view.devices.get(name) for name in ("keys", "puck", "shuffler"))

    async def ends_well(self) -> None:
        """Let the round go on to its end."""
        await self.starts()
        await ends_well(self.table, within_s=FACTS_S)


@asynccontextmanager
async def cut_table(
    machine: Machine, folder: Path, chance: random.Random, name: str, *, synchronised: bool = True
) -> AsyncIterator[CutTable]:
    """Have a table of hold 'em on a machine that has booted."""
    guest = Guest(machine)
    async with (
        any_broker(folder) as url,
        played_table(folder, stop_after=10_000, around=board_table(guest, name, broker=url, speed=SPEED)) as table,
    ):
        yield CutTable(table=table, guest=guest, chance=chance, synchronised=synchronised)


async def cut_often(
    machine: Machine,
    folder: Path,
    chance: random.Random,
    *,
    cuts: int,
    name: str = "cut",
    synchronised: bool = True,
    goes_on: Callable[[], bool] = lambda: True,
) -> CutTable:
    """Boot the machine, cut its power this many times or while it `goes_on`, and let the table end its round."""
    machine.start()
    await Guest(machine).ready()
    async with cut_table(machine, folder, chance, name, synchronised=synchronised) as table:
        for _ in range(cuts):
            await table.plays_and_is_cut()
            if not goes_on():
                break
        await table.ends_well()
    return table
