"""The web server, run as a supervised part. Slow connections cannot block the others."""

import asyncio
import logging
import socket
import ssl
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from operator import attrgetter
from pathlib import Path

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from firmware_host.errors import UserError
from firmware_host.web.parts import NO_PAGES, Serving
from firmware_host.web.web_config import WebConfig

REQUEST_S = 5.0
"""A connection without a complete request is closed after this."""

AT_ONCE = 32
"""Requests in progress: enough for a browser and a few scrapers."""

WAITING = 32
"""Open connections without a request in progress."""

LEAVE_S = 1

CLOSE_S = 2.0
"""How long a socket that is closed waits for its peer."""

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

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Cancel the timer: from now on the socket has its own."""
        self._cancel_timer()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer an unreadable request, with the headers of every response."""
        body = msg.encode("ascii")
        headers = [
            *self.server_state.default_headers,
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"connection", b"close"),
        ]
        response = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (response, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

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


def _socket_protocol(most: int) -> type[asyncio.Protocol]:
    """Return the protocol of sockets, of which `most` may be open at once."""
    # Both only where pages are served.
    from uvicorn.protocols.websockets.wsproto_impl import WSProtocol  # noqa: PLC0415 - see above
    from wsproto.events import RejectConnection, Request  # noqa: PLC0415 - see above

    class PatientSocket(WSProtocol):
        """One socket of a page, closed if its peer does not follow the protocol."""

        _abort: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
            """Shorten the wait for the peer's half of a close."""
            super().connection_made(transport)
            self.close_timeout = CLOSE_S

        def handle_connect(self, event: Request) -> None:
            """Refuse a socket too many before anything is spent on it."""
            if sum(isinstance(each, PatientSocket) for each in self.connections) <= most:
                super().handle_connect(event)
                return
            headers = [*self.default_headers, (b"retry-after", b"2"), (b"content-length", b"0")]
            self.transport.write(self.conn.send(RejectConnection(status_code=503, headers=headers)))
            self.handshake_complete = self.close_sent = True
            self.transport.close()

        def data_received(self, data: bytes) -> None:
            """Close the connection at bytes that make the library fail."""
            try:
                super().data_received(data)
            except Exception:  # noqa: BLE001 - whatever a hostile peer can provoke, it ends this connection only
                self.transport.abort()

        def pause_writing(self) -> None:
            """Stop reading too: the answers to pings would pile up."""
            super().pause_writing()
            self.transport.pause_reading()

        def resume_writing(self) -> None:
            """Read again, unless the application has not taken the last message yet."""
            super().resume_writing()
            if not self.read_paused:
                self.transport.resume_reading()

        def shutdown(self) -> None:
            """Say that the server ends; do not wait for a peer that does not read."""
            super().shutdown()
            if self.transport.get_write_buffer_size():
                self.transport.abort()

        def on_task_complete(self, task: "asyncio.Task[None]") -> None:
            """Give up what a peer that does not read has not received."""
            super().on_task_complete(task)
            if not self.disconnected:
                self._abort = self.loop.call_later(CLOSE_S, self.transport.abort)

        def connection_lost(self, exc: Exception | None) -> None:
            """Cancel the timer."""
            if self._abort is not None:
                self._abort.cancel()
            super().connection_lost(exc)

    return PatientSocket


class _Server(uvicorn.Server):
    """Leaves signals to the controller."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


async def serve(application: ASGIApp, config: WebConfig, serving_as: Serving = NO_PAGES) -> None:
    """Serve until cancelled. Raises `UserError` if the address or the certificate cannot be used."""
    tls = tls_context(serving_as.certificate, serving_as.key) if serving_as.certificate else None
    with _bind(config) as bound:
        host, port = bound.getsockname()[:2]
        also = ", and the pages" if serving_as.sockets else ""
        scheme = "https" if serving_as.certificate else "http"
        log.info("serving %s://%s:%s/healthz, /readyz and /metrics%s", scheme, host, port, also)
        server = _Server(
            uvicorn.Config(
                application,
                lifespan="off",
                ws=_socket_protocol(serving_as.sockets) if serving_as.sockets else "none",
                ws_max_size=serving_as.largest_message,
                ws_per_message_deflate=False,
                proxy_headers=False,
                headers=[*serving_as.headers],
                ssl_context_factory=(lambda *_: tls) if tls else None,
                log_config=None,
                access_log=False,
                server_header=False,
                http=PatientProtocol,
                limit_concurrency=AT_ONCE + WAITING + serving_as.sockets,
                timeout_graceful_shutdown=LEAVE_S,
            )
        )
        serving_as.bound(port)
        serving = asyncio.ensure_future(server.serve(sockets=[bound]))
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            server.should_exit = True
            with suppress(asyncio.CancelledError):
                await serving
            raise


def tls_context(certificate: str, key: str) -> ssl.SSLContext:
    """Return the TLS settings. Raises `UserError` for a file that is missing, invalid, or readable by others."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        if stat.S_IMODE(Path(key).stat().st_mode) & 0o077:
            raise UserError(f"other accounts can read the key {key}; run `chmod 600` on it, and get a new certificate")
        context.load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        fix = "fix `certificate` and `key` under [panel]"
        raise UserError(
            f"{certificate} and {key} are not a valid pair of certificate and key ({error.reason}); {fix}"
        ) from None
    except OSError as error:
        fix = "fix `certificate` and `key` under [panel]"
        raise UserError(f"cannot read {certificate} or {key} ({error.strerror}); {fix}") from None
    return context


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
