"""What a hostile client costs the dealer: a key press to the fact at a subscriber, calm and under a flood."""

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from hil.world import table_world
from tests.bench._ear import listening
from tests.bench._figures import row
from tests.bench.key_to_broker import SPEED, ready
from tests.integration.brokers import any_broker

EACH_SECOND = 1000


def main(*, full: bool) -> None:
    """Print both from one run, in turns, on one broker."""
    asyncio.run(_turns(turns=5 if full else 2, presses=50))


async def _turns(*, turns: int, presses: int) -> None:
    calm, flooded = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with any_broker(folder) as url, table_world(folder, broker=url, speed=SPEED, seed=1) as world:
            with listening(url, world.topics.fact) as ear:
                press = await ready(world, ear)
                for _ in range(turns):
                    calm += [await press() for _ in range(presses)]
                    async with _flood(url, world.topics.command("nobody")):
                        await press()
                        flooded += [await press() for _ in range(presses)]
    print(row("calm", calm))
    print(row(f"{EACH_SECOND:,} commands of 1 kB a second, none signed", flooded))


@asynccontextmanager
async def _flood(url: str, topic: str) -> AsyncIterator[None]:
    """In a process of its own: what it costs to send is not ours."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench._flooder", url, topic, str(EACH_SECOND)
    )
    try:
        await asyncio.sleep(1)
        yield
    finally:
        child.kill()
        await child.wait()
