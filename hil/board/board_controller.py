"""The real controller inside the virtual board, and what connects it to the world outside: contacts, cable, socket."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from drivers.pins.board import FACTORY_VARIABLE
from firmware_host.mqtt.mqtt_config import MqttConfig
from hil import environment
from hil.board.guest import AGAIN_S, BoardTrouble, Ends, Guest, Program, joined
from hil.board.machine import ROUTER
from hil.board.usb_cable import HOST_LINK
from hil.controller import STOP_S, Controller
from hil.pins.pin_world import PinWorld
from hil.shuffler.device import SimulatedShuffler

INSIDE: Final = "/run/board"
"""Where the board sees the folder that it shares with the world."""

DISK: Final = "/run/data"

PORT: Final = str(HOST_LINK)

PROGRAMS: Final = environment.CLONE / ".venv" / "bin"

SLOWER: Final = 10
"""How much longer the emulated processor takes for what a real one does in a moment."""


class BoardController(Controller):
    """Runs `firmware-host run` on the board; its record is on the board's disk, its output in a shared file."""

    def __init__(self, guest: Guest, folder: Path, pins: PinWorld, *, environment: Mapping[str, str] | None) -> None:
        """Prepare; `folder` is shared with the board. The record is fetched to its folder `data` after each run."""
        self.log = folder / "controller.log"
        self._guest = guest
        self._folder = folder
        self._pins = pins
        self._set = dict(environment or {})
        self._program: Program | None = None
        self._contacts: asyncio.Task[None] | None = None

    @property
    def config(self) -> str:
        return f"{INSIDE}/{self._folder.name}/table.toml"

    @property
    def record(self) -> str:
        return f"{DISK}/{self._folder.name}"

    @property
    def running(self) -> bool:
        return self._program is not None and self._program.running

    async def start(self, **environment: str) -> None:
        await self._lets_go_of_contacts()
        self._contacts = asyncio.create_task(moves_contacts(self._guest, self._pins))
        await self._pins.connected(times=self._pins.connections + 1)
        self._program = Program(
            self._guest,
            argv=[str(PROGRAMS / "firmware-host"), "run", self.config, "--data", self.record],
            log=f"{INSIDE}/{self._folder.name}/controller.log",
            environment={**self._set, **environment},
        )
        await self._program.start()

    async def ended(self) -> int:
        code = await self._running().ended()
        await self._lets_go_of_contacts()
        return code

    def kill(self) -> None:
        self._running().signal(signal.SIGKILL)

    async def stop(self) -> int:
        program = self._running()
        program.signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_S * SLOWER):
                code = await self.ended()
        except TimeoutError:
            self.kill()
            code = await self.ended()
        await self.fetch_record()
        return code

    async def close(self) -> None:
        """End the controller, if it still runs, and let go of the contacts."""
        if self.running:
            await self.stop()
        await self._lets_go_of_contacts()

    async def fetch_record(self) -> None:
        """Copy the record from the board's disk to where the world reads it."""
        await self._guest.fetch(self.record, self._folder / "data")

    def _running(self) -> Program:
        if self._program is None:
            raise RuntimeError("the controller was not started")
        return self._program

    async def _lets_go_of_contacts(self) -> None:
        if self._contacts is not None:
            self._contacts.cancel()
            await asyncio.gather(self._contacts, return_exceptions=True)
            self._contacts = None


async def moves_contacts(guest: Guest, pins: PinWorld) -> None:
    """Be for the world what a simulated pin factory is: the board that its pins are wired to; end with either."""
    with suppress(OSError):
        async with guest.connected("pins") as (_, board):
            world = await asyncio.open_unix_connection(str(pins.path))
            try:
                await joined(world, board)
            finally:
                await _closed(world)


def inside(path: Path, shared: Path) -> str:
    """Return how the board names a path of the shared folder."""
    return f"{INSIDE}/{path.relative_to(shared)}"


