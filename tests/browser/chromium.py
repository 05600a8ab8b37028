"""Debian's Chromium, driven by Playwright; never a browser that a test tool downloaded."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)

SMALL, LOW, WIDE, PHONE = (800, 480), (800, 450), (1280, 800), (390, 844)
"""The screens the page is made for: Touch Display 1, Touch Display 2 at scale 1.6, a monitor, a phone."""

needs_chromium = pytest.mark.skipif(PROGRAM is None, reason="no Chromium here: apt-get install chromium")


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start a browser and end it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=PROGRAM, args=[*OPTIONS])
        try:
            yield browser
        finally:
            await browser.close()


async def touch_screen(browser: Browser, size: tuple[int, int] = SMALL, *, dark: bool = False) -> Page:
    """Return a new page of a touch screen; whatever it says on its console as an error fails the test at its end."""
    context: BrowserContext = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        color_scheme="dark" if dark else "light",
    )
    return await context.new_page()
