"""What the pages read, asked for anew each time."""

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
    """How a part of the controller does."""

    @property
    def name(self) -> str:
        """Return what it is called."""
        ...

    @property
    def is_up(self) -> bool:
        """Return whether nothing is known against it."""
        ...

    @property
    def failures(self) -> int:
        """Return how often it failed."""
        ...


class Recorded(Protocol):
    """What is asked of the journal."""

    @property
    def commits(self) -> LatencyHistogram:
        """Return how long commits took."""
        ...

    @property
    def last(self) -> int:
        """Return the newest durable fact."""
        ...

    def sent(self, consumer: str) -> int:
        """Return how far a consumer is."""
        ...

    def free_mib(self) -> int:
        """Return what is free on the disk."""
        ...

    async def answers(self) -> None:
        """Return once the writer has answered."""
        ...


class Sources(Record, frozen=True, kw_only=True):
    """Where everything comes from."""

    state: Callable[[], TableState]
    journal: Recorded
    outbox: str
    parts: Callable[[], tuple[Part, ...]]
    late: Callable[[], tuple[str, ...]]
    refusals: Callable[[], Mapping[str, int]]
    alerts: Callable[[], tuple[str, ...]]
    """The severity of each alert that stands."""
    clocks: Callable[[], Mapping[str, float]]
    """Seconds until each of the table's deadlines."""
    links: Callable[[], Mapping[str, Mapping[str, int]]]
    """What each device's link has counted."""
    broker: Callable[[], Mapping[str, int]]
    """What was sent to the broker and taken from it."""
    broker_refusals: Callable[[], Mapping[str, int]]
    """What came in by it and was not even asked of the table, by reason."""
    reasons: Callable[[], tuple[Reason, ...]]
    """Why no round can be dealt now."""
    lag: LatencyHistogram


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
