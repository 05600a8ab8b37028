"""
Counts the project's modules that run for a press of *next*, from the edge at the pin to the publish of its fact.

The real controller runs as a child process with a profiler. Modules are counted up to the publish of the first fact,
and with everything that follows (prompts, the public view, the lamps). Modules that are only imported do not count.
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
"""The pause after the first press lets everything settle; the second one ends before the link's next keepalive."""


def main(*, full: bool) -> None:
    """Print the counts and the modules."""
    del full
    passed = asyncio.run(_traced())
    print(f"a press runs {len(passed['to_the_publish'])} modules up to the publish, {len(passed['all'])} in all")
    for name in passed["to_the_publish"]:
        print(f"  {name}")
    print("after the publish:")
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
                # The first press after a start does extra work.
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
