"""
A session with a shuffler at its serial port, for the `shuffler` subcommands.

Only events of this session's own commands are acknowledged. All other events stay in the machine for its table.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Final

from drivers.link.pairing import KeysMissing
from drivers.serial.port_errors import PortBusy, PortTrouble
from drivers.shuffler import port
from drivers.shuffler.attestation import Firmware
from drivers.shuffler.driver import SerialShuffler
from firmware_host.commands.terminal import Progress
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.devices.shuffler_events import in_the_way
from firmware_host.errors import UserError
from firmware_host.rules.cards import DECK

ANSWERS_WITHIN_S: Final = 8.0

Ended = (
    port.ShuffleFinished | port.ShuffleFailed | port.SelfTested | port.Delivered | port.Cleared | port.ActFailed
)  # fmt: skip


class Bench:
    """One shuffler on its line, and its events."""

    def __init__(self, driver: SerialShuffler) -> None:
        """Await `up` before anything else."""
        self.driver = driver
        self._events = driver.events()

    async def up(self) -> port.LinkUp:
        """Return the open session: the device and the grade of its shuffles. Raises `UserError` if nothing answers."""
        return await came_up(self._events)

    async def found(self) -> dict[str, object]:
        """Return the machine's state without moving anything; fields it does not report are left out."""
        found: dict[str, object] = asdict(await self.driver.status())
        with suppress(port.ShufflerMute):
            found["fill"] = (await self.driver.load()).fill
        with suppress(port.ShufflerMute):
            found |= asdict(await self.driver.wear())
        return found

    async def done(self, give: Callable[[port.CommandId], Awaitable[None]], *, delivers: bool = False) -> Ended:
        """Run one command and return how it ended. Raises `UserError` if the shuffler refuses it."""
        command = port.CommandId(journal=secrets.token_bytes(port.JOURNAL_BYTES), number=1)
        try:
            await give(command)
        except port.ShufflerBusy:
            raise UserError("the shuffler is busy; wait until it has stopped") from None
        except port.ShufflerMute as mute:
            raise UserError(str(mute)) from None
        except port.CommandRefused:
            why = in_the_way(await self.driver.status(), delivers=delivers)
            raise UserError(f"the shuffler refuses the command: {why}") from None
        with Progress("cards", of=DECK) as progress:
            return await self._end_of(command, progress)

    async def _end_of(self, command: port.CommandId, progress: Progress) -> Ended:
        async for event in self._events:
            match event:
                case port.Progress(done=done, of=of) if event.command == command:
                    progress.tell(done, of)
                case port.LinkDown(say=say):
                    raise UserError(f"lost the connection to the shuffler during the command: {say}")
                case _ if isinstance(event, Ended) and event.command == command:
                    await self.driver.acknowledge(event.event)
                    # The acknowledgement is sent with the next exchange.
                    await self.driver.status()
                    return event
                case _:
                    pass
        raise UserError("the shuffler stopped sending events; try again")


def port_unavailable(trouble: PortTrouble) -> UserError:
    """Return the error for the user, with what to do about a busy port."""
    held = "; if the controller of this table is running, stop it first: it holds the port"
    return UserError(f"{trouble}{held if isinstance(trouble, PortBusy) else ''}")


async def came_up(events: AsyncIterator[port.ShufflerEvent]) -> port.LinkUp:
    """Wait for the session. If none opens, raise `UserError` with the last reason."""
    last = "nothing answers on this port; check the cable and the power of the shuffler"
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWERS_WITHIN_S):
            async for event in events:
                match event:
                    case port.LinkUp():
                        return event
                    case port.LinkDown(say=say):
                        last = say
                    case _:
                        pass
    raise UserError(last)


@asynccontextmanager
async def at_port(url: str, data: Path, firmware: tuple[Firmware, ...] = ()) -> AsyncIterator[Bench]:
    """Open a session. Raises `UserError` if the port or the pairing key is unavailable."""
    try:
        driver = await SerialShuffler.create(url=url, keyring=PairingKeyFile(data), firmware=firmware)
    except PortTrouble as trouble:
        raise port_unavailable(trouble) from None
    except KeysMissing as missing:
        raise UserError(str(missing)) from None
    running = asyncio.create_task(driver.run())
    try:
        yield Bench(driver)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
