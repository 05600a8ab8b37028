"""
A shuffler at its serial port, as the commands that look after one machine use it.

It acknowledges only what its own commands led to: everything else the machine keeps is for the table it belongs to.
"""

import argparse
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
from firmware_host.commands.command import add_data
from firmware_host.commands.terminal import Progress
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.devices.shuffler_events import in_the_way
from firmware_host.errors import UserError
from firmware_host.rules.cards import DECK

ANSWERS_WITHIN_S: Final = 8.0

Ended = (
    port.ShuffleFinished | port.ShuffleFailed | port.SelfTested | port.Delivered | port.Cleared | port.ActFailed
)  # fmt: skip


def add_port(parser: argparse.ArgumentParser) -> None:
    """Add `--port` with what goes with it."""
    parser.add_argument(
        "--port",
        metavar="PORT",
        required=True,
        help="where it is: a device path, or socket://host:port; nobody else may hold it, so stop `run` first",
    )
    add_data(parser)
    parser.add_argument("--json", action="store_true", help="for programs: what was found or done, as one object")


class Bench:
    """One machine on the line, and what it tells."""

    def __init__(self, driver: SerialShuffler) -> None:
        """Wait for `up` first."""
        self.driver = driver
        self._events = driver.events()

    async def up(self) -> port.LinkUp:
        """Return who is there, and how well it is known. Raises `UserError` where nobody answers."""
        return await came_up(self._events)

    async def found(self) -> dict[str, object]:
        """Return all that can be asked without moving anything; what this machine does not know is left out."""
        found: dict[str, object] = asdict(await self.driver.status())
        with suppress(port.ShufflerMute):
            found["fill"] = (await self.driver.load()).fill
        with suppress(port.ShufflerMute):
            found |= asdict(await self.driver.wear())
        return found

    async def done(self, give: Callable[[port.CommandId], Awaitable[None]], *, delivers: bool = False) -> Ended:
        """Give a command of our own and return how it ended. Raises `UserError` where it is not taken."""
        command = port.CommandId(journal=secrets.token_bytes(port.JOURNAL_BYTES), number=1)
        try:
            await give(command)
        except port.ShufflerBusy:
            raise UserError("something moves in the shuffler already; wait until it has stopped") from None
        except port.ShufflerMute as mute:
            raise UserError(str(mute)) from None
        except port.CommandRefused:
            why = in_the_way(await self.driver.status(), delivers=delivers)
            raise UserError(f"the shuffler refuses: {why}") from None
        with Progress("cards", of=DECK) as progress:
            return await self._end_of(command, progress)

    async def _end_of(self, command: port.CommandId, progress: Progress) -> Ended:
        async for event in self._events:
            match event:
                case port.Progress(done=done, of=of) if event.command == command:
                    progress.tell(done, of)
                case port.LinkDown(say=say):
                    raise UserError(f"the shuffler went away in the middle: {say}")
                case _ if isinstance(event, Ended) and event.command == command:
                    await self.driver.acknowledge(event.event)
                    # The acknowledgement leaves with the next exchange.
                    await self.driver.status()
                    return event
                case _:
                    pass
        raise UserError("the shuffler tells nothing any more")


def not_to_be_had(trouble: PortTrouble) -> UserError:
    """Return it in one line; who holds a port is said of a port that is held."""
    held = "; while the table runs, its controller holds the port: stop it first"
    return UserError(f"{trouble}{held if isinstance(trouble, PortBusy) else ''}")


async def came_up(events: AsyncIterator[port.ShufflerEvent]) -> port.LinkUp:
    """Wait for the session. Raises `UserError` where none opens, with the last reason."""
    last = "nothing answers at this port"
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
    """Talk to the machine. Raises `UserError` where the port or the key is not to be had."""
    try:
        driver = await SerialShuffler.create(url=url, keyring=PairingKeyFile(data), firmware=firmware)
    except PortTrouble as trouble:
        raise not_to_be_had(trouble) from None
    except KeysMissing as missing:
        raise UserError(str(missing)) from None
    running = asyncio.create_task(driver.run())
    try:
        yield Bench(driver)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
