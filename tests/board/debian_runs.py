"""The long run `board-systemd`: the package on a bare Debian that systemd boots in the virtual board."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from hil.board.debian_machine import DebianGuest, DebianMachine
from hil.shuffler.device import SimulatedShuffler
from hil.surroundings import Surroundings
from tests.board.debian_parts import PARTS, ROUND_S, Installed
from tests.board.technician import SPEED, Technician, Work, packages, technicians_table
from tests.long.search import Search
from tests.worlds.played_table import PlayedTable, played_table


def systemd(search: Search) -> None:
    """Install, commission, deal, and then each part. Raises AssertionError, BoardTrouble or BoardMissing."""
    machine = DebianMachine(search.place / "machine")
    try:
        asyncio.run(_systemd(search, machine))
    finally:
        machine.off()


async def _systemd(search: Search, machine: DebianMachine) -> None:
    package, newer = packages(search.place)
    technician = Technician(guest=DebianGuest(machine))

    async def by_the_page(technician: Technician, around: Surroundings) -> None:
        await technician.installs(package)
        await technician.commissions(shuffler, around.folder / "firmware")
        await technician.enrols_floor()

    async with (
        SimulatedShuffler(speed=SPEED, seed=1) as shuffler,
        deals(technician, shuffler, by_the_page) as table,
    ):
        search.did()
        there = Installed(table=table, guest=technician.guest, technician=technician, package=package, newer=newer)
        for part in PARTS:
            print(f"{part.__name__.replace('_', ' ')}:", flush=True)
            await part(there)
            search.did()
        await there.ends_well()


@asynccontextmanager
async def deals(technician: Technician, shuffler: SimulatedShuffler, work: Work) -> AsyncIterator[PlayedTable]:
    """Boot a bare Debian, let the technician work, and have a round dealt, all by the stop-watch."""
    with technician.watch.stage("0. boot of a bare Debian"):
        technician.guest.machine.start()
        await technician.guest.booted()
    around = technicians_table(technician, "table", shuffler, work)
    async with played_table(Path(), stop_after=10_000, around=around) as table:
        await table.world.controller.start()
        with technician.watch.stage("a round of hold 'em"):
            await table.rounds(1, within_s=ROUND_S)
        print(f"  {technician.watch.all_s:6.1f} s  from a bare Debian to a table that has dealt", flush=True)
        yield table
