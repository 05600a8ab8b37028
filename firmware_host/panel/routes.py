"""The panel's routes on the web server: the page and its files, sign-in, sign-out, the screen's code, the socket."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from firmware_host import json_errors
from firmware_host.panel.bundle import INDEX, Asset, Bundle
from firmware_host.panel.counts import Counts, Why
from firmware_host.panel.messages import SignIn, UseCode
from firmware_host.panel.no_bundle import WHAT_TO_DO
from firmware_host.panel.sessions import Codes, Session, Sessions
from firmware_host.panel.socket import PageSocket
from firmware_host.panel.who_acts import PinLine
from firmware_host.rules.decision import Code, Refusal, refuse

LARGEST_BODY = 4096
BODY_S = 5.0
A_YEAR = "public, max-age=31536000, immutable"

OK, NOTHING, BAD, FORBIDDEN, NOT_FOUND, TOO_LARGE, WRONG_TYPE = 200, 204, 400, 403, 404, 413, 415

T = TypeVar("T", SignIn, UseCode)


class Cookie:
    """The session's cookie. Cookies know no ports, so its name holds the port: two tables on one host stay apart."""

    def __init__(self, *, port: Callable[[], int], tls: bool) -> None:
        """`port` returns the port of the server, which is known once it listens."""
        self._port = port
        self._secure = tls

    @property
    def _name(self) -> str:
        return f"{'__Host-' if self._secure else ''}fh-{self._port()}"

    def read(self, of: Request | WebSocket) -> str:
        """Return the token of this request, empty without one."""
        return of.cookies.get(self._name, "")

    def put(self, response: Response, token: str) -> Response:
        """Give the browser a token, which is gone once the browser closes; no script can read it."""
        response.set_cookie(self._name, token, path="/", secure=self._secure, httponly=True, samesite="strict")
        return response

    def drop(self, response: Response) -> Response:
        """Make the browser forget the token."""
        response.delete_cookie(self._name, path="/", secure=self._secure, httponly=True, samesite="strict")
        return response


