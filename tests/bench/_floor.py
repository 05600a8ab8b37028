"""The lower bound: a pin, its callback and a publish, in a process that does nothing else."""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.bench._ear import client

TOPIC = "floor"

MESSAGE = b"x" * 500


@asynccontextmanager
async def publishing(broker: str, *, pins: Path, pin: int) -> AsyncIterator[None]:
    """Start the process; it may not be ready yet."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        broker,
        str(pin),
        env={**os.environ, "HIL_PINS": str(pins)},
        stdin=asyncio.subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        child.terminate()
        await child.wait()


def main(url: str, number: str) -> None:
    """Publish at every edge of this pin until terminated."""
    # The factory needs a running pin world.
    from hil.pins.factory import HilFactory  # noqa: PLC0415

    pin = HilFactory().pin(f"GPIO{number}")
    pin.input_with_pull("up")
    with client(url) as publisher:

        def publish(*_: object) -> None:
            publisher.publish(TOPIC, MESSAGE, qos=1)

        pin.when_changed = publish
        threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
