"""What the pages read, fetched again at each request."""

from collections.abc import Callable, Mapping
from typing import Protocol

from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.rules.struct import Record
from firmware_host.table.state.table import TableState
from firmware_host.web.readiness import Reason


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
