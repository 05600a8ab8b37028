"""
The dealer's page in a real browser: from a tap to its painted answer, the first page, and what ten open pages cost.

A tap counts from the browser's event of the lifted finger until the frame with the table's new view is painted; the
fact is durable on this disk before the box answers. Beside it, in the same page and in turns, a bare WebSocket echo of
another process, painted the same way: the difference is what the table costs. A load is cold: a new profile each time.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession, Page

from firmware_host.panel import screen_socket
from firmware_host.panel.panel_config import SOCKET
from hil.world import World, table_world
from tests.bench import open_pages
from tests.bench._figures import quantile, row
from tests.browser.chromium import SMALL, chromium
from tests.support.brokers import any_broker

TAPS, FULL_TAPS = 40, 400
LOADS, FULL_LOADS = 6, 30
PRESSES, FULL_PRESSES = 40, 500
TURNS, FULL_TURNS = 4, 10
LONG_MS = 20_000
FINGER_S = 0.06
AIM_TAP_MS, AIM_PAGE_KB, AIM_LOAD_MS = 50, 100, 500

PARTS = ("finger up to request sent", "request to durable answer", "answer to view", "view to painted frame")

WATCH = """
    const stamp = () => (window.paintedAt ??= performance.now());
    addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
        if (document.querySelector("dealer-page[data-painted]")) stamp();
    }).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-painted"]}));
    window.marks = {};
    const mark = name => marks[name] ??= performance.now();
    window.WebSocket = class extends WebSocket {
        constructor(address) {
            super(address);
            this.addEventListener("message", ({data}) => {
                if (data.startsWith('{"kind":"answer"')) mark("answered");
                if (data.startsWith('{"kind":"view"') && marks.answered) mark("viewed");
            });
        }
        send(data) {
            if (data.startsWith('{"kind":"ask"')) mark("sent");
            super.send(data);
        }
    };
"""
"""Notes when the first view was painted, on the clock that starts with the navigation, and what the socket did when."""

READY = """
    const channel = new MessageChannel(), waiting = [];
    channel.port1.onmessage = () => waiting.shift()?.();
    const afterPaint = () => new Promise(done => { waiting.push(done); channel.port2.postMessage(0); });
    const page = document.querySelector("dealer-page");
    let upAt = 0;
    addEventListener("pointerup", event => upAt = event.timeStamp, {capture: true});
    window.nextPaint = () => window.painted = new Promise(done => {
        window.marks = {};
        const before = page.dataset.painted;
        const seen = new MutationObserver(async () => {
            if (page.dataset.painted === before) return;
            seen.disconnect();
            await afterPaint();  // the page says so in a frame, before the frame is painted
            const {sent, answered, viewed} = marks, out = performance.now();
            done([out - upAt, sent - upAt, answered - sent, viewed - answered, out - viewed]);
        });
        seen.observe(page, {attributes: true, attributeFilter: ["data-painted"]});
    });
    const line = new WebSocket("ws://127.0.0.1:PORT/");
    window.echo = async () => {
        const begin = performance.now();
        line.send("x".repeat(300));
        await new Promise(done => line.onmessage = done);
        document.body.dataset.echo = String(begin);
        await new Promise(done => requestAnimationFrame(done));
        await afterPaint();
        return performance.now() - begin;
    };
    return new Promise(done => line.onopen = () => done(true));
"""
"""The stop watches of the page. `afterPaint`, called in a frame, is over once that frame is painted."""


def main(*, full: bool) -> None:
    """Print all figures."""
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    asyncio.run(_in_a_browser(FULL_TAPS if full else TAPS, FULL_LOADS if full else LOADS))
    asyncio.run(open_pages.measured(FULL_PRESSES if full else PRESSES, FULL_TURNS if full else TURNS))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


async def _in_a_browser(taps: int, loads: int) -> None:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = await stack.enter_async_context(any_broker(folder))
        world = await stack.enter_async_context(
            table_world(folder / "ours", broker=url, speed=300.0, seed=1, pages=True)
        )
        browser = await stack.enter_async_context(chromium())
        await world.controller.start()
        await _first_page(world, browser, loads)
        port = await stack.enter_async_context(_echo())
        await _taps(world, browser, port, taps)


async def _first_page(world: World, browser: Browser, loads: int) -> None:
    times, weight = list[float](), 0
    for _ in range(loads):
        page = await _opened(world, await _context(browser))
        times.append(await page.evaluate("paintedAt") / 1e3)
        weight = await page.evaluate(
            """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
                .filter(each => !each.name.endsWith("/screen"))
                .reduce((sum, each) => sum + each.encodedBodySize, 0)"""
        )
        await page.context.close()
    print(f"first page, gzipped: {weight / 1000:.1f} kB  (aim {AIM_PAGE_KB})")
    print(f"{row('cold load until the table is painted', times)}  (aim {AIM_LOAD_MS})")


async def _taps(world: World, browser: Browser, port: int, taps: int) -> None:
    page = await _opened(world, await _context(browser))
    await page.evaluate(f"() => {{ {READY.replace('PORT', str(port))} }}")
    answers, echoes = list[list[float]](), list[float]()
    finger = await page.context.new_cdp_session(page)
    box = await page.locator("button.floor").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for number in range(taps + 1):
        await page.locator("dealer-page[data-ready]:not([data-busy])").wait_for(timeout=LONG_MS)
        echo: float = await page.evaluate("echo()")
        await page.evaluate("() => void nextPaint()")
        await _tap(finger, x, y)
        answer: list[float] = await page.evaluate("painted")
        if number:  # the first of each does extra work
            echoes.append(echo / 1e3)
            answers.append([each / 1e3 for each in answer])
    print(row("bare echo in the same page, painted", echoes))
    whole, *parts = zip(*answers, strict=True)
    print(row("tap to painted answer, durable", whole))
    for name, times in zip(PARTS, parts, strict=True):
        print(row(f"  {name}", times))
    p95_ms, echo_ms = 1e3 * quantile(whole, 0.95), 1e3 * quantile(echoes, 0.95)
    print(f"at p95: {p95_ms:.1f} ms  (aim {AIM_TAP_MS}), the echo {echo_ms:.1f} ms")


async def _tap(finger: CDPSession, x: float, y: float) -> None:
    """Tap as a finger does, which stays on the glass for a moment."""
    await finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    await asyncio.sleep(FINGER_S)
    await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def _context(browser: Browser) -> BrowserContext:
    """Return a new profile. The policy is lifted only because the echo is on another port."""
    size: Any = {"width": SMALL[0], "height": SMALL[1]}
    context = await browser.new_context(viewport=size, has_touch=True, bypass_csp=True)
    await context.add_init_script(WATCH)
    return context


async def _opened(world: World, context: BrowserContext) -> Page:
    code = await asyncio.to_thread(screen_socket.ask, world.data / SOCKET, for_s=60, wait_s=20)
    page = await context.new_page()
    await page.goto(code.url)
    await page.locator("dealer-page[data-painted]").wait_for(timeout=LONG_MS)
    return page


@asynccontextmanager
async def _echo() -> AsyncIterator[int]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench._echo", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        yield int(await process.stdout.readline())
    finally:
        process.kill()
        await process.wait()
