"""
The panel of one table: builds its parts, and gives the web server the routes once that is imported.

Nothing in this module may import Starlette before `pages` is called: the table's first message to the broker comes
first.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from functools import cached_property
from pathlib import Path

from firmware_host.access.pin_check import PinCheck
from firmware_host.host.clock import Clock
from firmware_host.journal.store import Journal
from firmware_host.panel import bundle as bundles
from firmware_host.panel.broadcast import MOST_PAGES, Broadcast, WatchedTable
from firmware_host.panel.bundle import Bundle
from firmware_host.panel.counts import Counts
from firmware_host.panel.panel_config import PanelConfig
from firmware_host.panel.recent_events import RecentEvents
from firmware_host.panel.screen_socket import ScreenSocket
from firmware_host.panel.sessions import Codes, Sessions
from firmware_host.panel.who_acts import PinLine, Requests
from firmware_host.table.view import DeviceReport
from firmware_host.web.parts import Pages, Serving
from firmware_host.web.web_config import WebConfig

LARGEST_MESSAGE = 8 * 1024
"""The largest message of a page."""

SOCKETS = 2 * MOST_PAGES
"""More than `MOST_PAGES`: a page that is turned away needs its socket for as long as it takes to say why."""


class Panel:
    """Create one for each table; `run` sends views to the pages, and `pages` gives the web server its routes."""

    def __init__(
        self,
        *,
        config: PanelConfig,
        web: WebConfig,
        folder: Path,
        table: WatchedTable,
        journal: Journal,
        clock: Clock,
        checking: PinCheck,
        software: str,
        bundle: Path = bundles.FOLDER,
    ) -> None:
        """`folder` is the data folder, `bundle` the folder of the built pages."""
        self._config = config
        self._web = web
        self._bundle_folder = bundle
        self._port = 0
        self.counts = Counts()
        self._codes = Codes(now_s=time.monotonic)
        self._sessions = Sessions(
            table=table, clock=clock, folder=folder, idle_min=config.idle_sign_out_min, screens=config.screens
        )
        self._pins = PinLine(checking=checking, counts=self.counts)
        self._broadcast = Broadcast(
            table=table,
            clock=clock,
            sessions=self._sessions,
            counts=self.counts,
            recent=RecentEvents(journal=journal, clock=clock),
            own_pin=config.own_pin,
            software=software,
            bundle=lambda: self._bundle.hash,
        )
        self._requests = Requests(
            table=table,
            clock=clock,
            pins=self._pins,
            sessions=self._sessions,
            counts=self.counts,
            own_pin=config.own_pin,
        )
        self._screen = ScreenSocket(
            path=config.socket_of(folder), group=config.screen_group, codes=self._codes, address=lambda: self.address
        )

    @property
    def address(self) -> str:
        """Return the address of the pages for a browser on this board; empty until the server listens."""
        if not self._port:
            return ""
        scheme, host = ("https", "localhost") if self._config.tls else ("http", self._web.host)
        if self._config.tls and self._config.hosts:
            # The certificate is for this name.
            host = self._config.hosts[0]
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self._port}/"

    @cached_property
    def _bundle(self) -> Bundle:
        return bundles.read(self._bundle_folder)

    def report(self, report: DeviceReport) -> None:
        """Show a device's newest report on the pages."""
        self._broadcast.report(report)

    async def run(self) -> None:
        """Send views to the open pages until cancelled."""
        await self._broadcast.run()

    def opened(self) -> AbstractAsyncContextManager[None]:
        """Serve the screen's socket within the `async with`."""
        return self._screen.opened()

    def pages(self) -> Pages:
        """Return the routes and how they are served; called in a thread, because it imports slowly."""
        from firmware_host.panel import gate, routes  # noqa: PLC0415 - see the module's docstring
        from firmware_host.panel.socket import PageSocket  # noqa: PLC0415 - see the module's docstring

        _ = self._bundle
        sockets = PageSocket(
            broadcast=self._broadcast, requests=self._requests, sessions=self._sessions, counts=self.counts
        )
        made = routes.Pages(
            sessions=self._sessions,
            codes=self._codes,
            pins=self._pins,
            counts=self.counts,
            socket=sockets,
            bundle=self._bundle,
            cookie=routes.Cookie(port=lambda: self._port, tls=self._config.tls),
            changed=self._broadcast.greet,
        )
        return Pages(
            routes=made.routes,
            gate=lambda app: gate.Gate(app, config=self._config, web=self._web, counts=self.counts),
            serving=Serving(
                headers=gate.HEADERS,
                certificate=self._config.certificate,
                key=self._config.key,
                sockets=SOCKETS,
                largest_message=LARGEST_MESSAGE,
                bound=self._listens,
            ),
        )

    def _listens(self, port: int) -> None:
        self._port = port

    def figures(self) -> Mapping[str, float]:
        """Return the present figures for the metrics."""
        return dict(self._broadcast.figures())

    def counted(self) -> Mapping[str, float]:
        """Return the counters for the metrics."""
        return dict(self._counted())

    def refused(self) -> Mapping[str, int]:
        """Return the refusals by reason for the metrics."""
        return {why.value: times for why, times in self.counts.refused.items()}

    def _counted(self) -> Iterator[tuple[str, float]]:
        yield "asked", self.counts.asked
        yield "sent", self.counts.sent
        yield "views", self.counts.views
