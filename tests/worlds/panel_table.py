"""
PanelTable: a hosted table with the panel on a real port, and small clients of it.

    async with panel_table(folder) as table:
        cookie = await table.at_the_screen()
        async with table.page(cookie) as page:
            answer = await page.asks(CallFloor())
"""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from firmware_host.access.pin_check import PinCheck, pin_of
from firmware_host.access.pins import Pins
from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.panel import screen_socket
from firmware_host.panel.panel import Panel
from firmware_host.panel.panel_config import PanelConfig
from firmware_host.rules.decision import Role
from firmware_host.table.acts.floor import EnrolPerson
from firmware_host.table.acts.intent import Act
from firmware_host.table.config import TableConfig
from firmware_host.web.application import application
from firmware_host.web.parts import Sources
from firmware_host.web.server import serve
from firmware_host.web.web_config import WebConfig
from tests.worlds.hosted_table import PROCEDURE, HostedTable, hosted_table
from tests.worlds.opening import SECOND_SUPERVISOR, opening, trusted, trusted_too

PIN, WRONG = "274968", "274969"

FLOOR, DEALER, SECOND = "floor-1", "dealer-2", SECOND_SUPERVISOR
"""A floorperson who is also casino supervisor, a dealer, and a second supervisor; all with the same PIN."""

LONG_S = 20.0


@dataclass(frozen=True, kw_only=True)
class Response:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """Return the code of the refusal in the body."""
        return str(json.loads(self.body)["code"])

    @property
    def cookie(self) -> str:
        return self.headers.get("set-cookie", "").partition(";")[0]


@dataclass(kw_only=True)
class OpenPage:
    """One page; messages of other kinds are put aside until somebody asks for them."""

    socket: ClientConnection
    seen: int = 0
    ids: Any = field(default_factory=lambda: count(1))
    aside: list[dict[str, Any]] = field(default_factory=list)

    async def gets(self, kind: str) -> dict[str, Any]:
        """Return the next message of this kind."""
        for message in self.aside:
            if message["kind"] == kind:
                self.aside.remove(message)
                return message
        async with asyncio.timeout(LONG_S):
            while True:
                message = json.loads(await self.socket.recv())
                if message["kind"] == "view":
                    self.seen = max(self.seen, message["view"]["table"]["seen"])
                if message["kind"] == kind:
                    return dict(message)
                if message["kind"] != "beat":
                    self.aside.append(message)

    async def sends(self, message: Mapping[str, Any] | str | bytes) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def asks(self, act: Act, *, id_: str = "", **more: Any) -> dict[str, Any]:
        """Ask for an act; return the table's answer."""
        id_ = id_ or f"a{next(self.ids)}"
        message = {"kind": "ask", "id": id_, "seen": self.seen, "act": msgspec.to_builtins(act), **more}
        await self.sends(message)
        answered = await self.gets("answer")
        assert answered["id"] == id_
        return dict(answered["answer"])

    async def refused(self, act: Act, **more: Any) -> str:
        """Ask for what must be refused; return the code."""
        answer = await self.asks(act, **more)
        assert answer["kind"] == "refused", answer
        return str(answer["refusal"]["code"])

    async def explains(self, act: Act, role: str = "dealer") -> dict[str, Any] | None:
        await self.sends({"kind": "explain", "id": "e1", "act": msgspec.to_builtins(act), "role": role})
        refusal = (await self.gets("explained"))["refusal"]
        return None if refusal is None else dict(refusal)


