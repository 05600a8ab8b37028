"""The one web server, run as a part: what it cannot do is an error of its own and never the end of the process."""

import asyncio
import logging
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress

import uvicorn
from starlette.applications import Starlette

from firmware_host.trouble import Trouble
from firmware_host.web.config import WebConfig
from firmware_host.web.patience import AT_ONCE, WAITING, PatientProtocol

LEAVE_S = 1

log = logging.getLogger(__name__)


class _Server(uvicorn.Server):
    """Signals are the controller's to handle."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


async def serve(application: Starlette, config: WebConfig) -> None:
    """Serve until cancelled. Raises `Trouble` where it cannot listen."""
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
    """Raise `Trouble` unless this could be served now."""
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
            raise Trouble(f"cannot listen on {config.host} port {config.port} ({error.strerror}); {mend}") from None
        yield bound
