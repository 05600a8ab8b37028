"""
The parts of the controller that serve the pages and measure the event loop, and the sources of the pages.

Importing the web server takes as long as everything else before the table's first message to the broker, and no monitor
needs the pages that early. So the table publishes first, and then a thread imports the server. Nothing in this module
may import `server`, `application` or `metrics` before they are needed.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
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
    panel: Callable[[], Mapping[str, float]] = dict
    """Figures of the pages: how many are open, and the like; empty without pages."""
    panel_counts: Callable[[], Mapping[str, float]] = dict
    """Counters of the pages since the start."""
    panel_refusals: Callable[[], Mapping[str, int]] = dict
    """Requests of pages that were refused before they reached the table, by reason."""


class Serving(Record, frozen=True, kw_only=True):
    """What the server needs beside health and metrics: TLS, sockets, and headers of every response."""

    headers: tuple[tuple[str, str], ...] = ()
    certificate: str = ""
    key: str = ""
    sockets: int = 0
    """How many sockets may be open; 0 serves none."""
    largest_message: int = 1024
    bound: Callable[[int], object] = int
    """Called with the port once it is known."""


NO_PAGES = Serving()


@dataclass(frozen=True, kw_only=True)
class Pages:
    """The pages of another package: their routes, the gate around the whole application, and how they are served."""

    routes: "tuple[BaseRoute, ...]" = ()
    gate: "Callable[[ASGIApp], ASGIApp]" = lambda app: app
    serving: Serving = NO_PAGES


if TYPE_CHECKING:
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp

BROKER_FIRST_S = 2.0
"""The pages start this long after the start at the latest, even without a broker."""

LAG_EVERY_S = 1.0


async def serve_after(
    told: asyncio.Event,
    of: Sources,
    config: WebConfig,
    *,
    limit_s: float = BROKER_FIRST_S,
    pages: Callable[[], Pages] = Pages,
) -> None:
    """
    Wait for `told`, at most `limit_s`, then serve until cancelled. Raises `UserError` as `serve` does.

    `pages` returns the pages to serve beside health and metrics; a thread calls it, as it may import slowly.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(limit_s):
            await told.wait()
    application, serve, extra = await asyncio.to_thread(_web_server, pages)
    await serve(extra.gate(application(of, extra.routes)), config, extra.serving)


def _web_server(
    pages: Callable[[], Pages],
) -> "tuple[Callable[[Sources, tuple[BaseRoute, ...]], ASGIApp], Callable[..., Awaitable[None]], Pages]":
    from firmware_host.web.application import application  # noqa: PLC0415 - see the module's docstring
    from firmware_host.web.server import serve  # noqa: PLC0415 - see the module's docstring

    return application, serve, pages()


async def measure(lag: LatencyHistogram) -> None:
    """Add one sample a second of the delay of the event loop, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_EVERY_S
        await asyncio.sleep(LAG_EVERY_S)
        lag.add(max(0.0, loop.time() - due))
