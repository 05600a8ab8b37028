"""The facts of the last half hour in sentences, for the card that a dealer hands over."""

from collections import deque

from firmware_host.host.clock import Clock
from firmware_host.journal.store import Journal
from firmware_host.journal.upcast import fact_of
from firmware_host.panel.dealer_view import Event
from firmware_host.panel.events import event

WINDOW_MS = 30 * 60_000
MOST = 120
"""The newest events are kept; a view stays a few kilobytes."""


class RecentEvents:
    """Reads the journal only when asked, so a table without a page pays nothing."""

    def __init__(self, *, journal: Journal, clock: Clock) -> None:
        self._journal = journal
        self._clock = clock
        self._read_to = 0
        self._events: deque[Event] = deque(maxlen=MOST)

    def newest_first(self) -> tuple[Event, ...]:
        """Return the events of the last half hour, the newest first."""
        last = self._journal.last
        after = max(self._read_to, last - MOST)
        for link in self._journal.after(after, limit=MOST):
            self._events.append(event(fact_of(link.data)))
        self._read_to = last
        oldest_ms = self._clock.stamp().wall_ms - WINDOW_MS
        while self._events and self._events[0].wall_ms < oldest_ms:
            self._events.popleft()
        return tuple(reversed(self._events))
