"""One browser for the tests of a module, and a page in it with a scripted box."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from firmware_host.panel import build
from tests.browser.chromium import chromium
from tests.browser.scripted_box import ScriptedBox, scripted_page


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    if not build.is_built():
        pytest.fail("the pages differ from their sources; run `.venv/bin/python -m firmware_host.panel.build`")
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def box(browser: Browser) -> AsyncIterator[ScriptedBox]:
    async with scripted_page(browser) as box:
        yield box
