"""
A page and a box that says what the test wants, in one browser, without a server and without waiting.

    async with chromium() as browser, scripted_page(browser) as box:
        await box.shows(view)
        await box.tap(box.page.locator("..."))
        await box.passes(300)

The page is the built one, with the headers of the real box. Its clock moves only when the test says so, so the page is
never in a hurry and the test never waits.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from playwright.async_api import Browser, Locator, Page, Request, Route, WebSocketRoute

from firmware_host.panel import bundle
from firmware_host.panel.dealer_view import DealerView
from firmware_host.panel.gate import HEADERS
from firmware_host.panel.messages import Hello, Standing
from firmware_host.rules.decision import Refusal, Role
from tests.browser.chromium import SMALL

ADDRESS = "http://localhost/"
"""Nothing listens there: the browser's requests are answered by the test."""

BEGINS = datetime(2026, 3, 2, 20, 0, tzinfo=UTC)

SETTLED_MS = 400
"""Longer than a button must have meant the same before a press counts, so that everything can be pressed."""

FRAMES = """() => new Promise(done => {
  let frames = 0;
  const seen = new ResizeObserver(() => {
    frames += 1;
    probe.style.width = `${frames}px`;
    if (frames < 2) return;
    seen.disconnect();
    probe.remove();
    done();
  });
  const probe = document.createElement("i");
  probe.style.position = "fixed";
  document.body.append(probe);
  seen.observe(probe);
})"""
"""Waits for real frames, whatever the page's clock says: parts measure their room before each of them."""

Document = dict[str, Any]
"""A view as JSON."""

CONTROLS = Hello(
    standing=Standing.CONTROLS, actor=None, roles=(Role.DEALER,), software="firmware-host 0", bundle="bundle-1"
)


def document(view: DealerView) -> Document:
    return dict(msgspec.to_builtins(view))


def accepted(ask: Document) -> Document:
    return {"kind": "accepted", "id": ask["id"], "numbers": []}


def refused(refusal: Refusal) -> Callable[[Document], Document]:
    """Answer every request with this refusal."""
    return lambda ask: {"kind": "refused", "id": ask["id"], "refusal": msgspec.to_builtins(refusal)}


