"""A table on a board that a technician installed, with a dealer at work and the world around the board."""

from __future__ import annotations

import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_host.mqtt.topics import Topics
from hil.board.board_controller import cabled, door
from hil.board.debian_controller import UnitController, wired
from hil.board.debian_machine import ROOT, DebianGuest
from hil.board.time_server import time_server
from hil.shuffler.device import SimulatedShuffler
from hil.surroundings import Surroundings, surroundings
from hil.world import World, world_of
from tests.board.endings import ends_well
from tests.board.technician import HOUSE, SOCKET, TABLE, Technician
from tests.worlds.played_table import PlayedTable, played_table

SPEED: Final = 30.0
"""A shuffle lasts longer than the second below which `init`'s settings take it for none."""

ROUND_S: Final = 400.0

ENDLESS: Final = 10_000


@dataclass(kw_only=True)
class Installed:
    """A table that was installed and commissioned, with its dealer at work."""

    table: PlayedTable
    guest: DebianGuest
    technician: Technician

    @property
    def unit(self) -> UnitController:
        controller = self.table.world.controller
        assert isinstance(controller, UnitController)
        return controller

    async def deals_on(self) -> None:
        """Wait until one more round is complete."""
        await self.table.rounds(self.table.completed + 1, within_s=ROUND_S)

    @asynccontextmanager
    async def pause(self) -> AsyncIterator[None]:
        """Let the dealer rest after this round: at a robot's pace the table leaves others little of the processor."""
        table = self.table
        table.dealer.stop_after = 0
        await table.subscriber.until(lambda: table.subscriber.view is not None and table.subscriber.view.round is None)
        yield
        self.goes_on()

    def goes_on(self) -> None:
        """Let the dealer deal."""
        self.table.dealer.stop_after = ENDLESS
        self.table.look()

    async def starts_again(self, starts: int, *, within_s: float) -> None:
        """Wait until the controller has started more often than that."""
        await self.table.subscriber.until(lambda: self.starts > starts, within_s=within_s)

    @property
    def starts(self) -> int:
        """Return how often the controller has started."""
        return self.table.kinds.count("host-started")

    def says(self, what: str, since_s: float) -> None:
        print(f"  {time.monotonic() - since_s:6.1f} s  {what}", flush=True)

    async def ends_well(self) -> None:
        await ends_well(self.table, within_s=ROUND_S)


Prepare = Callable[[Surroundings], Awaitable[ssl.SSLContext | None]]
"""What a technician does with a bare Debian before the first start; returns what a consumer needs at the broker."""

Start = Callable[[], Awaitable[None]]


@asynccontextmanager
async def deals(
    technician: Technician, shuffler: SimulatedShuffler, prepare: Prepare, start: Start, *, how: str
) -> AsyncIterator[Installed]:
    """Boot a bare Debian, let the technician work, and have a round dealt, all by the stop-watch."""
    with technician.watch.stage("0. boot of a bare Debian"):
        technician.guest.machine.start()
        await technician.guest.booted()
    around = _prepared(technician, shuffler, prepare)
    async with played_table(Path(), stop_after=0, around=around) as table:
        there = Installed(table=table, guest=technician.guest, technician=technician)
        try:
            await start()
            await there.unit.start()
            there.goes_on()
            with technician.watch.stage("a round of hold 'em"):
                await there.deals_on()
            print(f"  {technician.watch.all_s:6.1f} s  {how}", flush=True)
            yield there
        except (AssertionError, TimeoutError):
            print(await there.unit.journal("--lines=60"), flush=True)
            raise


@asynccontextmanager
async def _prepared(technician: Technician, shuffler: SimulatedShuffler, prepare: Prepare) -> AsyncIterator[World]:
    """Have the world around a table that is ready for its first start."""
    guest = technician.guest
    async with _around(guest, shuffler) as around, time_server() as port:
        technician.time_port = port
        tls = await prepare(around)
        controller = UnitController(guest, around.folder)
        yield world_of(around, controller, shuffler, topics=Topics(house=HOUSE, table=TABLE), tls=tls)


@asynccontextmanager
async def _around(guest: DebianGuest, shuffler: SimulatedShuffler) -> AsyncIterator[Surroundings]:
    """Have the world around a board: contacts wired, the shuffler's cable plugged in, the local socket reached."""
    broker = f"mqtts://localhost:{guest.debian.broker_port}"
    async with (
        surroundings(guest.machine.shared / "table", data=None, broker=broker, seed=1) as around,
        wired(guest, around.pins),
        cabled(guest, shuffler),
        door(guest, around.door, f"{ROOT}{SOCKET}"),
    ):
        yield around
