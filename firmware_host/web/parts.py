"""
The parts of the controller that serve the pages and measure the event loop; cheap to import.

Importing the web server takes as long as everything else before the table's first message to the broker, and no monitor
needs the pages that early. So the table publishes first, and then a thread imports the server. Nothing in this module
may import `server`, `application` or `metrics` before they are needed.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.web.sources import Sources
from firmware_host.web.web_config import WebConfig

if TYPE_CHECKING:
    from starlette.applications import Starlette

BROKER_FIRST_S = 2.0
"""The pages start this long after the start at the latest, even without a broker."""

LAG_EVERY_S = 1.0


async def serve_after(told: asyncio.Event, of: Sources, config: WebConfig, *, limit_s: float = BROKER_FIRST_S) -> None:
    """Wait for `told`, at most `limit_s`, then serve until cancelled. Raises `UserError` as `serve` does."""
    with suppress(TimeoutError):
        async with asyncio.timeout(limit_s):
            await told.wait()
    application, serve = await asyncio.to_thread(_web_server)
    await serve(application(of), config)


def _web_server() -> tuple[Callable[[Sources], "Starlette"], Callable[["Starlette", WebConfig], Awaitable[None]]]:
    from firmware_host.web.application import application  # noqa: PLC0415 - see the module's docstring
    from firmware_host.web.server import serve  # noqa: PLC0415 - see the module's docstring

    return application, serve


async def measure(lag: LatencyHistogram) -> None:
    """Add one sample a second of the delay of the event loop, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_EVERY_S
        await asyncio.sleep(LAG_EVERY_S)
        lag.add(max(0.0, loop.time() - due))
