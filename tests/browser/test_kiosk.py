"""
The screen on the box: it survives whatever happens to the controller, its browser, the network, shuffler and disk.

The page is opened as a kiosk's browser opens it, by the start page that `firmware-host screen-code --page` writes. A
line between page and box can be cut or made deaf.
"""

from __future__ import annotations

import asyncio
import re
import resource
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from firmware_host.journal.reader import Reader
from firmware_host.journal.upcast import fact_of
from firmware_host.table.facts.floor import FloorCalled, FloorCallEnded
from hil.broker import free_port
from hil.world import World, table_world
from tests.browser.chromium import chromium, needs_chromium, touch_screen
from tests.support.brokers import any_broker
from tests.support.command_line import typed
from tests.support.relay import Relay

pytestmark = needs_chromium

LONG_MS, SOON_MS = 30_000, 4_000

ROOM_OF_THE_LOG = 12_000

SINCE = re.compile(
    r"^Not connected since \d\d:\d\d:\d\d: the screen shows an old state\. Wait with the game; "
    r"if this lasts, fetch a floorperson\.$"
)


def read(url: str) -> str:
    with urlopen(url) as response:  # noqa: S310 - the box itself, over HTTP
        return str(response.read().decode())


@dataclass(frozen=True, kw_only=True)
class Kiosk:
    """The box with its screen, and the line between them."""

    world: World
    line: Relay
    browser: Browser
    port: int

    async def opened(self) -> Page:
        """Start a browser anew: it has no cookie and finds the start page."""
        file = self.world.data.parent / "start.html"
        ran = await asyncio.to_thread(typed, "screen-code", "--page", file, "--data", self.world.data, "--wait", "20")
        assert ran.returncode == 0, ran.stderr
        file.write_text(file.read_text().replace(f":{self.port}/", f":{self.line.port}/"))
        page = await touch_screen(self.browser)
        await page.goto(file.as_uri())
        await page.locator("dealer-page[data-painted]").wait_for(timeout=LONG_MS)
        await page.evaluate("window.loaded = true")
        return page

    async def metric(self, name: str) -> float:
        """Return a figure of the box."""
        url = f"http://127.0.0.1:{self.port}/metrics"
        text = await asyncio.to_thread(read, url)
        found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
        assert found is not None, text
        return float(found[1])

    def count(self, kind: type) -> int:
        """Return how many facts of this kind are recorded."""
        with closing(Reader(self.world.data)) as reader:
            return sum(isinstance(fact_of(link.data).body, kind) for link in reader.links())

    async def until_recorded(self, kind: type, count: int) -> None:
        async with asyncio.timeout(20):
            while self.count(kind) < count:  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.02)


@asynccontextmanager
async def kiosk(folder: Path) -> AsyncIterator[Kiosk]:
    """Run everything but the controller and the page."""
    port = free_port()
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(any_broker(folder))
        world = await stack.enter_async_context(table_world(folder, broker=url, speed=300.0, seed=1, pages=True))
        file = folder / "table.toml"
        file.write_text(file.read_text().replace("port = 0", f"port = {port}"))
        line = await stack.enter_async_context(Relay(port))
        browser = await stack.enter_async_context(chromium())
        yield Kiosk(world=world, line=line, browser=browser, port=port)


def stale(page: Page) -> Locator:
    return page.locator("p.stale")


async def goes_stale(page: Page) -> None:
    """The page greys, and says since when it hears nothing."""
    await expect(stale(page)).to_have_text(SINCE, timeout=SOON_MS)
    assert await page.locator("dealer-page[data-stale]").count() == 1


async def comes_back(page: Page) -> None:
    """The same page, without being loaded again, is in control."""
    await expect(stale(page)).to_have_count(0, timeout=LONG_MS)
    assert await page.evaluate("window.loaded")
    assert await page.locator("dealer-page[data-looks-on]").count() == 0


async def taps(page: Page) -> None:
    await page.locator("dealer-page[data-ready]:not([data-busy])").wait_for(timeout=LONG_MS)
    await page.locator("button.floor").tap(timeout=LONG_MS)


async def calls(page: Page, box: Kiosk, times: int) -> None:
    """Call the floor and end the call: the page works, and each tap acts once."""
    await taps(page)
    await expect(page.locator("button.floor.called")).to_be_visible(timeout=LONG_MS)
    await taps(page)
    await expect(page.locator("button.floor.called")).to_have_count(0, timeout=LONG_MS)
    assert (box.count(FloorCalled), box.count(FloorCallEnded)) == (times, times)


async def test_controller_and_browser_may_start_again_in_any_order(tmp_path: Path) -> None:
    async with kiosk(tmp_path) as box:
        controller = box.world.controller
        # The browser first: it waits for a controller that is starting.
        opening = asyncio.create_task(box.opened())
        await asyncio.sleep(0)
        await controller.start()
        page = await opening
        await calls(page, box, 1)
        # The controller alone.
        assert await controller.stop() == 0
        await goes_stale(page)
        await controller.start()
        await comes_back(page)
        await calls(page, box, 2)
        # The browser alone: an older page of it is the screen no more.
        newer = await box.opened()
        await page.locator("sign-in").wait_for(timeout=LONG_MS)
        await calls(newer, box, 3)
        await page.context.close()
        # Both, the controller without a chance to say goodbye.
        await newer.context.close()
        controller.kill()
        await controller.ended()
        opening = asyncio.create_task(box.opened())
        await controller.start()
        await calls(await opening, box, 4)


