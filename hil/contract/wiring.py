"""Drives contacts and reads lamps: in the simulated world, or by pins of the board wired to the devices."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import pytest

from drivers.pins.board import FACTORY_VARIABLE, Board, Edge, Lamp, Watch
from drivers.pins.pin_errors import PinFactoryMissing
from hil.board.guest import joined
from hil.contract.rig import Rig
from hil.pins.pin_world import Move, PinWorld
from hil.pins.wire import SOCKET_VARIABLE, Level

SETTLES_S = 0.1
"""The time in which the agent has moved every contact to where it is at first."""

Name = TypeVar("Name")


class Hands(Protocol):
    def drive(self, pin: int, level: Level) -> None: ...
    async def goes_through(self, pin: int, moves: Iterable[Move]) -> None: ...


class Eye(Protocol):
    async def sees(self, *, lit: bool) -> None:
        """Wait until the lamp is lit or dark."""


class Contacts(Generic[Name]):
    """Contacts to ground, by name."""

    def __init__(self, hands: Hands, pins: Mapping[Name, int]) -> None:
        self._hands = hands
        self._pins = pins

    def close(self, name: Name) -> None:
        self._hands.drive(self._pin(name), 0)

    def open(self, name: Name) -> None:
        self._hands.drive(self._pin(name), 1)

    async def pulses(self, name: Name, times: int, *, each_s: float) -> None:
        """Close and open this many times, evenly, as announced: a busy machine does not distort them."""
        moves: list[Move] = [(0, each_s), (1, each_s)]
        await self._hands.goes_through(self._pin(name), moves * times)

    def _pin(self, name: Name) -> int:
        if name not in self._pins:
            pytest.skip(f"the rig has no {name}")
        return self._pins[name]


@dataclass(frozen=True, kw_only=True)
class Wiring:
    board: Board
    hands: Hands
    world: PinWorld | None

    def contacts(self, pins: Mapping[Name, int]) -> Contacts[Name]:
        return Contacts(self.hands, pins)

    def eye(self, lamp: int, seen_by: int) -> Eye:
        return SeenByInput(self.board, seen_by) if self.world is None else SeenInWorld(self.world, lamp)


class OutputHands:
    """Drives contacts by outputs of this board that are wired to the inputs."""

    def __init__(self, board: Board, wires: Mapping[int, int]) -> None:
        self._outputs: dict[int, Lamp] = {
            pin: board.output(output, name=f"the wire to GPIO{pin}") for pin, output in wires.items()
        }
        for output in self._outputs.values():
            output.on()

    def drive(self, pin: int, level: Level) -> None:
        output = self._outputs.get(pin)
        if output is None:
            pytest.skip(f"the rig has no wire to GPIO{pin}")
        if level:
            output.on()
        else:
            output.off()

    async def goes_through(self, pin: int, moves: Iterable[Move]) -> None:
        for level, stays_s in moves:
            self.drive(pin, level)
            await asyncio.sleep(stays_s)


class SeenInWorld:
    def __init__(self, world: PinWorld, lamp: int) -> None:
        self._world = world
        self._lamp = lamp

    async def sees(self, *, lit: bool) -> None:
        await self._world.shows(self._lamp, 1 if lit else 0)


class SeenByInput:
    def __init__(self, board: Board, pin: int) -> None:
        self._changed = asyncio.Event()
        self._watch: Watch = board.watch(pin, name="the eye on the lamp", pull_up=False, on_edge=self._on_edge)

    async def sees(self, *, lit: bool) -> None:
        while self._watch.level is not lit:
            self._changed.clear()
            await self._changed.wait()

    def _on_edge(self, edge: Edge) -> None:
        del edge
        self._changed.set()


@asynccontextmanager
async def wired(
    rig: Rig | None, folder: Path, patch: pytest.MonkeyPatch, *, closed: Iterable[int]
) -> AsyncIterator[Wiring]:
    """Open all contacts, in the simulated world except `closed`; skip the test if the rig has no pins."""
    if rig is None:
        patch.setenv(FACTORY_VARIABLE, "hil")
        patch.setenv(SOCKET_VARIABLE, str(folder / "pins"))
        async with PinWorld(folder / "pins") as world:
            for pin in closed:
                world.drive(pin, 0)
            board = await _opened()
            try:
                yield Wiring(board=board, hands=world, world=world)
            finally:
                board.close()
        return
    if rig.pins is None:
        pytest.skip("the rig has no section [pins]")
    patch.setenv(FACTORY_VARIABLE, rig.pins.factory)
    async with AsyncExitStack() as stack:
        moved: PinWorld | None = None
        if rig.pins.contacts:
            moved = await stack.enter_async_context(PinWorld(folder / "pins"))
            for pin in closed:
                moved.drive(pin, 0)
            await stack.enter_async_context(moved_by_agent(moved, rig.pins.contacts))
        try:
            board = await _opened()
        except PinFactoryMissing as missing:
            pytest.skip(f"no pins: {missing}")
        stack.callback(board.close)
        hands: Hands = OutputHands(board, rig.pins.wires) if moved is None else moved
        yield Wiring(board=board, hands=hands, world=moved)


@asynccontextmanager
async def moved_by_agent(world: PinWorld, agent: str) -> AsyncIterator[None]:
    """Let the agent of the virtual board move the contacts of the kernel's own pins as this world says."""
    host, _, port = agent.rpartition(":")
    there = await asyncio.open_connection(host, int(port))
    there[1].write(b'{"do": "pins"}\n')
    await there[0].readline()
    here = await asyncio.open_unix_connection(str(world.path))
    carrying = asyncio.create_task(joined(here, there))
    try:
        await asyncio.sleep(SETTLES_S)
        yield
    finally:
        carrying.cancel()
        await asyncio.gather(carrying, return_exceptions=True)
        for _, writer in (here, there):
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()


def section(rig: Rig | None, name: str, simulated: Mapping[str, int]) -> dict[str, int]:
    """Return the pins of a device; skip the test if the rig does not have the device."""
    if rig is None:
        return dict(simulated)
    there: dict[str, int] | None = getattr(rig, name)
    if there is None:
        pytest.skip(f"the rig has no section [{name}]")
    return there


async def _opened() -> Board:
    """Open the board in a thread, because opening waits for the world, which runs on this event loop."""
    with ThreadPoolExecutor(1) as pool:
        return await asyncio.get_running_loop().run_in_executor(pool, Board.open)
