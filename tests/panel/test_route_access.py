"""
The table of who may, walked: every route and every message as nobody and as each role.

What is not allowed is refused with a reason and counted, and changes nothing in the record.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from firmware_host.panel.broadcast import MOST_PAGES
from firmware_host.panel.messages import Alive, Ask, Explain, Standing
from firmware_host.panel.route_access import ACTS, MESSAGES, ROUTES, Access
from firmware_host.rules.decision import Role
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.floor import CallFloor, EnrolPerson, RelieveDealer, ResetPin
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.system import PassDeadline, SenseDevice
from firmware_host.table.identities import STAFF
from tests.worlds.panel_table import DEALER, FLOOR, PIN, WRONG, PanelTable, panel_table

NOBODY, STRANGER = "nobody", "a stranger's cookie"

BODIES: Mapping[str, Any] = {
    "/sign-in": {"name": FLOOR, "pin": WRONG},
    "/screen": {"code": "x" * 32},
    "/sign-out": None,
}


@asynccontextmanager
async def unchanged(table: PanelTable, *, facts: int = 0) -> AsyncIterator[None]:
    """Expect nothing in the record but so many facts about PINs."""
    before = table.table.state.last
    yield
    new = table.table.recorded()[before:]
    assert len(new) == facts, new
    assert all("pin" in type(fact.body).__name__.lower() for fact in new)


def paths() -> list[tuple[str, str]]:
    return [(method, path.replace("{asset:path}", "app.js")) for method, path in ROUTES if method != "SOCKET"]


def test_every_route_of_the_application_is_in_the_table(tmp_path: Path) -> None:
    async def found() -> set[tuple[str, str]]:
        async with panel_table(tmp_path) as table:
            routes = table.panel.pages().routes
            return {
                (next(iter(getattr(route, "methods", None) or {"SOCKET"} - {"HEAD"})), getattr(route, "path", ""))
                for route in routes
            }

    names = {(method if method != "HEAD" else "GET", path) for method, path in asyncio.run(found())}
    of_web = {("GET", "/healthz"), ("GET", "/readyz"), ("GET", "/metrics")}
    assert names | of_web == set(ROUTES)


def test_every_message_is_in_the_table_and_surveillance_only_looks() -> None:
    assert set(MESSAGES) == {Ask, Explain, Alive}
    assert Standing.LOOKS_ON not in MESSAGES[Ask]
    assert set(STAFF) - {Role.SURVEILLANCE} == ACTS


@pytest.mark.parametrize("cookie", ["", "fh-1=forged"])
async def test_nobody_gets_nothing_but_what_is_open(tmp_path: Path, cookie: str) -> None:
    async with panel_table(tmp_path) as table, unchanged(table, facts=1):
        for method, path in paths():
            response = await table.request(method, path, BODIES.get(path), cookie=cookie or None)
            if ROUTES.get((method, path), Access.OPEN) is Access.OPEN:
                assert response.status in (200, 404, 503), path
            else:
                assert response.status == 403, path
                assert json.loads(response.body)["reason"]
        async with table.socket(cookie) as socket:
            goodbye = json.loads(await socket.recv())
            assert (goodbye["kind"], goodbye["sign_in"]) == ("goodbye", True)
            with pytest.raises(ConnectionClosed):
                await socket.recv()
        assert table.refusals == {"pin": 1, "code": 1, "no-session": 2}


@pytest.mark.parametrize("role", STAFF)
async def test_each_role_may_do_what_the_table_says(tmp_path: Path, role: Role) -> None:
    async with panel_table(tmp_path) as table:
        if role is not Role.DEALER:
            await table.table.by_supervisors(EnrolPerson(person=DEALER, roles=(role,)))
        async with table.page(await table.signed_in(DEALER)) as page:
            hello = await page.gets("hello")
            acts = role in ACTS
            assert hello["standing"] == ("signed-in" if acts else "looks-on")
            assert hello["roles"] == [role]
            may = role in CallFloor.may_ask
            await page.explains(CallFloor())
            await page.sends({"kind": "alive", "painted": 1, "heap_bytes": 5})
            answer = await page.asks(CallFloor())
            assert (answer["kind"] == "accepted") is may
            assert table.table.state.floor_called is may
            for other in STAFF:
                if other is not role and other in ACTS:
                    # The person does not have that role, whatever the page says.
                    assert await page.refused(CallFloor(), role=other) in ("not-enrolled", "not-your-role")
            assert table.panel.figures()["page_heap_bytes"] == 5


BY_PROGRAMS: list[Act] = [PassDeadline(name="relief"), SenseDevice(device="shuffler", up=False, detail="x")]


@pytest.mark.parametrize("role", ["host", "device"])
async def test_no_page_is_the_controller_or_a_device(tmp_path: Path, role: str) -> None:
    async with panel_table(tmp_path) as table, unchanged(table):
        for cookie in (await table.at_the_screen(), await table.signed_in(FLOOR)):
            async with table.page(cookie) as page:
                for act in BY_PROGRAMS:
                    assert await page.refused(act, role=role) == "not-your-role"
                    assert await page.refused(act) == "not-your-role"
                    assert await page.refused(act, role=role, actor=FLOOR, pin=PIN) == "not-your-role"
                    refusal = await page.explains(act, role=role)
                    assert refusal is not None
                    assert refusal["code"] == "not-your-role"


async def test_another_person_acts_once_with_the_own_pin(tmp_path: Path) -> None:
    ask = RequestApproval(act=ResetPin(person=FLOOR), why="forgotten")
    async with panel_table(tmp_path) as table, table.page(await table.at_the_screen()) as page:
        async with unchanged(table, facts=1):
            assert await page.refused(ask, actor="pit-9", role="casino-supervisor") == "wrong-pin"
            assert await page.refused(ask, actor="pit-9", role="casino-supervisor", pin=WRONG) == "wrong-pin"
            assert await page.refused(ask, actor="nobody", role="casino-supervisor", pin=PIN) == "not-enrolled"
            assert await page.refused(ask, role="casino-supervisor") == "not-your-role"
        answer = await page.asks(ask, actor="pit-9", role="casino-supervisor", pin=PIN)
        assert answer["kind"] == "accepted", answer
        assert await page.refused(ask, role="casino-supervisor") == "not-your-role", "once, and not longer"


async def test_the_screen_alone_is_not_one_of_two_people(tmp_path: Path) -> None:
    ask = RequestApproval(act=ResetPin(person=FLOOR), why="forgotten")
    async with panel_table(tmp_path) as table, unchanged(table), table.page(await table.at_the_screen()) as page:
        assert await page.refused(ask) == "wrong-pin"


async def test_a_dealer_who_takes_over_types_the_own_pin(tmp_path: Path) -> None:
    takes_over = RelieveDealer(dealer=DEALER)
    async with panel_table(tmp_path) as table, table.page(await table.at_the_screen()) as page:
        await table.open()
        async with unchanged(table):
            assert await page.refused(takes_over) == "wrong-pin"
            assert await page.refused(takes_over, actor=FLOOR, role="floorperson", pin=PIN) == "wrong-pin"
            assert await page.refused(RelieveDealer(dealer="dealer-7")) == "wrong-pin"
        page.seen = table.table.state.last
        answer = await page.asks(takes_over, actor=DEALER, role="dealer", pin=PIN)
        assert answer["kind"] == "accepted", answer
        assert table.table.state.dealer == DEALER
        without = RelieveDealer(dealer="dealer-7")
        page.seen = table.table.state.last
        assert (await page.asks(without, actor=FLOOR, role="floorperson", pin=PIN))["kind"] == "accepted"
        assert table.table.state.dealer == "dealer-7", "the floor vouches for a dealer who has no PIN here"


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("", "unreadable"),
        ("null", "unreadable"),
        ("{", "unreadable"),
        ('{"kind": "ask"}', "unreadable"),
        ('{"kind": "hello"}', "unreadable"),
        ("[" * 4000, "unreadable"),
        ('{"kind":"ask","id":"a b","seen":1,"act":{"kind":"call-floor"}}', "unreadable"),
        ('{"kind":"ask","id":"a","seen":1,"act":{"kind":"call-floor"},"via":"keys"}', "unreadable"),
        ('{"kind":"alive","painted":"many"}', "unreadable"),
        (b'{"kind":"alive","painted":1}', "binary"),
        (b"\x00" * 100, "binary"),
    ],
)
async def test_a_malformed_message_closes_the_page_with_a_reason(
    tmp_path: Path, message: str | bytes, reason: str
) -> None:
    async with panel_table(tmp_path) as table, unchanged(table), table.page(await table.at_the_screen()) as page:
        await page.sends(message)
        assert (await page.gets("goodbye"))["reason"]
        assert table.refusals == {reason: 1}


async def test_an_oversized_message_closes_the_connection(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, unchanged(table), table.page(await table.at_the_screen()) as page:
        await page.sends("x" * 9000)
        with pytest.raises(ConnectionClosed) as closed:
            await page.gets("goodbye")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_a_flood_of_messages_closes_the_page(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, unchanged(table), table.page(await table.at_the_screen()) as page:
        alive = json.dumps({"kind": "alive", "painted": 1})
        with suppress(ConnectionClosed):
            for _ in range(3000):
                await page.sends(alive)
        with pytest.raises(ConnectionClosed):
            await page.gets("never")
        assert table.refusals == {"too-fast": 1}


async def test_an_act_on_what_was_seen_long_ago_or_never_is_refused(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, table.page(await table.at_the_screen()) as page:
        await table.open()
        async with unchanged(table):
            last = table.table.state.last
            for seen in (0, 1, -1, last + 1, last + 10**9):
                page.seen = seen
                assert await page.refused(CallFloor(), id_=f"s{seen}".replace("-", "m")) == "out-of-date"


async def test_a_repeated_id_gets_its_first_answer_and_a_forged_one_is_of_the_forger_only(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        cookie = await table.at_the_screen()
        async with table.page(cookie) as page:
            first = await page.asks(CallFloor(), id_="one")
        async with unchanged(table):
            async with table.page(cookie) as page:
                assert await page.asks(CallFloor(), id_="one") == first, "the page reconnected and asked again"
            async with table.page(await table.signed_in(FLOOR)) as other:
                again = await other.asks(CallFloor(), id_="one")
                assert again["id"] != first["id"]


async def test_a_wrong_pin_that_a_page_sends_again_counts_once(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        cookie = await table.at_the_screen()
        for _ in range(5):
            async with table.page(cookie) as page:
                assert await page.refused(CallFloor(), id_="one", actor=FLOOR, pin=WRONG) == "wrong-pin"
        assert table.table.state.people[FLOOR].wrong_pins == 1
        async with table.page(cookie) as page:
            assert await page.refused(CallFloor(), id_="two", actor=FLOOR, pin=WRONG) == "wrong-pin"
        assert table.table.state.people[FLOOR].wrong_pins == 2


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "evil.example:{port}", "", "127.0.0.2", "[::1]", "0.0.0.1"]
)
async def test_another_host_name_is_refused_everywhere(tmp_path: Path, host: str) -> None:
    async with panel_table(tmp_path) as table, unchanged(table):
        host = host.format(port=table.port)
        for method, path in paths():
            response = await table.request(method, path, BODIES.get(path), host=host, origin=f"http://{host}")
            assert response.status == 421, path
            assert response.headers["content-security-policy"].startswith("default-src 'none'")
        raw = f"GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{UPGRADE}\r\n"
        assert (await said(table, raw)).startswith(b"HTTP/1.1 421")
        assert table.refusals == {"host": len(paths()) + 1}


UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


async def said(table: PanelTable, raw: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
    writer.write(raw.encode())
    async with asyncio.timeout(20):
        answer = await reader.read(4096)
    writer.close()
    return answer


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://localhost:{port}"]
)
async def test_another_origin_is_refused(tmp_path: Path, origin: str) -> None:
    async with panel_table(tmp_path) as table:
        cookie, code = await table.at_the_screen(), await table.code()
        origin = origin.format(port=table.port)
        async with unchanged(table):
            for path, body in (
                ("/sign-in", {"name": FLOOR, "pin": PIN}),
                ("/screen", {"code": code}),
                ("/sign-out", 1),
            ):
                response = await table.request("POST", path, body, origin=origin, cookie=cookie)
                assert response.status == 403, path
                assert "set-cookie" not in response.headers
            with pytest.raises(InvalidStatus) as refused:
                async with table.socket(cookie, origin=origin):
                    pass
            assert refused.value.response.status_code == 403
            assert (await table.request("GET", "/", origin=origin)).status == 403
        assert table.refusals == {"origin": 5}
        assert (await table.request("POST", "/screen", {"code": code})).status == 204, "the code was not used up"


async def test_a_request_without_an_origin_changes_nothing(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, unchanged(table):
        response = await table.request("POST", "/sign-in", {"name": FLOOR, "pin": PIN}, origin=None)
        assert response.status == 403
        raw = f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n{UPGRADE}\r\n"
        assert (await said(table, raw)).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    ("data", "headers", "status"),
    [
        (b"name=floor-1", {"content_type": "application/x-www-form-urlencoded"}, 415),
        (b'{"name":"floor-1","pin":"274968"}', {"content_type": "text/plain"}, 415),
        (b"{", {}, 400),
        (b"null", {}, 400),
        (b"[" * 4000, {}, 400),
        (b'{"name":"Floor-1","pin":"274968"}', {}, 400),
        (b'{"name":"floor-1","pin":"' + b"1" * 65 + b'"}', {}, 400),
        (b'{"name":"floor-1","pin":"' + b"1" * 5000 + b'"}', {}, 413),
    ],
)
async def test_a_request_that_is_no_sign_in_is_refused(
    tmp_path: Path, data: bytes, headers: dict[str, str], status: int
) -> None:
    async with panel_table(tmp_path) as table, unchanged(table):
        response = await table.request("POST", "/sign-in", data=data, **headers)
        assert response.status == status
        assert b"274968" not in response.body
        assert json.loads(response.body)["reason"]


async def test_two_hundred_connections_and_the_dealer_still_acts(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, AsyncExitStack() as stack:
        cookies = [await table.at_the_screen() for _ in range(2)]
        people = [await table.signed_in(name) for name in (FLOOR, DEALER, "pit-9") for _ in range(4)]
        dealer = await stack.enter_async_context(table.page(cookies[-1]))
        turned_away = 0
        for number in range(200):
            cookie = (*people, "")[number % (len(people) + 1)]
            socket = await stack.enter_async_context(table.socket(cookie))
            first = json.loads(await socket.recv())
            turned_away += first["kind"] == "goodbye"
        assert turned_away >= 200 - MOST_PAGES
        assert table.panel.figures()["pages"] <= MOST_PAGES
        assert table.refusals["pages"] > 0
        assert table.refusals["no-session"] > 0
        assert (await dealer.asks(CallFloor()))["kind"] == "accepted"
        assert (await table.request("GET", "/healthz")).status == 200
        metrics = (await table.request("GET", "/metrics")).body.decode()
        assert 'fh_panel_refused_total{reason="pages"}' in metrics
        assert "fh_panel_pages " in metrics