@pytest.mark.parametrize("how", ["cut", "half-open"])
async def test_a_lost_network_is_told_and_found_again(tmp_path: Path, how: str) -> None:
    async with kiosk(tmp_path) as box:
        await box.world.controller.start()
        page = await box.opened()
        await calls(page, box, 1)
        if how == "cut":
            await box.line.refuse()
            box.line.cut()
        else:
            box.line.half_open()
        await goes_stale(page)
        # A tap on what is old does nothing, now or later.
        await page.locator("button.floor").tap(force=True)
        if how == "cut":
            await box.line.admit()
        await comes_back(page)
        await calls(page, box, 2)


async def test_a_controller_killed_before_it_reads_an_ask_does_it_once_after_its_restart(tmp_path: Path) -> None:
    async with kiosk(tmp_path) as box:
        controller = box.world.controller
        await controller.start()
        page = await box.opened()
        await page.locator("dealer-page[data-ready]").wait_for(timeout=LONG_MS)
        # Nothing of the box's is lost but its ear: the line swallows what the page says.
        box.line.half_open()
        await page.locator("button.floor").tap()
        await page.locator("dealer-page[data-busy]").wait_for(timeout=SOON_MS)
        controller.kill()
        await controller.ended()
        assert box.count(FloorCalled) == 0
        await goes_stale(page)
        await controller.start()
        await comes_back(page)
        await expect(page.locator("button.floor.called")).to_be_visible(timeout=LONG_MS)
        await page.locator("dealer-page:not([data-busy])").wait_for(timeout=LONG_MS)
        assert box.count(FloorCalled) == 1


async def test_a_controller_killed_after_the_act_answers_the_repeated_ask_and_acts_once(tmp_path: Path) -> None:
    async with kiosk(tmp_path) as box:
        controller = box.world.controller
        await controller.start()
        page = await box.opened()
        await page.locator("dealer-page[data-ready]").wait_for(timeout=LONG_MS)
        box.line.swallows_answers = True
        await page.locator("button.floor").tap()
        await box.until_recorded(FloorCalled, 1)
        controller.kill()
        await controller.ended()
        await goes_stale(page)
        box.line.swallows_answers = False
        await controller.start()
        await comes_back(page)
        await expect(page.locator("button.floor.called")).to_be_visible(timeout=LONG_MS)
        await page.locator("dealer-page:not([data-busy])").wait_for(timeout=LONG_MS)
        assert await page.locator("note-strip").inner_text() == ""
        assert box.count(FloorCalled) == 1


async def test_a_dead_shuffler_is_told_and_the_page_works_on(tmp_path: Path) -> None:
    async with kiosk(tmp_path) as box:
        await box.world.controller.start()
        page = await box.opened()
        shuffler = page.locator("deck-strip button.shuffler")
        await expect(shuffler).not_to_contain_text("does not answer", timeout=LONG_MS)
        box.world.shuffler.unplug()
        await expect(shuffler).to_contain_text(re.compile("does not answer|needs you"), timeout=LONG_MS)
        await calls(page, box, 1)
        box.world.shuffler.plug_in()
        await expect(shuffler).not_to_contain_text("does not answer", timeout=LONG_MS)
        await calls(page, box, 2)
        await expect(stale(page)).to_have_count(0)


async def test_a_full_disk_loses_no_tap_and_makes_none_twice(tmp_path: Path) -> None:
    async with kiosk(tmp_path) as box:
        controller = box.world.controller
        await controller.start()
        page = await box.opened()
        await calls(page, box, 1)
        # Only its log still has room: what a full disk is to the journal.
        resource.prlimit(controller.pid, resource.RLIMIT_FSIZE, (ROOM_OF_THE_LOG, resource.RLIM_INFINITY))
        await taps(page)
        assert await controller.ended() == 2, controller.words()
        await goes_stale(page)
        await controller.start()
        await comes_back(page)
        await page.locator("dealer-page:not([data-busy])").wait_for(timeout=LONG_MS)
        called = await page.locator("button.floor.called").count()
        assert box.count(FloorCalled) == 1 + called
        if not called:
            # Refused with a reason that stays until it is read.
            assert await page.locator("note-strip").inner_text()


async def test_the_page_tells_that_it_works_and_how_large_its_heap_is(tmp_path: Path) -> None:
    async with kiosk(tmp_path) as box:
        await box.world.controller.start()
        page = await box.opened()
        async with asyncio.timeout(20):
            while not await box.metric("fh_panel_page_heap_bytes"):  # noqa: ASYNC110 - another process measures it
                await asyncio.sleep(0.2)
        heap_bytes = await box.metric("fh_panel_page_heap_bytes")
        assert 1_000_000 < heap_bytes < 60_000_000
        assert await box.metric("fh_panel_page_silent_seconds") < 10
        await page.context.close()
        async with asyncio.timeout(20):
            while await box.metric("fh_panel_pages"):  # noqa: ASYNC110 - the same
                await asyncio.sleep(0.1)
