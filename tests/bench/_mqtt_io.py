"""mqtt-io with a usual configuration for one button, on the same simulated pins as the controller."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

PREFIX = "rival"

EVERYTHING = f"{PREFIX}/#"

BUTTON = f"{PREFIX}/input/button"


SETTINGS = """
mqtt:
  host: {host}
  port: {port}
  topic_prefix: {prefix}
gpio_modules:
  - name: board
    module: gpiozero
digital_inputs:
  - name: button
    module: board
    pin: {pin}
    pullup: true
    interrupt: both
"""


@asynccontextmanager
async def mqtt_io(folder: Path, *, broker: str, pins: Path, pin: int) -> AsyncIterator[None]:
    """Start mqtt-io; it may not be ready yet."""
    at = urlsplit(broker)
    config = folder / "mqtt-io.yml"
    config.write_text(SETTINGS.format(host=at.hostname, port=at.port or 1883, prefix=PREFIX, pin=pin))
    with (folder / "mqtt-io.log").open("wb") as log:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "mqtt_io",
            str(config),
            env={**os.environ, "GPIOZERO_PIN_FACTORY": "hil", "HIL_PINS": str(pins)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        try:
            yield
        finally:
            child.terminate()
            await child.wait()
