"""
The parts of the controller that serve the pages and measure the event loop, and the sources of the pages.

Importing the web server takes as long as everything else before the table's first message to the broker, and no monitor
needs the pages that early. So the table publishes first, and then a thread imports the server. Nothing in this module
may import `server`, `application` or `metrics` before they are needed.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.rules.struct import Record
from firmware_host.table.state.table import TableState
from firmware_host.web.readiness import Reason
from firmware_host.web.web_config import WebConfig


class Part(Protocol):
    """The state of one part of the controller."""

    @property
    def name(self) -> str: ...

    @property
    def is_up(self) -> bool:
        """Return whether the part runs without a known fault."""
        ...

    @property
    def failures(self) -> int:
        """Return the number of failures since the start."""
        ...


class Recorded(Protocol):
    """The journal, as the pages use it."""

    @property
    def commits(self) -> LatencyHistogram:
        """Return the durations of commits."""
        ...

    @property
    def last(self) -> int:
        """Return the number of the newest durable fact."""
        ...

    def sent(self, consumer: str) -> int:
        """Return the number up to which a consumer has everything."""
        ...

    def free_mib(self) -> int:
        """Return the free disk space."""
        ...

    async def answers(self) -> None:
        """Return once the writer has answered."""
        ...


class Sources(Record, frozen=True, kw_only=True):
    """Functions that return what the pages show."""

    state: Callable[[], TableState]
    journal: Recorded
    outbox: str
    parts: Callable[[], tuple[Part, ...]]
    late: Callable[[], tuple[str, ...]]
    refusals: Callable[[], Mapping[str, int]]
    alerts: Callable[[], tuple[str, ...]]
    """The severity of each active alert."""
    clocks: Callable[[], Mapping[str, float]]
    """Seconds until each of the table's deadlines."""
    links: Callable[[], Mapping[str, Mapping[str, int]]]
    """The counters of each device's link."""
    broker: Callable[[], Mapping[str, int]]
    """The counters of messages to and from the broker."""
    broker_refusals: Callable[[], Mapping[str, int]]
    """Messages from the broker that were refused before they reached the table, by reason."""
    reasons: Callable[[], tuple[Reason, ...]]
    """Every reason why no round can be dealt now."""
    lag: LatencyHistogram


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
