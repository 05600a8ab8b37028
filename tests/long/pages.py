"""The dealer's page over many rounds in a real browser: its heap and the controller's memory stay as they are."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from statistics import linear_regression

from playwright.async_api import CDPSession, Page

from firmware_host.panel import broadcast
from firmware_host.panel import bundle as bundles
from firmware_host.rules.round_acts import AwardPot, CompleteBetting
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.round import Deal
from firmware_host.table.terms import Back
from tests.bench.footprint import resident_mb
from tests.browser.chromium import chromium, touch_screen
from tests.long.search import Search
from tests.worlds.panel_table import PanelTable, panel_table

SAMPLES = 24
"""Measurements of one run; the first quarter is warming up."""

LONG_MS = 20_000

MOST_HEAP_MB, MOST_NODES, MOST_MEMORY_MB = 2.0, 300, 12.0
"""What may be added between the end of the warming up and the end, however many rounds there are."""

ACTS: tuple[Act, ...] = (Deal(), *(CompleteBetting(),) * 4, AwardPot(), CallFloor(), EndFloorCall())

PANELS = ("nav log", "nav alerts")


@dataclass
class Growth:
    """What was measured, by the round."""

    rounds: list[int] = field(default_factory=list)
    heap_mb: list[float] = field(default_factory=list)
    nodes: list[float] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)

    async def measure(self, rounds: int, devtools: CDPSession) -> None:
        """Measure after a collection of garbage."""
        await devtools.send("HeapProfiler.collectGarbage")
        heap = await devtools.send("Runtime.getHeapUsage")
        counters = await devtools.send("Memory.getDOMCounters")
        self.rounds.append(rounds)
        self.heap_mb.append(heap["usedSize"] / 1e6)
        self.nodes.append(counters["nodes"])
        self.memory_mb.append(resident_mb(os.getpid()))

    def added(self, figures: Sequence[float]) -> float:
        """Return what was added after the warming up, by the straight line through the measurements."""
        warm = len(figures) // 4
        slope, _ = linear_regression(self.rounds[warm:], figures[warm:])
        return slope * (self.rounds[-1] - self.rounds[warm])

    def lines(self) -> Iterator[str]:
        """Say how much is added in a thousand rounds."""
        figures = (("heap", "MB", self.heap_mb), ("nodes", "", self.nodes), ("controller", "MB", self.memory_mb))
        each = 1000 / max(1, self.rounds[-1] - self.rounds[len(self.rounds) // 4])
        for name, unit, found in figures:
            yield (
                f"{name}: {found[len(found) // 4]:,.2f} {unit} when warm, {found[-1]:,.2f} at the end, "
                f"{self.added(found) * each:+.3f} in 1,000 rounds"
            )


def pages(search: Search) -> None:
    """Let a page follow round after round as fast as it is sent views."""
    growth = Growth()
    with _at_once():
        asyncio.run(_followed(search, growth))
    for line in growth.lines():
        search.report(line)
    assert growth.added(growth.heap_mb) < MOST_HEAP_MB, "\n".join(growth.lines())
    assert growth.added(growth.nodes) < MOST_NODES, "\n".join(growth.lines())
    assert growth.added(growth.memory_mb) < MOST_MEMORY_MB, "\n".join(growth.lines())


@contextmanager
def _at_once() -> Iterator[None]:
    """Send every view at once: the page is to paint as many as it can."""
    usual = broadcast.AFTER_S, broadcast.LEAST_S
    broadcast.AFTER_S = broadcast.LEAST_S = 0.0
    try:
        yield
    finally:
        broadcast.AFTER_S, broadcast.LEAST_S = usual


async def _followed(search: Search, growth: Growth) -> None:
    async with panel_table(search.place, bundle=bundles.FOLDER) as table, chromium() as browser:
        await table.open()
        page = await touch_screen(browser)
        await page.goto(f"{table.origin}/#code={await table.code()}")
        await page.locator("dealer-page[data-painted]").wait_for(timeout=LONG_MS)
        devtools = await page.context.new_cdp_session(page)
        await page.evaluate("window.loaded = true")
        each = max(1, search.count // SAMPLES)
        backs = cycle((Back.BLUE, Back.RED))
        while search.left:
            if search.done % each == 0:
                await _painted(table, page)
                await _looked_up(page)
                await growth.measure(search.done, devtools)
            await _round(table, next(backs))
            search.did()
        await _painted(table, page)
        await _looked_up(page)
        await growth.measure(search.done, devtools)
        assert await page.evaluate("window.loaded"), "the page was loaded again"
        search.noted(views=table.panel.counts.views, facts=table.table.state.last)


async def _round(table: PanelTable, back: Back) -> None:
    await table.table.ready(back)
    for act in ACTS:
        views = table.panel.counts.views
        await table.table.does(act)
        await table.until(lambda views=views: table.panel.counts.views > views)  # type: ignore[misc] # bound now


async def _painted(table: PanelTable, page: Page) -> None:
    """Wait until the page has painted the newest fact."""
    await page.wait_for_function(
        "seen => Number(document.querySelector('dealer-page').dataset.painted) >= seen",
        arg=table.table.state.last,
        timeout=LONG_MS,
    )


async def _looked_up(page: Page) -> None:
    """Open and close the panels, so that their parts are made and dropped too."""
    for panel in PANELS:
        for _ in range(2):
            await page.locator(f'[data-id="{panel}"]').evaluate("each => each.click()")
            await page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
