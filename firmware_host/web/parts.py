"""
The parts of the controller that serve the pages and measure the event loop, light to import.

A web server takes as long to import as all that comes before the table's first word to the broker, and a supervisor
that looks later than that loses nothing: the broker is told first, then the server is imported beside the event loop.
So nothing in here may import `server`, `application` or `metrics` before it is needed.
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
"""The pages are there so long after the start at the latest, whatever has become of the broker."""

LAG_EVERY_S = 1.0


async def serve_after(told: asyncio.Event, of: Sources, config: WebConfig, *, limit_s: float = BROKER_FIRST_S) -> None:
    """Serve until cancelled, once the broker is `told` or `limit_s` are over. Raises `UserError` as `serve` does."""
    with suppress(TimeoutError):
        async with asyncio.timeout(limit_s):
            await told.wait()
    application, serve = await asyncio.to_thread(_web_server)
    await serve(application(of), config)


def _web_server() -> tuple[Callable[[Sources], "Starlette"], Callable[["Starlette", WebConfig], Awaitable[None]]]:
    from firmware_host.web.application import application  # noqa: PLC0415 - as said above
    from firmware_host.web.server import serve  # noqa: PLC0415 - the same

    return application, serve


async def measure(lag: LatencyHistogram) -> None:
    """Add one sample a second of how late the event loop turns; until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_EVERY_S
        await asyncio.sleep(LAG_EVERY_S)
        lag.add(max(0.0, loop.time() - due))
