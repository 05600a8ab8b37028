"""The long run `board-systemd`: the package on a bare Debian that systemd boots in the virtual board."""

from __future__ import annotations

import asyncio
import shutil
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from hil.board.debian_machine import DebianGuest, DebianMachine
from hil.shuffler.device import SimulatedShuffler
from hil.surroundings import Surroundings
from tests.board.debian_faults import clock_jumps, hangs, no_broker, no_network
from tests.board.debian_upkeep import another_package, reboots
from tests.board.installed import SPEED, Installed, deals
from tests.board.technician import Technician
from tests.long.search import Search
from tests.support.packages import Packages, packages

Part = Callable[[Installed], Awaitable[None]]

PARTS: Final[tuple[Part, ...]] = (hangs, no_network, no_broker, reboots, clock_jumps, another_package)
"""The clock jumps after a reboot: then times of two boots are compared."""


def systemd(search: Search) -> None:
    """Install, commission, deal; each part; replace the board. Raises AssertionError, BoardTrouble or BoardMissing."""
    asyncio.run(_systemd(search, packages(search.place)))


async def _systemd(search: Search, made: Packages) -> None:
    safe = search.place / "safe"
    async with SimulatedShuffler(speed=SPEED, seed=1) as shuffler:
        with _machine(search, "board") as machine:
            consumer = await _installed(search, shuffler, Technician(guest=DebianGuest(machine), packages=made), safe)
        with _machine(search, "replacement") as machine:
            technician = Technician(guest=DebianGuest(machine), packages=made)
            await replaced(technician, shuffler, safe, consumer)
            search.did()


@contextmanager
def _machine(search: Search, name: str) -> Iterator[DebianMachine]:
    """Have a board with a bare Debian, switched off; in the end it is thrown away."""
    machine = DebianMachine(search.place / name)
    try:
        yield machine
    finally:
        machine.off()
        shutil.rmtree(machine.folder)


async def _installed(
    search: Search, shuffler: SimulatedShuffler, technician: Technician, safe: Path
) -> ssl.SSLContext | None:
    """Follow `install.md`, make a backup, and let each part happen; return what a consumer needs at the broker."""

    async def prepare(around: Surroundings) -> ssl.SSLContext:
        await technician.installs()
        await technician.commissions(shuffler, around.folder / "firmware")
        return await technician.consumer(technician.guest.machine.folder / "tls")

    async def start() -> None:
        await technician.starts("3.")
        await technician.enrols_floor()

    how = "from a bare Debian to a table that has dealt"
    async with deals(technician, shuffler, prepare, start, how=how) as there:
        search.did()
        async with there.pause():
            await technician.backs_up(safe)
        for part in PARTS:
            print(f"{part.__name__.replace('_', ' ')}:", flush=True)
            await part(there)
            search.did()
        await there.ends_well()
        return there.table.world.tls


async def replaced(
    technician: Technician, shuffler: SimulatedShuffler, safe: Path, consumer: ssl.SSLContext | None
) -> None:
    """Follow `replace.md` on another board: the shuffler and the consumer notice nothing, and a round is dealt."""
    print("a dead board:", flush=True)

    async def prepare(_: Surroundings) -> ssl.SSLContext | None:
        await technician.installs()
        await technician.replaces(safe)
        await shuffler.resting.wait()
        while shuffler.take_deck() is not None:
            """Both decks are inspected again."""
        return consumer

    async def start() -> None:
        await technician.starts("4.")

    how = "from a bare Debian to the table of the dead board"
    async with deals(technician, shuffler, prepare, start, how=how) as there:
        await there.ends_well()
