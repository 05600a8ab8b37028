"""
What ten open pages cost: a key's way to the broker with and without them in one run, the memory, the first page.

The pages are opened in another process, which drops what they are sent. The two are taken in turns, because a machine's
speed drifts.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from firmware_host.panel import screen_socket
from firmware_host.panel.panel_config import SOCKET
from hil.world import World, table_world
from tests.bench._ear import listening
from tests.bench._figures import quantile, row
from tests.bench.footprint import resident_mb
from tests.bench.key_to_broker import SPEED, Timed, ready
from tests.support.brokers import any_broker

PAGES = 10
TURNS, PRESSES, FULL_PRESSES = 10, 100, 500
SETTLED_S = 5.0


def main(*, full: bool) -> None:
    """Print all figures."""
    asyncio.run(measured(FULL_PRESSES if full else PRESSES, TURNS))


async def measured(presses: int, turns: int) -> None:
    """Press so many keys with and without pages, in turns; print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with (
            any_broker(folder) as url,
            table_world(folder / "ours", broker=url, speed=SPEED, seed=1, pages=True) as world,
        ):
            with listening(url, world.topics.fact) as ear:
                press = await ready(world, ear)
                without, beside = Timed(press), Timed(press)
                print(f"first page: {await _first_page(world):.1f} ms")
                await asyncio.sleep(SETTLED_S)
                print(f"resident memory without a page: {resident_mb(world.controller.pid):.1f} MB")
                async with _pages(world, 1):
                    await asyncio.sleep(1)
                    print(f"resident memory with 1: {resident_mb(world.controller.pid):.1f} MB  (aim 75)")
                for turn in range(turns):
                    await without.go_on(presses // turns)
                    async with _pages(world, PAGES):
                        await beside.go_on(presses // turns)
                        if turn == turns - 1:
                            print(f"resident memory with {PAGES}: {resident_mb(world.controller.pid):.1f} MB  (aim 75)")
    print(row("a key without a page", without.times))
    print(row(f"a key beside {PAGES} pages", beside.times))
    for share in (0.5, 0.95, 0.99):
        more_ms = 1e3 * (quantile(beside.times, share) - quantile(without.times, share))
        print(f"{PAGES} pages cost at p{share * 100:.0f}: {more_ms:.2f} ms")


async def _first_page(world: World) -> float:
    """Return the milliseconds of the first request for the page, which is the first of all requests."""
    code = await asyncio.to_thread(screen_socket.ask, world.data / SOCKET, for_s=60, wait_s=10)
    host = code.address.partition("//")[2].rstrip("/")
    begin = time.perf_counter()
    reader, writer = await asyncio.open_connection(*host.rsplit(":", 1))
    writer.write(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    await reader.read()
    writer.close()
    return (time.perf_counter() - begin) * 1e3


@asynccontextmanager
async def _pages(world: World, pages: int) -> AsyncIterator[None]:
    """Open the pages in another process."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench._open_pages", str(world.data / SOCKET), str(pages)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert await process.stdout.readline() == b"open\n"
    try:
        yield
    finally:
        process.stdin.close()
        await process.wait()
