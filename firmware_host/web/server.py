"""The web server, run as a supervised part. Slow connections cannot block the others."""

import asyncio
import logging
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from operator import attrgetter

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from firmware_host.errors import UserError
from firmware_host.web.web_config import WebConfig

REQUEST_S = 5.0
"""A connection without a complete request is closed after this."""

AT_ONCE = 32
"""Requests in progress: enough for a browser and a few scrapers."""

WAITING = 32
"""Open connections without a request in progress."""

LEAVE_S = 1
log = logging.getLogger(__name__)


class PatientProtocol(H11Protocol):
    """One connection of uvicorn, closed if it stays without a request."""

    since_s = 0.0
    """When the connection opened, or its last response ended."""
    _timer: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether no request is being answered on this connection."""
        # `cycle` is None before the first request, though its type does not say so.
        is_answered: bool = getattr(self.cycle, "response_complete", True)
        return is_answered and not self.transport.is_closing()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn itself
        """Begin to wait for a request; close the longest waiting connections if there are too many."""
        super().connection_made(transport)
        self._start_timer()
        waiting = [each for each in self.connections if isinstance(each, PatientProtocol) and each.is_waiting]
        for each in sorted(waiting, key=attrgetter("since_s"))[: max(0, len(waiting) - WAITING)]:
            each.let_go()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer."""
        self._cancel_timer()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Cancel the timer once a request has arrived."""
        super().handle_events()
        if not self.is_waiting:
            self._cancel_timer()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._start_timer()

    def let_go(self) -> None:
        """Close the connection, unless a request is being answered."""
        if self.is_waiting:
            self.transport.close()

    def _start_timer(self) -> None:
        self._cancel_timer()
        self.since_s = self.loop.time()
        self._timer = self.loop.call_later(REQUEST_S, self.let_go)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Server(uvicorn.Server):
    """Leaves signals to the controller."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


async def serve(application: Starlette, config: WebConfig) -> None:
    """Serve until cancelled. Raises `UserError` if the address cannot be used."""
    with _bind(config) as bound:
        host, port = bound.getsockname()[:2]
        log.info("serving http://%s:%s/healthz, /readyz and /metrics", host, port)
        server = _Server(
            uvicorn.Config(
                application,
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                http=PatientProtocol,
                limit_concurrency=AT_ONCE + WAITING,
                timeout_graceful_shutdown=LEAVE_S,
            )
        )
        serving = asyncio.ensure_future(server.serve(sockets=[bound]))
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            server.should_exit = True
            with suppress(asyncio.CancelledError):
                await serving
            raise


def try_to_listen(config: WebConfig) -> None:
    """Raise `UserError` unless the server could listen now."""
    with _bind(config) as bound:
        bound.listen()


@contextmanager
def _bind(config: WebConfig) -> Generator[socket.socket, None, None]:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((config.host, config.port))
            bound.listen()  # connections wait from now on, so that the log line that follows is true
        except OSError as error:
            fix = "stop the program that listens there, or fix [web] in table.toml"
            raise UserError(f"cannot listen on {config.host} port {config.port} ({error.strerror}); {fix}") from None
        yield bound
