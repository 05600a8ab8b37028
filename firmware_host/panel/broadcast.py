"""
Sends the table's view to every open page: encoded once a commit, however many pages are open, and not at all with none.

Facts go to the broker first; the view follows a few milliseconds later, so that ten open pages do not delay a key
press on its way to the broker. One page at a time controls the table from the box's own screens; the others look on.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import NoReturn, Protocol

import msgspec

from firmware_host.host.clock import Clock
from firmware_host.host.intents import TableWithState
from firmware_host.panel.counts import Counts
from firmware_host.panel.dealer_view_of import dealer_view
from firmware_host.panel.messages import HEARTBEAT_S, Beat, Hello, Shown
from firmware_host.panel.page import Page
from firmware_host.panel.recent_events import RecentEvents
from firmware_host.panel.route_access import standing
from firmware_host.panel.sessions import Session, Sessions
from firmware_host.table.view import DeviceReport

MOST_PAGES = 32
MOST_EACH = 4
"""Pages of one session; one more closes the session's oldest."""

AFTER_S = 0.004
"""How long a view waits for the facts to be on their way to the broker."""

LEAST_S = 0.02
"""The time between two views, so that a burst of facts makes few."""


class WatchedTable(TableWithState, Protocol):
    """The host, for callers that follow its state."""

    def watch(self) -> AbstractContextManager[asyncio.Event]:
        """Yield an event that is set at each change of the state."""
        ...


class Broadcast:
    """The open pages. `run` sends them views and beats."""

    def __init__(
        self,
        *,
        table: WatchedTable,
        clock: Clock,
        sessions: Sessions,
        counts: Counts,
        recent: RecentEvents,
        own_pin: bool,
        software: str,
        bundle: Callable[[], str],
    ) -> None:
        """`bundle` returns the content hash of the pages that the box serves now."""
        self._table = table
        self._clock = clock
        self._sessions = sessions
        self._counts = counts
        self._recent = recent
        self._own_pin = own_pin
        self._software = software
        self._bundle = bundle
        self._reports: dict[str, DeviceReport] = {}
        self._pages: list[Page] = []
        self._opened = 0
        self._news = asyncio.Event()
        self._view = ""
        self._view_is_of: tuple[int, int] | None = None
        self._reported = 0

    @property
    def pages(self) -> tuple[Page, ...]:
        """Return the open pages."""
        return tuple(self._pages)

    def report(self, report: DeviceReport) -> None:
        """Keep a device's newest report, and show it."""
        self._reports[report.device] = report
        self._reported += 1
        self._news.set()

    def open(self, session: Session) -> Page | None:
        """Add a page of this session and queue its greeting and the view; None if there are too many pages."""
        own = [page for page in self._pages if page.session is session and not page.is_over]
        for oldest in own[: max(0, len(own) - MOST_EACH + 1)]:
            oldest.leave("this page was opened too many times at once")
        if len(self._pages) >= MOST_PAGES:
            return None
        view = self._current()
        self._opened += 1
        page = Page(session, number=self._opened, now_s=time.monotonic())
        self._pages.append(page)
        self.greet()
        page.show(view)
        return page

    def close(self, page: Page) -> None:
        """Remove a page; if it was in control, the screen opened before it is again."""
        if page in self._pages:
            self._pages.remove(page)
            self.greet()

    def greet(self) -> None:
        """Close the pages whose session is over, and tell each of the others what it may do, where that changed."""
        for page in self._pages:
            why = self._sessions.why_over(page.session)
            if why:
                page.leave(why, sign_in=True)
        controls = self._controls()
        for page in self._pages:
            if not page.is_over:
                page.greet(self._hello(page, controls=page is controls))

    def _controls(self) -> Page | None:
        """Return the page in control: of the newest session of a screen with an open page, the page opened last."""
        screens = (page for page in self._pages if page.session.is_screen and not page.is_over)
        return max(screens, key=lambda page: (page.session.number, page.number), default=None)

    def _hello(self, page: Page, *, controls: bool) -> Hello:
        session = page.session
        roles = self._sessions.roles(session)
        return Hello(
            standing=standing(screen=session.is_screen, controls=controls, roles=roles),
            actor=session.person,
            roles=roles,
            software=self._software,
            bundle=self._bundle(),
        )

    async def run(self) -> None:
        """Send views and beats until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._follow(), name="panel facts")
            group.create_task(self._send_views(), name="panel views")
            group.create_task(self._send_beats(), name="panel beats")

    async def _follow(self) -> NoReturn:
        with self._table.watch() as changed:
            people = self._table.state.people
            while True:
                await changed.wait()
                changed.clear()
                if self._table.state.people is not people:
                    # At once, for a person who was revoked. All else can wait until the facts are on their way.
                    people = self._table.state.people
                    self.greet()
                self._news.set()

    async def _send_views(self) -> NoReturn:
        while True:
            await self._news.wait()
            await asyncio.sleep(AFTER_S)
            self._news.clear()
            if self._pages:
                view = self._current()
                for page in self._pages:
                    page.show(view)
                await asyncio.sleep(LEAST_S - AFTER_S)

    async def _send_beats(self) -> NoReturn:
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            self.greet()
            if self._pages:
                beat = Beat(seen=self._table.state.last, wall_ms=self._clock.stamp().wall_ms)
                text = msgspec.json.encode(beat).decode()
                for page in self._pages:
                    page.beat(text)

    def _current(self) -> str:
        """Return the encoded view of the present state and reports; computed once for all pages."""
        is_of = (self._table.state.last, self._reported)
        if is_of != self._view_is_of:
            view = dealer_view(
                self._table.state,
                reports=tuple(report for _, report in sorted(self._reports.items())),
                events=self._recent.newest_first(),
                own_pin=self._own_pin,
                now=self._clock.stamp(),
            )
            self._view = msgspec.json.encode(Shown(view=view)).decode()
            self._view_is_of = is_of
            self._counts.views += 1
        return self._view

    def figures(self) -> Iterator[tuple[str, float]]:
        """Yield figures for the metrics."""
        yield "pages", len(self._pages)
        yield "sessions", len(self._sessions)
        heaps = [page.heap_bytes for page in self._pages if page.heap_bytes is not None]
        yield "page_heap_bytes", max(heaps, default=0)
        silent = [time.monotonic() - page.heard_s for page in self._pages]
        yield "page_silent_seconds", max(silent, default=0.0)
