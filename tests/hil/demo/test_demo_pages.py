"""The demo says where its table can be seen in a browser, or why it cannot."""

import asyncio
from pathlib import Path

import pytest

from firmware_host.panel import bundle
from firmware_host.panel.bundle import Asset, Bundle
from hil.demo import pages
from hil.demo.pages import announce_pages
from tests.worlds.panel_table import panel_table

PAGE = Bundle(hash="1", assets={"index.html": Asset(type="text/html", data=b"", gzipped=None, immutable=False)})


async def test_the_address_opens_the_screen_and_another_can_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "read", lambda *_: PAGE)
    monkeypatch.setattr(pages, "AGAIN_S", 0.01)
    said: list[str] = []
    early = asyncio.create_task(announce_pages(tmp_path / "data", said.append))
    async with panel_table(tmp_path) as table:
        await early
        address, _, code = said[0].removeprefix("See the table: ").partition("#code=")
        assert address == f"http://127.0.0.1:{table.port}/"
        assert (await table.request("POST", "/screen", {"code": code})).status == 204
        assert f"screen-code --url --data {tmp_path / 'data'}" in said[1]


async def test_without_pages_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "read", lambda *_: bundle.NO_BUNDLE)
    said: list[str] = []
    await announce_pages(tmp_path, said.append)
    assert "firmware_host.panel.build" in said[0]
