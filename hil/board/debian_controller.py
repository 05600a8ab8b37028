"""The product on a board that runs Debian: its unit in the hands of systemd, and its contacts wired to the world."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from hil.board.board_controller import moves_contacts
from hil.board.debian_machine import DebianGuest
from hil.board.guest import AGAIN_S, BoardTrouble
from hil.controller import Controller
from hil.pins.pin_world import PinWorld

UNIT: Final = "firmware-host.service"

RECORD: Final = "/var/lib/firmware-host"

STARTS_S: Final = 300.0


class UnitController(Controller):
    """Starts and stops the unit as a technician does; the journal of the board is its log."""

    def __init__(self, guest: DebianGuest, folder: Path) -> None:
        """Prepare; the record and the unit's log are copied to this folder after each stop."""
        self.log = folder / "journal.log"
        self._guest = guest
        self._copied = folder / "data"
        self._on = False

    @property
    def running(self) -> bool:
        return self._on

    async def start(self, **environment: str) -> None:
        if environment:
            raise ValueError("the unit has an environment of its own")
        self._on = True
        await self.works("systemctl", "start", UNIT)

    async def stop(self) -> int:
        """Stop the unit; return the exit code of its process, 128 and the signal that ended it otherwise."""
        self._on = False
        await self.works("systemctl", "stop", UNIT)
        await self.fetch_record()
        return int((await self.shown("ExecMainStatus"))["ExecMainStatus"])

    async def fetch_record(self) -> None:
        """Copy the record and the log from the board's disk to where the world reads them."""
        self.log.write_text(await self.journal())
        await self._guest.fetch(RECORD, self._copied)

    async def shown(self, *properties: str) -> dict[str, str]:
        """Return what systemd says of the unit."""
        said = await self.works("systemctl", "show", UNIT, f"--property={','.join(properties)}")
        return dict(line.partition("=")[::2] for line in said.splitlines())

    async def journal(self, *options: str) -> str:
        """Return what the unit has logged."""
        return await self.works("journalctl", "--unit", UNIT, "--no-pager", "--output=short-monotonic", *options)

    async def works(self, *argv: str) -> str:
        """Run a program that has to succeed. Raises BoardTrouble with its output."""
        ran = await self._guest.runs(*argv, within_s=STARTS_S)
        if ran.code != 0:
            log = (await self._guest.runs("journalctl", "--no-pager", "--lines=60")).out
            raise BoardTrouble(f"{' '.join(argv)} ended with exit code {ran.code}:\n{ran.out}\n{log}")
        return ran.out


@asynccontextmanager
async def wired(guest: DebianGuest, pins: PinWorld) -> AsyncIterator[None]:
    """Wire the contacts of the world to the board's, and again after each of its boots."""
    before = pins.connections
    wiring = asyncio.create_task(_wired(guest, pins))
    try:
        await pins.connected(times=before + 1)
        yield
    finally:
        wiring.cancel()
        await asyncio.gather(wiring, return_exceptions=True)


async def _wired(guest: DebianGuest, pins: PinWorld) -> None:
    while True:
        with suppress(OSError, EOFError, BoardTrouble):
            await moves_contacts(guest, pins)
        await asyncio.sleep(AGAIN_S)
