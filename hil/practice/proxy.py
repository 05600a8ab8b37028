"""
Passes the controller's dealer page and its socket on under the practice server's own address.

So the practice page may show the dealer's page in a frame, and the coach hears what the learner enters and what the
table answers. The proxy signs in as the table's own screen with a one-time code; the browser gets no session.
"""

import asyncio
import http.client
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.typing import Origin

from firmware_host.errors import UserError
from firmware_host.panel.messages import UseCode
from firmware_host.panel.screen_socket import ask
from firmware_host.rules.struct import Record

CODE_S = 60

FETCH_S = 10.0

LARGEST_BODY = 1 << 16

PASSED_ON = ("accept", "accept-encoding", "accept-language", "content-type", "if-none-match")

KEPT_BACK = frozenset(
    (
        "connection",
        "content-length",
        "date",
        "keep-alive",
        "server",
        "set-cookie",
        "transfer-encoding",
        "x-frame-options",
    )
)
"""Headers of the controller that are about its own connection, or its own session."""

NO_FRAMES, OWN_FRAME = "frame-ancestors 'none'", "frame-ancestors 'self'"

AGAIN_LATER = 1013

BAD_GATEWAY, FORBIDDEN, TOO_LARGE = 502, 403, 413


class Gone(Exception):  # noqa: N818 - named after the state of the controller
    """The controller does not answer now."""


class Fetched(Record, frozen=True, kw_only=True):
    """An answer of the controller."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


Hear = Callable[[str], Awaitable[None]]


class Proxy:
    """Between one browser and one controller. `screen` is the socket that gives the screen's code."""

    def __init__(self, screen: Path, *, from_page: Hear, from_table: Hear) -> None:
        """`from_page` hears each message before the table gets it, `from_table` before the page gets it."""
        self._screen = screen
        self._from_page = from_page
        self._from_table = from_table
        self._address = ""
        self._cookie = ""
        self._signing_in = asyncio.Lock()

    async def sign_in(self) -> None:
        """Become the table's own screen. Raises Gone while the controller does not answer."""
        async with self._signing_in:
            if self._cookie:
                return
            try:
                code = await asyncio.to_thread(ask, self._screen, for_s=CODE_S)
            except UserError as why:
                raise Gone(str(why)) from None
            self._address = code.address.rstrip("/")
            body = msgspec.json.encode(UseCode(code=code.code))
            answer = await self._fetched("POST", "/screen", {"content-type": "application/json"}, body)
            cookies = [value for name, value in answer.headers if name == "set-cookie"]
            if not cookies:
                raise Gone(f"the controller did not accept the screen's code (status {answer.status})")
            self._cookie = cookies[0].partition(";")[0]

    async def page(self, request: Request) -> Response:
        """Pass a request on."""
        try:
            await self.sign_in()
            body = await _body(request)
            if body is None:
                return Response("This request is too large.", status_code=TOO_LARGE)
            headers = {name: value for name in PASSED_ON if (value := request.headers.get(name)) is not None}
            answer = await self._fetched(request.method, _target(request), headers, body)
        except Gone:
            self._cookie = ""
            return Response(STARTING, status_code=BAD_GATEWAY, media_type="text/html", headers={"retry-after": "1"})
        response = Response(answer.body, status_code=answer.status)
        for name, value in answer.headers:
            if name not in KEPT_BACK:
                response.headers[name] = value.replace(NO_FRAMES, OWN_FRAME)
        return response

    async def socket(self, socket: WebSocket) -> None:
        """Pass a page's socket on until one side closes it."""
        try:
            await self.sign_in()
            parts = urlsplit(self._address)
            table = await connect(
                f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/socket",
                origin=Origin(self._origin),
                additional_headers={"cookie": self._cookie},
                compression=None,
                max_size=None,
                open_timeout=FETCH_S,
            )
        except (Gone, OSError, TimeoutError, InvalidHandshake):
            self._cookie = ""
            await socket.close(AGAIN_LATER)
            return
        await socket.accept()
        both = (asyncio.create_task(self._up(socket, table)), asyncio.create_task(self._down(socket, table)))
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            try:
                await asyncio.gather(*both, return_exceptions=True)
                with suppress(OSError, WebSocketException):
                    await table.close()
                with suppress(WebSocketDisconnect, RuntimeError):
                    if socket.client_state is WebSocketState.CONNECTED:
                        await socket.close()
            finally:
                # A server that stops does not wait for the end of a close.
                table.transport.abort()

    @property
    def _origin(self) -> str:
        parts = urlsplit(self._address)
        return f"{parts.scheme}://{parts.netloc}"

    async def _up(self, socket: WebSocket, table: ClientConnection) -> None:
        with suppress(WebSocketDisconnect, WebSocketException):
            while True:
                text = await socket.receive_text()
                await self._from_page(text)
                await table.send(text)

    async def _down(self, socket: WebSocket, table: ClientConnection) -> None:
        with suppress(WebSocketDisconnect, WebSocketException, RuntimeError):
            async for message in table:
                text = message if isinstance(message, str) else message.decode()
                await self._from_table(text)
                if '"sign_in":true' in text:
                    # The session is over; the next connection gets a new one.
                    self._cookie = ""
                await socket.send_text(text)

    async def _fetched(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Fetched:
        sent = dict(headers)
        if self._cookie:
            sent["cookie"] = self._cookie
        if method not in ("GET", "HEAD"):
            sent["origin"] = self._origin
        try:
            return await asyncio.to_thread(_fetch, urlsplit(self._address).netloc, method, target, sent, body)
        except (OSError, http.client.HTTPException) as why:
            raise Gone(str(why)) from None


STARTING = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The table is starting</title>
<h1>The table is starting</h1>
<p>The page appears as soon as the controller answers.</p>
</html>
"""


def _fetch(address: str, method: str, target: str, headers: dict[str, str], body: bytes) -> Fetched:
    connection = http.client.HTTPConnection(address, timeout=FETCH_S)
    try:
        connection.request(method, target, body or None, headers)
        answer = connection.getresponse()
        named = tuple((name.lower(), value) for name, value in answer.getheaders())
        return Fetched(status=answer.status, headers=named, body=answer.read())
    finally:
        connection.close()


def _target(request: Request) -> str:
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


async def _body(request: Request) -> bytes | None:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_BODY:
            return None
    return body
