"""
The practice server on loopback: the practice page, its socket, and everything else passed on to the controller.

Only a page of this very address may use it: another name in Host is refused (DNS rebinding), and a socket or a POST
needs this address as Origin.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Protocol

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.errors import UserError
from firmware_host.rules.struct import Record
from hil.practice.proxy import Proxy

LOOPBACK = "127.0.0.1"

PAGE = Path(__file__).parent / "page"

FILES = {"": "text/html", "practice.js": "text/javascript", "practice.css": "text/css"}

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}

LARGEST_MESSAGE = 1 << 16

POLICY_BROKEN = 1008


class FromPractice(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message from the practice page: a movement by its place in the list, a fault by its name, or the end."""

    hand: int | None = None
    fault: str | None = None
    repair: bool = False
    finish: bool = False


class Lesson(Protocol):
    """What the practice page shows and does."""

    changed: asyncio.Condition

    def shown(self) -> bytes:
        """Return everything the page shows, as JSON."""
        ...

    async def told(self, message: FromPractice) -> None:
        """Do what the learner asked for."""
        ...


_messages = msgspec.json.Decoder(FromPractice)


def application(lesson: Lesson, proxy: Proxy) -> ASGIApp:
    """Return the whole application."""

    async def page(request: Request) -> Response:
        name = request.path_params.get("name", "")
        if name not in FILES:
            return Response("There is no such page.", status_code=404)
        text = (PAGE / (name or "index.html")).read_bytes()
        return Response(text, media_type=FILES[name], headers=HEADERS)

    async def root(request: Request) -> Response:
        # Typed into a browser, this address means the practice; the frame in it asks for the dealer's page.
        if request.headers.get("sec-fetch-dest") == "document":
            return RedirectResponse("/practice/")
        return await proxy.page(request)

    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        sends = asyncio.create_task(_send(lesson, socket))
        try:
            while True:
                await lesson.told(_messages.decode(await socket.receive_text()))
        except (WebSocketDisconnect, RuntimeError):
            pass
        except msgspec.MsgspecError:
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(POLICY_BROKEN)
        finally:
            sends.cancel()
            await asyncio.gather(sends, return_exceptions=True)

    routes = [
        Route("/practice/", page),
        Route("/practice/{name}", page),
        WebSocketRoute("/practice/socket", talk),
        Route("/", root),
        WebSocketRoute("/socket", proxy.socket),
        Route("/{path:path}", proxy.page, methods=["GET", "POST"]),
    ]
    return Starlette(routes=routes)


async def _send(lesson: Lesson, socket: WebSocket) -> None:
    last = b""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            shown = lesson.shown()
            if shown != last:
                last = shown
                await socket.send_text(shown.decode())
                continue
            async with lesson.changed:
                if lesson.shown() == last:
                    await lesson.changed.wait()


class OnlyItself:
    """Refuses other names of this machine, and requests of other pages."""

    def __init__(self, app: ASGIApp, *, port: Callable[[], int]) -> None:
        self._app = app
        self._port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket") or self._may(scope):
            await self._app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": POLICY_BROKEN})
            return
        await Response("This page is reached by its own address only.", status_code=403)(scope, receive, send)

    def _may(self, scope: Scope) -> bool:
        own = {f"{name}:{self._port()}" for name in (LOOPBACK, "localhost")}
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value.decode("latin-1").lower() for name, value in headers if name == b"host"]
        origins = [value.decode("latin-1").lower() for name, value in headers if name == b"origin"]
        if len(hosts) != 1 or hosts[0] not in own:
            return False
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        return (reads and not origins) or origins == [f"http://{hosts[0]}"]


class _Server(uvicorn.Server):
    """Leaves signals to the command."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


@asynccontextmanager
async def served(lesson: Lesson, proxy: Proxy, *, port: int = 0) -> AsyncIterator[str]:
    """Serve within the `async with`; yield the address. Raises UserError if the port is in use."""
    with socket.socket() as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((LOOPBACK, port))
        except OSError as why:
            raise UserError(f"port {port} cannot be used ({why.strerror}); give another --port") from None
        bound.listen()
        own: int = bound.getsockname()[1]
        app = OnlyItself(application(lesson, proxy), port=lambda: own)
        server = _Server(
            uvicorn.Config(
                app,
                lifespan="off",
                ws="wsproto",
                ws_max_size=LARGEST_MESSAGE,
                ws_per_message_deflate=False,
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,
            )
        )
        running = asyncio.create_task(server.serve(sockets=[bound]))
        try:
            yield f"http://{LOOPBACK}:{own}/practice/"
        finally:
            server.should_exit = True
            await asyncio.gather(running, return_exceptions=True)
