"""The one web server, run as a supervised part; slow connections cannot crowd out the others."""

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
"""A request has come within this, or never comes."""

AT_ONCE = 32
"""Requests under way; a browser and a few programs that scrape want no more."""

WAITING = 32
"""Connections without one."""

LEAVE_S = 1
log = logging.getLogger(__name__)


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


class _Server(uvicorn.Server):
    """Signals are the controller's to handle."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


async def serve(application: Starlette, config: WebConfig) -> None:
    """Serve until cancelled. Raises `UserError` where it cannot listen."""
    with _bound(config) as bound:
        host, port = bound.getsockname()[:2]
        log.info("health and figures at http://%s:%s/healthz, /readyz and /metrics", host, port)
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
    """Raise `UserError` unless this could be served now."""
    with _bound(config) as bound:
        bound.listen()


@contextmanager
def _bound(config: WebConfig) -> Generator[socket.socket, None, None]:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((config.host, config.port))
        except OSError as error:
            mend = "end what listens there, or mend [web] in table.toml"
            raise UserError(f"cannot listen on {config.host} port {config.port} ({error.strerror}); {mend}") from None
        yield bound
