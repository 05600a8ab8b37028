"""One page's socket: greeting, views, beats, answers, explanations; and pages that are slow or leave."""

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import msgspec
import pytest

from firmware_host.panel import socket as page_socket
from firmware_host.panel.messages import Hello, Standing
from firmware_host.panel.page import Page
from firmware_host.panel.sessions import Session
from firmware_host.table.acts.decks import InspectDecks
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.round import Deal
from firmware_host.table.view import DeviceReport
from tests.worlds.panel_table import DEALER, FLOOR, OpenPage, PanelTable, panel_table


async def test_a_page_is_greeted_and_sees_each_commit(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        cookie = await table.at_the_screen()
        async with table.socket(cookie) as socket:
            kinds = [json.loads(await socket.recv())["kind"] for _ in range(2)]
            assert kinds == ["hello", "view"]
            page = OpenPage(socket=socket)
            page.seen = table.table.state.last
            await table.table.does(InspectDecks())
            view = (await page.gets("view"))["view"]
            assert view["table"]["seen"] == table.table.state.last
            assert view["events"][0]["number"] == table.table.state.last
            assert view["events"][0]["say"]
            beat = await page.gets("beat")
            assert (beat["seen"], beat["wall_ms"]) == (table.table.state.last, table.table.clock.wall_ms)


async def test_an_answer_is_durable_before_it_is_sent_and_comes_before_its_view(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, table.page(await table.at_the_screen()) as page:
        await page.gets("view")
        await page.sends({"kind": "ask", "id": "a", "seen": page.seen, "act": {"kind": "call-floor"}})
        kinds = []
        while "view" not in kinds:
            message = json.loads(await page.socket.recv())
            if message["kind"] == "answer":
                number = message["answer"]["numbers"][0]
                assert table.table.recorded()[-1].number >= number
            kinds.append(message["kind"])
        assert [kind for kind in kinds if kind != "beat"] == ["answer", "view"]


async def test_what_is_not_legal_is_explained_and_what_is_says_nothing(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, table.page(await table.at_the_screen()) as page:
        before = table.table.state.last
        refusal = await page.explains(Deal())
        assert refusal is not None
        assert refusal["reason"]
        assert refusal["allowed_by"]
        assert await page.explains(CallFloor()) is None
        wrong_role = await page.explains(InspectDecks(), role="technician")
        assert wrong_role is not None
        assert wrong_role["code"] == "not-your-role"
        assert await page.explains(EndFloorCall(), role="floorperson") == await page.explains(EndFloorCall())
        assert table.table.state.last == before


async def test_ten_pages_cost_one_view_a_commit_and_none_costs_none(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, AsyncExitStack() as stack:
        await table.open()
        assert table.panel.counts.views == 0
        cookies = [await table.signed_in(name) for name in (FLOOR, DEALER, "pit-9") for _ in range(4)]
        pages = [await stack.enter_async_context(table.page(cookie)) for cookie in cookies[:10]]
        for page in pages:
            await page.gets("view")
        views = table.panel.counts.views
        await table.table.does(CallFloor())
        for page in pages:
            assert (await page.gets("view"))["view"]["table"]["floor_called"]
        assert table.panel.counts.views == views + 1


async def test_progress_of_a_device_reaches_the_page(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, table.page(await table.at_the_screen()) as page:
        await page.gets("view")
        table.panel.report(DeviceReport(device="shuffler", up=True, detail="shuffling", done=20, of=52))
        (device,) = (await page.gets("view"))["view"]["devices"]
        assert (device["done"], device["of"]) == (20, 52)


def page() -> Page:
    return Page(Session(id="s", number=1), number=1, now_s=0.0)


def test_a_slow_page_gets_the_newest_view_only() -> None:
    slow = page()
    for number in range(1000):
        slow.show(f"view {number}")
        slow.beat(f"beat {number}")
    assert [slow.next(), slow.next(), slow.next()] == ["view 999", "beat 999", None]


async def test_a_page_that_does_not_read_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_socket, "SLOW_S", 0.2)
    async with panel_table(tmp_path) as table:
        cookie = await table.at_the_screen()
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port, limit=1024)
        writer.write(upgrade(table, cookie))
        await reader.readuntil(b"\r\n\r\n")
        writer.transport.pause_reading()  # type: ignore[attr-defined] # a TCP transport has it
        await table.open()
        for number in range(20_000):
            table.panel.report(DeviceReport(device=f"shuffler-{number % 50}", up=True, detail="x" * 2000, done=number))
            await asyncio.sleep(0.001)
            if table.refusals.get("too-slow"):
                break
        assert table.refusals["too-slow"] == 1
        await table.until(lambda: not table.panel.figures()["pages"])
        writer.close()


def upgrade(table: PanelTable, cookie: str) -> bytes:
    lines = (
        "GET /socket HTTP/1.1",
        f"Host: 127.0.0.1:{table.port}",
        f"Origin: {table.origin}",
        f"Cookie: {cookie}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "\r\n",
    )
    return "\r\n".join(lines).encode()


@pytest.mark.parametrize(
    "raw",
    [
        b"\x81",  # half a header
        b"\x81\x05hello",  # a frame without a mask
        b"\xf1\x80\x00\x00\x00\x00",  # reserved bits
        b"\x83\x80\x00\x00\x00\x00",  # an unknown opcode
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # no UTF-8
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # a length of 2^63
        b"\x89\xfe\x01\x00\x00\x00\x00\x00",  # a ping that is too long
        b"\x88\x81\x00\x00\x00\x00\x01",  # a close with half a code
        b"\x00\x80\x00\x00\x00\x00" * 3,  # continuations of nothing
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
async def test_bytes_that_are_no_message_end_their_connection_only(tmp_path: Path, raw: bytes) -> None:
    async with panel_table(tmp_path) as table:
        cookie = await table.signed_in(FLOOR)
        async with table.page(await table.at_the_screen()) as other:
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
            writer.write(upgrade(table, cookie))
            await reader.readuntil(b"\r\n\r\n")
            writer.write(raw)
            writer.write_eof()
            async with asyncio.timeout(20):
                await reader.read()
            writer.close()
            assert (await other.asks(CallFloor()))["kind"] == "accepted"
            await table.until(lambda: table.panel.figures()["pages"] == 1)


MUCH = 64 * 2**20


async def test_pings_without_end_pile_up_nothing(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        cookie = await table.signed_in(FLOOR)
        async with table.page(await table.at_the_screen()) as other:
            _, writer = await asyncio.open_connection("127.0.0.1", table.port, limit=1024)
            writer.write(upgrade(table, cookie))
            ping = b"\x89\xfd\x00\x00\x00\x00" + b"x" * 125
            sent = 0
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    while sent < MUCH:
                        writer.write(ping * 100)
                        sent += len(ping) * 100
                        await writer.drain()
            assert sent < MUCH, "the box stopped reading"
            assert (await other.asks(CallFloor()))["kind"] == "accepted"
            writer.transport.abort()


async def test_a_page_is_one_of_few_of_its_session(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, AsyncExitStack() as stack:
        cookie = await table.signed_in(FLOOR)
        pages = [await stack.enter_async_context(table.page(cookie)) for _ in range(5)]
        assert "too many times" in (await pages[0].gets("goodbye"))["reason"]
        assert (await pages[4].asks(CallFloor()))["kind"] == "accepted"


def test_a_page_that_is_greeted_again_hears_only_what_changed() -> None:
    one = page()
    hello = Hello(standing=Standing.CONTROLS, actor=None, roles=(), software="s", bundle="b")
    for _ in range(3):
        one.greet(hello)
    assert one.next() == msgspec.json.encode(hello).decode()
    assert one.next() is None
    one.greet(msgspec.structs.replace(hello, standing=Standing.LOOKS_ON))
    assert one.next() is not None


async def test_sockets_that_hang_on_are_bounded_and_the_dealer_still_acts(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, table.page(await table.at_the_screen()) as dealer:
        writers = []
        answers = set()
        for _ in range(200):
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
            writer.write(upgrade(table, "nobody=1"))
            answers.add((await reader.readline()).split()[1])
            writers.append(writer)
        assert answers == {b"101", b"503"}, "none of them closes on its own, and those too many are refused"
        assert (await dealer.asks(CallFloor()))["kind"] == "accepted"
        for writer in writers:
            writer.close()
