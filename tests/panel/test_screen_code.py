"""The code of the box's own screen: who gets one, and how a kiosk's browser gets it."""

import asyncio
import grp
import os
import stat
from pathlib import Path

import msgspec
import pytest

from firmware_host.cli import main
from firmware_host.errors import UserError
from firmware_host.line_socket import Caller, LineSocket
from firmware_host.panel import screen_socket
from firmware_host.panel.screen_messages import CodeReply, NoCode, OneTimeCode
from firmware_host.panel.screen_socket import ScreenSocket
from firmware_host.panel.sessions import Codes
from tests.worlds.panel_table import panel_table

REPLIES: msgspec.json.Decoder[CodeReply] = msgspec.json.Decoder(CodeReply)


async def ran(*arguments: str) -> int:
    return await asyncio.to_thread(main, ["screen-code", *arguments])


async def test_the_address_opens_the_screen_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with panel_table(tmp_path) as table:
        assert await ran("--url", "--data", str(table.folder)) == 0
        address, _, code = capsys.readouterr().out.strip().partition("#code=")
        assert address == f"http://127.0.0.1:{table.port}/"
        assert (await table.request("POST", "/screen", {"code": code})).status == 204
        assert (await table.request("POST", "/screen", {"code": code})).status == 403


async def test_the_start_page_is_for_the_browsers_account_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "start.html"
    page.write_text("an old one that everybody could read")
    page.chmod(0o644)
    async with panel_table(tmp_path) as table:
        assert await ran("--page", str(page), "--data", str(table.folder)) == 0
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
        text = page.read_text()
        code = text.partition("#code=")[2].partition('"')[0]
        assert f'location.replace("http://127.0.0.1:{table.port}/#code={code}")' in text
        assert code not in capsys.readouterr().out
        assert (await table.request("POST", "/screen", {"code": code})).status == 204


async def test_without_a_controller_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await ran("--url", "--data", str(tmp_path), "--wait", "0") == 2
    assert "check that it runs with a section [panel]" in capsys.readouterr().err


async def test_it_waits_for_a_controller_that_is_starting(tmp_path: Path) -> None:
    address = ""
    codes = Codes(now_s=lambda: 0.0)
    path = tmp_path / "screen.socket"
    asking = asyncio.create_task(asyncio.to_thread(screen_socket.ask, path, for_s=60, wait_s=20))
    async with ScreenSocket(path=path, group="", codes=codes, address=lambda: address).opened():
        with pytest.raises(UserError, match="not served yet"):
            await asyncio.to_thread(screen_socket.ask, path, for_s=60)
        address = "http://127.0.0.1:8420/"
        assert codes.use((await asking).code)


async def test_the_file_keeps_other_accounts_out_and_a_group_in(tmp_path: Path) -> None:
    codes = Codes(now_s=lambda: 0.0)
    path = tmp_path / "screen.socket"
    async with ScreenSocket(path=path, group="", codes=codes, address=lambda: "").opened():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    group = grp.getgrgid(os.getegid()).gr_name
    async with ScreenSocket(path=path, group=group, codes=codes, address=lambda: "").opened():
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
    with pytest.raises(UserError, match="fix `screen_group` under"):
        async with ScreenSocket(path=path, group="nobody-has-this", codes=codes, address=lambda: "").opened():
            pass


async def test_another_account_gets_no_code_even_if_it_reaches_the_file(tmp_path: Path) -> None:
    served = ScreenSocket(
        path=tmp_path / "s", group="", codes=Codes(now_s=lambda: 0.0), address=lambda: "http://x/", root_uid=-1
    )
    other = Caller(pid=1, uid=os.geteuid() + 1, gid=os.getegid())
    assert isinstance(REPLIES.decode(await served.answer(b"{}", other)), NoCode)
    own = Caller(pid=1, uid=os.geteuid(), gid=os.getegid())
    assert isinstance(REPLIES.decode(await served.answer(b"{}", own)), OneTimeCode)
    assert isinstance(REPLIES.decode(await served.answer(b'{"for_s": 86400}', own)), NoCode)


async def test_another_socket_is_named_as_such(tmp_path: Path) -> None:
    async def answers(_line: bytes, _caller: Caller) -> bytes:
        return b'{"kind":"accepted","id":"x","numbers":[]}'

    async with LineSocket(tmp_path / "door.socket", answers).opened():
        with pytest.raises(UserError, match="is not the screen's socket"):
            await asyncio.to_thread(screen_socket.ask, tmp_path / "door.socket", for_s=60)


def test_a_code_is_not_written_to_a_log() -> None:
    assert "secret" not in repr(OneTimeCode(code="secret", address="http://x/"))