def broker_inside(url: str) -> str:
    """Return how the board reaches a broker on the loopback interface outside."""
    _, port = MqttConfig(url=url).address()
    return f"mqtt://{ROUTER}:{port}"


async def pair_inside(guest: Guest, controller: BoardController, shuffler: SimulatedShuffler) -> None:
    """Pair the shuffler over the board's USB port, by the command that a technician types."""
    pairing = (PROGRAMS / "firmware-host", "shuffler", "pair", "--config", controller.config)
    secret = shuffler.press_pairing_key()
    await guest.works(*pairing, "--data", controller.record, typed=f"{secret}\n")


def factory(name: str | None) -> dict[str, str]:
    """Return the environment that selects a pin factory, nothing for the default."""
    return {} if name is None else {FACTORY_VARIABLE: name}


@asynccontextmanager
async def cabled(guest: Guest, shuffler: SimulatedShuffler) -> AsyncIterator[None]:
    """Join the simulated shuffler to the board's USB port; unplugging the shuffler unplugs the cable."""
    first = asyncio.Event()
    carrying, plugged = (
        asyncio.create_task(_cable(guest, Path(shuffler.port), first)),
        asyncio.create_task(first.wait()),
    )
    try:
        await asyncio.wait({carrying, plugged}, return_when=asyncio.FIRST_COMPLETED)
        if carrying.done():
            carrying.result()
        yield
    finally:
        for task in (carrying, plugged):
            task.cancel()
        await asyncio.gather(carrying, plugged, return_exceptions=True)


async def _cable(guest: Guest, port: Path, first: asyncio.Event) -> None:
    while True:
        if _is_plugged_in(port):
            # A machine whose power is cut takes the connection with it; the cable is plugged in once it is back.
            with suppress(OSError, EOFError, TimeoutError):
                await guest.plug(plugged=True)
                async with guest.connected("wire") as (_, board):
                    first.set()
                    await _carried(port, board)
            with suppress(OSError, EOFError, TimeoutError, BoardTrouble):
                await guest.plug(plugged=False)
        await asyncio.sleep(AGAIN_S)


def _is_plugged_in(port: Path) -> bool:
    return port.is_symlink()


async def _carried(port: Path, board: Ends) -> None:
    """Carry bytes between the device's terminal and the board until either is gone."""
    loop, gone = asyncio.get_running_loop(), asyncio.Event()
    terminal = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def from_device() -> None:
        try:
            data = os.read(terminal, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            board[1].write(data)
        else:
            loop.remove_reader(terminal)
            gone.set()

    async def from_board() -> None:
        while data := await board[0].read(4096):
            with suppress(BlockingIOError):  # a device drops what it has no room for
                os.write(terminal, data)

    loop.add_reader(terminal, from_device)
    ways = [asyncio.create_task(gone.wait()), asyncio.create_task(from_board())]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        loop.remove_reader(terminal)
        os.close(terminal)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


@asynccontextmanager
async def door(guest: Guest, outside: Path, within: str) -> AsyncIterator[None]:
    """Let programs outside reach the local socket inside, by a socket of their own."""
    serving: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            serving.add(task)
            task.add_done_callback(serving.discard)
        try:
            with suppress(OSError, EOFError, BoardTrouble):  # no controller behind it yet
                async with guest.connected("tunnel", path=within) as (_, board):
                    await joined((reader, writer), board)
        finally:
            writer.transport.abort()

    async with AsyncExitStack() as stack:
        server = await asyncio.start_unix_server(serve, outside)
        stack.callback(outside.unlink, missing_ok=True)
        stack.callback(server.close)
        try:
            yield
        finally:
            for task in tuple(serving):
                task.cancel()
            await asyncio.gather(*serving, return_exceptions=True)


async def _closed(ends: Ends) -> None:
    ends[1].transport.abort()
    with suppress(OSError):
        await ends[1].wait_closed()