@dataclass
class ScriptedBox:
    """`answer` says what is answered to an act, and None answers nothing; `is_away` lets nobody connect."""

    page: Page
    hello: Hello = CONTROLS
    answer: Callable[[Document], Document] | None = accepted
    explained: Refusal | None = None
    is_away: bool = False
    view: Document | None = None
    received: list[Document] = field(default_factory=list)
    connections: int = 0
    loads: int = 0
    errors: list[str] = field(default_factory=list)
    _socket: WebSocketRoute | None = None

    @property
    def asks(self) -> list[Document]:
        return [message for message in self.received if message["kind"] == "ask"]

    @property
    def acts(self) -> list[str]:
        """Return the kinds of acts that the page asked for."""
        return [ask["act"]["kind"] for ask in self.asks]

    async def opens(self, view: DealerView | Document) -> None:
        """Load the page with this view."""
        self.view = view if isinstance(view, dict) else document(view)
        self.received.clear()
        await self.page.goto(ADDRESS)
        await self.page.locator("dealer-page main").wait_for()
        await self.settles()

    async def shows(self, view: DealerView | Document, *, settle: bool = True) -> None:
        """Send this view, and wait until it is painted and everything can be pressed."""
        self.view = view if isinstance(view, dict) else document(view)
        self.sends({"kind": "view", "view": self.view})
        await (self.settles() if settle else self.arrived())

    async def arrived(self) -> None:
        """Wait until each side has dealt with what the other sent: messages come in order, and so does this."""
        await self.page.evaluate(FRAMES)

    def sends(self, message: Document) -> None:
        assert self._socket is not None, "no page is connected"
        self._socket.send(json.dumps(message))

    def beats(self) -> None:
        """Say that the box works; its clock stands where the view was recorded."""
        assert self.view is not None
        wall_ms = max((one["wall_ms"] for one in self.view["events"]), default=0)
        self.sends({"kind": "beat", "seen": self.view["table"]["seen"], "wall_ms": wall_ms})

    async def settles(self) -> None:
        """Let everything be pressed that is shown now; the box is heard meanwhile."""
        self.beats()
        await self.arrived()
        await self.passes(SETTLED_MS)

    async def passes(self, ms: int) -> None:
        """Let time pass in the page."""
        await self.page.clock.run_for(ms)

    async def cut(self) -> None:
        """End the connection."""
        assert self._socket is not None
        await self._socket.close()
        self._socket = None

    def button(self, begins: str) -> Locator:
        """Return the button whose identity begins so."""
        return self.page.locator(f'button[data-id^="{begins}"]').first

    def act(self, kind: str) -> Locator:
        """Return the button that does an act of this kind."""
        return self.page.locator(f'button[data-act][data-id*=\'"kind":"{kind}"\']').first

    async def note(self) -> str:
        note = self.page.locator("note-strip")
        return (await note.inner_text()).strip() if await note.count() else ""

    async def press(self, button: Locator) -> None:
        """Put a finger down on a button, and leave it there."""
        box = await button.bounding_box()
        assert box is not None
        await self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await self.page.mouse.down()

    async def lift(self) -> None:
        await self.page.mouse.up()
        await self.arrived()

    async def tap(self, button: Locator, *, force: bool = False) -> None:
        """Tap a button, and wait until the box has heard what the page asks for because of it."""
        await button.tap(force=force)
        await self.arrived()

    async def key(self, name: str) -> None:
        """Press a key of the keyboard, and wait as for a tap."""
        await self.page.keyboard.press(name)
        await self.arrived()

    async def listens(self, socket: WebSocketRoute) -> None:
        """Be the box for a socket of the page."""
        self.connections += 1
        if self.is_away:
            await socket.close()
            return
        self._socket = socket
        socket.on_message(lambda text: self.hears(json.loads(text)))
        self.sends({"kind": "hello", **dict(msgspec.to_builtins(self.hello))})
        if self.view is not None:
            self.sends({"kind": "view", "view": self.view})

    def hears(self, message: Document) -> None:
        self.received.append(message)
        if message["kind"] == "explain":
            refusal = None if self.explained is None else msgspec.to_builtins(self.explained)
            self.sends({"kind": "explained", "id": message["id"], "refusal": refusal})
        if message["kind"] == "ask" and self.answer is not None:
            self.sends({"kind": "answer", "id": message["id"], "answer": self.answer(message)})

    async def serves(self, route: Route, request: Request) -> None:
        """Answer a request of the browser from the bundle."""
        name = urlsplit(request.url).path.lstrip("/") or bundle.INDEX
        self.loads += name == bundle.INDEX
        asset = bundle.read(bundle.FOLDER).assets.get(name)
        if asset is None:
            await route.fulfill(status=404)
            return
        await route.fulfill(body=asset.data, headers={"content-type": asset.type, **dict(HEADERS)})


@asynccontextmanager
async def scripted_page(
    browser: Browser, size: tuple[int, int] = SMALL, *, dark: bool = False, still: bool = False
) -> AsyncIterator[ScriptedBox]:
    """Yield the box of a page that has not been opened yet; an error on the page's console fails the test."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce" if still else "no-preference",
    )
    page = await context.new_page()
    box = ScriptedBox(page)
    page.on("pageerror", lambda error: box.errors.append(str(error)))
    page.on("console", lambda message: box.errors.append(message.text) if message.type == "error" else None)
    await page.clock.install(time=BEGINS - timedelta(minutes=1))
    await page.clock.pause_at(BEGINS)
    await page.route("**/*", box.serves)
    await page.route_web_socket("**/socket", box.listens)
    try:
        yield box
        assert not box.errors, box.errors
    finally:
        await context.close()


def built() -> bool:
    """Return whether there is a bundle to try."""
    return (Path(bundle.FOLDER) / bundle.INDEX).is_file()
