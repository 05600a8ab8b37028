"""
The modules of ours that a press of *next* passes, from the edge at the pin to the publish of its fact.

The real controller runs as a child with a profiler in it. Counted twice: up to the publish of the first fact, and with
all that follows the fact (prompts, the public view, the lamps). A module that is only imported is not counted.
"""

import asyncio
import os
import signal
import tempfile
from pathlib import Path

import msgspec

from firmware_host.rules.decision import Key
from hil.pins.contacts import KEY_PINS
from hil.world import table_world
from tests.bench._ear import listening
from tests.support.brokers import any_broker

TRACING = Path(__file__).parent / "tracing"
SPEED = 300.0
PRESS_S = 0.06
LONG_S, SHORT_S = 2.0, 0.15
"""After the first press all comes to rest; after the second the note ends before the next sign of life of a link."""


def main(*, full: bool) -> None:
    """Print the counts and the modules."""
    del full
    passed = asyncio.run(_traced())
    print(
        f"a press passes {len(passed['to_the_publish'])} modules to the publish, {len(passed['all'])} with what follows"
    )
    for name in passed["to_the_publish"]:
        print(f"  {name}")
    print("and besides:")
    for name in sorted({*passed["all"]} - {*passed["to_the_publish"]}):
        print(f"  {name}")


async def _traced() -> dict[str, list[str]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        note = folder / "modules.json"
        async with any_broker(folder) as url, table_world(folder / "ours", broker=url, speed=SPEED, seed=1) as world:
            with listening(url, world.topics.fact) as ear:
                path = os.pathsep.join([str(TRACING), *filter(None, [os.environ.get("PYTHONPATH")])])
                await world.controller.start(PYTHONPATH=path, MODULES_PASSED=str(note))
                await world.pins.connected()
                await ear.following()
                await ear.silence()
                # The first press after a start does what no other does.
                for key, rest_s in ((Key.CALL_FLOOR, LONG_S), (Key.NEXT, SHORT_S)):
                    if key is Key.NEXT:
                        os.kill(world.controller.pid, signal.SIGUSR1)
                    world.pins.drive(KEY_PINS[key], 0)
                    await asyncio.sleep(PRESS_S)
                    world.pins.drive(KEY_PINS[key], 1)
                    await asyncio.sleep(rest_s)
                os.kill(world.controller.pid, signal.SIGUSR2)
                await world.controller.stop()
        passed: dict[str, list[str]] = msgspec.json.decode(note.read_bytes(), type=dict[str, list[str]])
        return passed
