"""The time from an edge on a simulated pin to its intent, without settling; and bursts of 1000 edges, none lost."""

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from drivers.dealer_keys import Key
from drivers.dealer_keys.driver import SETTLE_MS, GpioDealerKeys
from drivers.pins import Board, Edge
from firmware_host.devices import dealer_keys
from firmware_host.devices.health import DeviceHealth
from firmware_host.host.clock import SystemClock
from firmware_host.host.intents import Asker
from firmware_host.table.acts.intent import Accepted, Answer, Intent
from firmware_host.table.acts.round import PressKey
from firmware_host.table.view import DeviceReport
from hil.pins.pin_world import PinWorld
from tests.bench._figures import row

PIN, OTHER = 16, 17

BURST = 1000

PAUSE_S = 0.15
"""The pause between presses: a key pressed more often counts as a loose wire."""

LIMIT_MS = 5.0


class Listening:
    """Takes the place of the host and notes when a press arrives."""

    def __init__(self) -> None:
        """Start without presses."""
        self.heard: asyncio.Queue[float] = asyncio.Queue()

    async def submit(self, intent: Intent) -> Answer:
        """Accept everything."""
        if isinstance(intent.act, PressKey):
            self.heard.put_nowait(time.perf_counter())
        return Accepted(id=intent.id)


def main(*, full: bool) -> None:
    """Print both figures, and say if a limit is exceeded."""
    asyncio.run(_both(presses=1000 if full else 200, bursts=100 if full else 20))


async def _both(*, presses: int, bursts: int) -> None:
    async with _board() as (world, board):
        times = await _presses(world, board, presses)
        print(row(f"edge to intent, {SETTLE_MS} ms of settling taken off", times))
        late = sum(seconds * 1000 >= LIMIT_MS for seconds in times)
        print(f"{late} of {len(times)} took {LIMIT_MS:g} ms or more")
        lost, reordered, seconds = await _bursts(world, board, bursts)
        spent = f"{seconds * 1e6:.0f} us an edge"
        print(f"{bursts} bursts of {BURST} edges: {lost} lost, {reordered} out of order; {spent}")


@asynccontextmanager
async def _board() -> AsyncIterator[tuple[PinWorld, Board]]:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
        path = Path(folder) / "pins"
        os.environ.update(GPIOZERO_PIN_FACTORY="hil", HIL_PINS=str(path))
        async with PinWorld(path) as world:
            board = await asyncio.get_running_loop().run_in_executor(pool, Board.open)
            try:
                yield world, board
            finally:
                board.close()


async def _presses(world: PinWorld, board: Board, count: int) -> list[float]:
    table = Listening()
    asker = Asker(table=table, clock=SystemClock(), actor=dealer_keys.NAME)
    driver = await GpioDealerKeys.create(board, {Key.NEXT: PIN})
    health = DeviceHealth(device=dealer_keys.NAME, asker=asker, report=_nobody)
    pumping = asyncio.create_task(dealer_keys.pump(driver, asker, health))
    times = []
    for _ in range(count):
        world.drive(PIN, 0)
        await asyncio.sleep(2 * SETTLE_MS / 1000)
        begin = time.perf_counter()
        world.drive(PIN, 1)
        times.append(await table.heard.get() - begin - SETTLE_MS / 1000)
        await asyncio.sleep(PAUSE_S)
    await driver.close()
    await pumping
    return times


async def _bursts(world: PinWorld, board: Board, count: int) -> tuple[int, int, float]:
    """Send alternating levels: a lost or reordered edge shows as two equal ones in a row."""
    heard: asyncio.Queue[Edge] = asyncio.Queue()
    board.watch(OTHER, name="burst", pull_up=True, on_edge=heard.put_nowait)
    lost = reordered = 0
    spent_s = 0.0
    for _ in range(count):
        begin = time.perf_counter()
        for number in range(BURST):
            world.drive(OTHER, 1 if number % 2 else 0)
        seen: list[Edge] = []
        try:
            async with asyncio.timeout(5):
                while len(seen) < BURST:
                    seen.append(await heard.get())
        except TimeoutError:
            lost += BURST - len(seen)
        spent_s += time.perf_counter() - begin
        reordered += sum(edge.level is not (number % 2 == 1) for number, edge in enumerate(seen))
        await asyncio.sleep(2)  # what a flood is counted by has to leak out
    return lost, reordered, spent_s / (count * BURST)


def _nobody(_report: DeviceReport) -> None:
    """Do nothing."""
