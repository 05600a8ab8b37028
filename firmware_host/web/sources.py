"""What the pages read, asked for anew each time."""

from collections.abc import Callable, Mapping
from typing import Protocol

from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.rules.struct import Record
from firmware_host.table.state.table import TableState
from firmware_host.web.readiness import Reason


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
