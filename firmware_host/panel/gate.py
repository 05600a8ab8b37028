"""
The gate before every route: strict headers, and the check of Host and Origin.

A foreign page can make a browser send requests to the box, and can point a name of its own at the box's address (DNS
rebinding). So the Host has to be a name of the box, and every request that changes something has to come from a page of
that same address.
"""

from collections.abc import Iterable
from ipaddress import ip_address

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send

from firmware_host.panel.counts import Counts, Why
from firmware_host.panel.panel_config import PanelConfig
from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.web.web_config import WebConfig

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)

HEADERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)
"""Sent with every response, also of health and metrics."""

READS = ("GET", "HEAD")

MISDIRECTED, FORBIDDEN = 421, 403


class Gate:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, *, config: PanelConfig, web: WebConfig, counts: Counts) -> None:
        self._app = app
        self._scheme = "https" if config.tls else "http"
        self._names = frozenset({*config.hosts, *(() if _is_any(web.host) else (web.host.lower(),))})
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket through, or refuse it."""
        found = self._refused(scope) if scope["type"] in ("http", "websocket") else None
        if found is None:
            await self._app(scope, receive, send)
            return
        why, status, refusal = found
        self._counts.refused[why] += 1
        await refuse_request(scope, receive, send, status=status, refusal=refusal)

    def _refused(self, scope: Scope) -> tuple[Why, int, Refusal] | None:
        hosts, origins = _headers(scope, b"host"), _headers(scope, b"origin")
        if len(hosts) != 1 or not self._is_ours(hosts[0], scope):
            return Why.HOST, MISDIRECTED, _other_host()
        reads = scope["type"] == "http" and scope["method"] in READS
        if (reads and not origins) or origins == [f"{self._scheme}://{hosts[0]}"]:
            return None
        return Why.ORIGIN, FORBIDDEN, _other_origin()

    def _is_ours(self, host: str, scope: Scope) -> bool:
        """Return whether this is a name of the box, or the very address at which the request arrived."""
        name = _without_port(host)
        server = scope.get("server")
        if name in self._names or server is None:
            return name in self._names
        address = str(server[0])
        return name == address or (name == "localhost" and _is_loopback(address))


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _is_any(host: str) -> bool:
    """Return whether the server listens on every address of the board; then the address names no host."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def _headers(scope: Scope, name: bytes) -> list[str]:
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return [value.decode("latin-1").lower() for key, value in headers if key.lower() == name]


def _without_port(host: str) -> str:
    """
    Return the name or address of a Host header.

    >>> _without_port("[::1]:8420"), _without_port("127.0.0.1:8420"), _without_port("table-7")
    ('::1', '127.0.0.1', 'table-7')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _other_host() -> Refusal:
    return refuse(
        "this address does not belong to this table",
        "use the address of the table, or add this name to `hosts` under [panel] in table.toml",
        code=Code.NOT_YOUR_ROLE,
    )


def _other_origin() -> Refusal:
    return refuse(
        "this request does not come from a page of this table",
        "open the table's own page",
        code=Code.NOT_YOUR_ROLE,
    )


async def refuse_request(scope: Scope, receive: Receive, send: Send, *, status: int, refusal: Refusal) -> None:
    """Answer a request, or a socket before it is accepted, with a refusal."""
    body = msgspec.json.encode(refusal)
    prefix = "http.response"
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if scope["type"] == "websocket":
        await receive()
        prefix = "websocket.http.response"
        # The server adds its own headers only to an accepted socket and to HTTP.
        headers += [(name.encode(), value.encode()) for name, value in HEADERS]
    await send({"type": f"{prefix}.start", "status": status, "headers": headers})
    await send({"type": f"{prefix}.body", "body": body, "more_body": False})
