"""The dealer's screen of the real controller: beside keys and devices, and through a power cut of the controller."""

import asyncio
import json
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from firmware_host.panel import screen_socket
from firmware_host.rules.decision import Key
from hil.broker import free_port
from tests.support.brokers import any_broker
from tests.worlds.panel_table import OpenPage, parsed
from tests.worlds.played_table import PlayedTable, played_table

LONG_S = 40.0


async def cookie_of(table: PlayedTable, port: int) -> str:
    """Do what a kiosk does at its start."""
    path = table.world.data / "screen.socket"
    code = await asyncio.to_thread(screen_socket.ask, path, for_s=60, wait_s=LONG_S)
    assert code.address == f"http://127.0.0.1:{port}/"
    body = json.dumps({"code": code.code}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = (
        f"POST /screen HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    response = parsed(await reader.read())
    writer.close()
    assert response.status == 204
    return response.cookie


async def opened(port: int, cookie: str) -> ClientConnection:
    """Connect as a page does: again and again until the controller is there."""
    async with asyncio.timeout(LONG_S):
        while True:
            try:
                return await connect(
                    f"ws://127.0.0.1:{port}/socket",
                    origin=Origin(f"http://127.0.0.1:{port}"),
                    additional_headers={"cookie": cookie},
                    proxy=None,
                )
            except (OSError, WebSocketException):
                await asyncio.sleep(0.05)


async def test_a_key_shows_on_the_screen_and_the_screen_stays_the_screen_through_a_power_cut(tmp_path: Path) -> None:
    port = free_port()
    async with any_broker(tmp_path) as url, played_table(tmp_path, broker=url, stop_after=1) as table:
        with (tmp_path / "table.toml").open("a") as config:
            config.write(f"\n[web]\nport = {port}\n\n[panel]\n")
        controller = table.world.controller
        await controller.start()
        cookie = await cookie_of(table, port)
        page = OpenPage(socket=await opened(port, cookie))
        assert (await page.gets("hello"))["standing"] == "controls"
        await table.rounds(1, within_s=LONG_S)
        view = (await page.gets("view"))["view"]
        while not view["table"]["rounds"] or not any(each["done"] for each in view["devices"]):
            view = (await page.gets("view"))["view"]
        devices = {each["device"] for each in view["devices"]}
        assert "shuffler" in devices, "its progress is shown"
        await table.world.keys.press(Key.CALL_FLOOR)
        while not view["table"]["floor_called"]:
            view = (await page.gets("view"))["view"]

        controller.kill()
        await controller.ended()
        await page.socket.wait_closed()
        await controller.start()
        page = OpenPage(socket=await opened(port, cookie))
        assert (await page.gets("hello"))["standing"] == "controls", "without a new code"
        assert (await page.gets("view"))["view"]["table"]["floor_called"]
        await page.socket.close()

        again = OpenPage(socket=await opened(port, await cookie_of(table, port)))
        assert (await again.gets("hello"))["standing"] == "controls", "the browser was started again"
        await again.socket.close()
