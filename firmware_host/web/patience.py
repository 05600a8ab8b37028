"""
Connections that ask for nothing: they may not take the place of those that do.

A supervisor that is answered "too many connections" would start a controller again that is well. So whoever has not
sent a whole request within `REQUEST_S` is let go, and of those who have none under way only so many stay, the newest:
a request that comes with its connection, as a supervisor's does, is always answered.
"""

import asyncio
from operator import attrgetter

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 5.0
"""A request has come within this, or never comes."""
AT_ONCE = 32
"""Requests under way; a browser and a few programs that scrape want no more."""
WAITING = 32
"""Connections without one."""


class PatientProtocol(H11Protocol):
    """One connection, as uvicorn serves it, that does not stay for ever with no request."""

    since_s = 0.0
    """When it began, or was answered last."""
    _until: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether no request of it is being answered."""
        # Before the first request there is none, whatever its type says.
        is_answered: bool = getattr(self.cycle, "response_complete", True)
        return is_answered and not self.transport.is_closing()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn itself
        """Begin to wait for a request; let the longest waiting go where too many do."""
        super().connection_made(transport)
        self._wait()
        waiting = [each for each in self.connections if isinstance(each, PatientProtocol) and each.is_waiting]
        for each in sorted(waiting, key=attrgetter("since_s"))[: max(0, len(waiting) - WAITING)]:
            each.let_go()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._wait_no_longer()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Wait no longer once a request is there."""
        super().handle_events()
        if not self.is_waiting:
            self._wait_no_longer()

    def on_response_complete(self) -> None:
        """Wait for the next."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._wait()

    def let_go(self) -> None:
        """Close it, unless it has come to something."""
        if self.is_waiting:
            self.transport.close()

    def _wait(self) -> None:
        self._wait_no_longer()
        self.since_s = self.loop.time()
        self._until = self.loop.call_later(REQUEST_S, self.let_go)

    def _wait_no_longer(self) -> None:
        if self._until is not None:
            self._until.cancel()
            self._until = None