class Pages:
    """The handlers of the routes."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        codes: Codes,
        pins: PinLine,
        counts: Counts,
        socket: PageSocket,
        bundle: Bundle,
        cookie: Cookie,
        changed: Callable[[], None],
    ) -> None:
        """`changed` tells the open pages that a session began or ended."""
        self._sessions = sessions
        self._codes = codes
        self._pins = pins
        self._counts = counts
        self._socket = socket
        self._bundle = bundle
        self._cookie = cookie
        self._changed = changed

    @property
    def routes(self) -> tuple[BaseRoute, ...]:
        """Return all routes; `route_access.ROUTES` says who may use each."""
        return (
            Route("/", self.index, methods=["GET"]),
            Route("/sign-in", self.sign_in, methods=["POST"]),
            Route("/sign-out", self.sign_out, methods=["POST"]),
            Route("/screen", self.screen, methods=["POST"]),
            WebSocketRoute("/socket", self.socket),
            Route("/{asset:path}", self.asset, methods=["GET"]),
        )

    async def index(self, request: Request) -> Response:
        """Return the page, or why there is none."""
        asset = self._bundle.index
        if asset is None:
            return Response(WHAT_TO_DO, media_type="text/html", headers={"cache-control": "no-store"})
        return _served(request, asset, "no-store")

    async def asset(self, request: Request) -> Response:
        """Return a file of the bundle."""
        name = request.path_params["asset"]
        asset = self._bundle.assets.get(name)
        if asset is None or name == INDEX:
            return _refused(NOT_FOUND, refuse("there is no such page", "open the table's first page, /"))
        return _served(request, asset, A_YEAR if asset.immutable else "no-cache")

    async def sign_in(self, request: Request) -> Response:
        """Begin the session of a person whose PIN is right."""
        body = await self._body(request, SignIn)
        if isinstance(body, Response):
            return body
        old = self._session(request)
        if old is not None and old.is_screen:
            # The box's own screen would lose its rights until it is started again.
            self._counts.refused[Why.STANDING] += 1
            return _refused(
                FORBIDDEN,
                refuse(
                    "this is the table's own screen, which needs no sign-in",
                    "enter a name and PIN with the act, or sign in at another device",
                    code=Code.NOT_YOUR_ROLE,
                ),
            )
        pin_of = self._sessions.pin_of(body.name)
        refusal = await self._pins.refused(body.name, body.pin)
        if refusal is not None:
            return _refused(FORBIDDEN, refusal)
        token = self._sessions.of_person(body.name, pin_of=pin_of)
        if token is None:
            self._counts.refused[Why.SESSIONS] += 1
            return _refused(
                FORBIDDEN, refuse("too many people are signed in", "have somebody sign out first", code=Code.BUSY)
            )
        if old is not None:
            self._sessions.end(old)
        self._changed()
        return self._cookie.put(Response(status_code=NOTHING), token)

    async def screen(self, request: Request) -> Response:
        """Begin the session of the box's own screen, which has a one-time code."""
        body = await self._body(request, UseCode)
        if isinstance(body, Response):
            return body
        if not self._codes.use(body.code):
            self._counts.refused[Why.CODE] += 1
            return _refused(
                FORBIDDEN,
                refuse(
                    "this code is not valid: each code works once, and only for a short time",
                    "get a new code: firmware-host screen-code --url",
                    code=Code.NOT_YOUR_ROLE,
                ),
            )
        old = self._session(request)
        token = self._sessions.of_screen()
        if old is not None:
            self._sessions.end(old)
        self._changed()
        return self._cookie.put(Response(status_code=NOTHING), token)

    async def sign_out(self, request: Request) -> Response:
        """End the session; its pages are closed."""
        wrong = self._not_json(request)
        if wrong is not None:
            return wrong
        session = self._session(request)
        if session is None:
            self._counts.refused[Why.NO_SESSION] += 1
            return self._cookie.drop(_refused(FORBIDDEN, refuse("nobody is signed in here", "sign in")))
        self._sessions.end(session)
        self._changed()
        return self._cookie.drop(Response(status_code=NOTHING))

    async def socket(self, socket: WebSocket) -> None:
        """Serve a page."""
        await self._socket.serve(socket, self._sessions.of(self._cookie.read(socket)))

    def _session(self, request: Request) -> Session | None:
        return self._sessions.of(self._cookie.read(request))

    def _not_json(self, request: Request) -> Response | None:
        """Refuse what a form of another site could send: a browser asks before it sends JSON elsewhere."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json":
            return None
        self._counts.refused[Why.CONTENT_TYPE] += 1
        return _refused(WRONG_TYPE, refuse("this request is not JSON", "application/json", code=Code.UNREADABLE))

    async def _body(self, request: Request, kind: type[T]) -> T | Response:
        wrong = self._not_json(request)
        if wrong is not None:
            return wrong
        body = b""
        try:
            async with asyncio.timeout(BODY_S):
                async for piece in request.stream():
                    body += piece
                    if len(body) > LARGEST_BODY:
                        return self._unread(Why.TOO_LARGE, TOO_LARGE, "this request is too large")
        except (TimeoutError, ClientDisconnect):
            return self._unread(Why.SLOW_BODY, BAD, "this request did not arrive in time")
        try:
            return msgspec.json.decode(body, type=kind)
        except json_errors.UNREADABLE:
            # The error is not repeated, as it may contain a PIN.
            return self._unread(Why.UNREADABLE, BAD, "this request cannot be read")

    def _unread(self, why: Why, status: int, reason: str) -> Response:
        self._counts.refused[why] += 1
        refusal = refuse(reason, "reload the page", code=Code.UNREADABLE)
        return _refused(status, refusal, close=why is not Why.UNREADABLE)


def _refused(status: int, refusal: Refusal, *, close: bool = False) -> Response:
    headers = {"cache-control": "no-store", **({"connection": "close"} if close else {})}
    return Response(msgspec.json.encode(refusal), status_code=status, media_type="application/json", headers=headers)


def _served(request: Request, asset: Asset, cache: str) -> Response:
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    data = asset.data
    if asset.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        data = asset.gzipped
        headers["content-encoding"] = "gzip"
    return Response(data, media_type=asset.type, headers=headers)