@dataclass(frozen=True, kw_only=True)
class PanelTable:
    table: HostedTable
    panel: Panel
    port: int
    folder: Path
    tls: ssl.SSLContext | None = None

    @property
    def origin(self) -> str:
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    @property
    def refusals(self) -> Mapping[str, int]:
        return self.panel.refused()

    async def request(
        self, method: str, path: str, body: Any = None, *, data: bytes | None = None, **headers: str | None
    ) -> Response:
        """Send one request as a page of the table would; a header of None is left out."""
        if data is None:
            data = b"" if body is None else json.dumps(body).encode()
        usual: dict[str, str | None] = {"host": f"127.0.0.1:{self.port}", "connection": "close"}
        if method == "POST":
            usual |= {"content-type": "application/json", "origin": self.origin, "content-length": str(len(data))}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{name}: {value}" for name, value in (usual | named).items() if value is not None]
        head = "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=self.tls)
        writer.write(head + data)
        async with asyncio.timeout(LONG_S):
            raw = await reader.read()
        writer.close()
        return parsed(raw)

    async def open(self) -> None:
        """Do everything of 14.4, up to two washed decks."""
        config = self.table.state.config
        assert config is not None
        await self.table.does(*opening(config))

    async def until(self, becomes: Callable[[], bool]) -> None:
        await until(becomes)

    async def code(self) -> str:
        path = self.folder / "screen.socket"
        return (await asyncio.to_thread(screen_socket.ask, path, for_s=60)).code

    async def at_the_screen(self) -> str:
        """Return the cookie of a new session of the box's own screen."""
        response = await self.request("POST", "/screen", {"code": await self.code()})
        assert response.status == 204, response
        return response.cookie

    async def signed_in(self, name: str, pin: str = PIN) -> str:
        """Return the cookie of a person who signed in."""
        response = await self.request("POST", "/sign-in", {"name": name, "pin": pin})
        assert response.status == 204, response
        return response.cookie

    @asynccontextmanager
    async def socket(self, cookie: str, **headers: str) -> AsyncIterator[ClientConnection]:
        """Connect without reading anything."""
        url = f"{'wss' if self.tls else 'ws'}://127.0.0.1:{self.port}/socket"
        more = {"origin": self.origin, "cookie": cookie, **headers}
        origin = Origin(more.pop("origin"))
        async with connect(
            url, origin=origin, additional_headers=more, ssl=self.tls, proxy=None, compression=None, close_timeout=1
        ) as socket:
            yield socket

    @asynccontextmanager
    async def page(self, cookie: str) -> AsyncIterator[OpenPage]:
        """Open a page, with its greeting and its first view read."""
        async with self.socket(cookie) as socket:
            page = OpenPage(socket=socket)
            hello, view = await page.gets("hello"), await page.gets("view")
            page.aside[:0] = [hello, view]
            yield page


async def until(becomes: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if becomes():
            return
        await asyncio.sleep(0.001)
    raise TimeoutError


def parsed(raw: bytes) -> Response:
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    named = [line.partition(": ") for line in lines]
    return Response(status=int(first.split()[1]), headers={name.lower(): value for name, _, value in named}, body=body)


@asynccontextmanager
async def panel_table(
    folder: Path,
    *,
    config: PanelConfig | None = None,
    posted: TableConfig = PROCEDURE,
    bundle: Path | None = None,
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[PanelTable]:
    """Start a table with people who have PINs, and serve its pages."""
    data = folder / "data"
    async with hosted_table(data, posted) as table:
        await enrolled(table)
        with Pins(data, data / "pepper.key") as pins:
            for person in (FLOOR, DEALER, SECOND):
                await pins.give(person, PIN, of=pin_of(table.state, person))
            web = WebConfig(port=0)
            panel = Panel(
                config=config or PanelConfig(),
                web=web,
                folder=data,
                table=table.host,
                journal=table.journal,
                clock=table.clock,
                checking=PinCheck(table=table.host, pins=pins, clock=table.clock),
                software="firmware-host 0",
                bundle=bundle or data / "no-bundle",
            )
            async with served(table, panel, web) as port:
                yield PanelTable(table=table, panel=panel, port=port, folder=data, tls=tls)


async def enrolled(table: HostedTable) -> None:
    """Enrol the people, unless an earlier run did."""
    if FLOOR in table.state.people:
        return
    await table.does(trusted(), trusted_too())
    await table.by_supervisors(EnrolPerson(person=FLOOR, roles=(Role.FLOORPERSON, Role.CASINO_SUPERVISOR)))
    await table.by_supervisors(EnrolPerson(person=DEALER, roles=(Role.DEALER,)))


@asynccontextmanager
async def served(table: HostedTable, panel: Panel, web: WebConfig) -> AsyncIterator[int]:
    pages = panel.pages()
    app = pages.gate(application(sources(table, panel), pages.routes))
    async with panel.opened():
        tasks = [asyncio.create_task(serve(app, web, pages.serving)), asyncio.create_task(panel.run())]
        try:
            await until(lambda: bool(panel.address) or tasks[0].done())
            assert panel.address, tasks[0].exception()
            yield int(panel.address.rstrip("/").rpartition(":")[2])
            for task in tasks:
                assert not task.done(), task.exception()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def sources(table: HostedTable, panel: Panel) -> Sources:
    return Sources(
        state=lambda: table.state,
        journal=table.journal,
        outbox="mqtt",
        parts=tuple,
        late=tuple,
        refusals=dict,
        alerts=tuple,
        clocks=dict,
        links=dict,
        broker=dict,
        broker_refusals=dict,
        reasons=tuple,
        lag=LatencyHistogram(),
        panel=panel.figures,
        panel_counts=panel.counted,
        panel_refusals=panel.refused,
    )
