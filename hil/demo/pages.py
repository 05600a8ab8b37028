"""The address at which the demo's table can be seen in a browser."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from firmware_host.errors import UserError
from firmware_host.panel import bundle, screen_socket
from firmware_host.panel.panel_config import SOCKET
from firmware_host.panel.screen_messages import OneTimeCode
from firmware_host.panel.sessions import LONGEST_CODE_S

AGAIN_S = 0.2

NO_PAGES = "No pages to see in a browser: they could not be built. Why: .venv/bin/python -m firmware_host.panel.build"


async def announce_pages(data: Path, announce: Callable[[str], None]) -> None:
    """Announce the address with a one-time code once the controller serves pages, or why there are none."""
    if not bundle.read().hash:
        announce(NO_PAGES)
        return
    code = await _code(data / SOCKET)
    announce(f"See the table: {code.url}")
    announce(f"That address works once. Another one: .venv/bin/firmware-host screen-code --url --data {data}")


async def _code(path: Path) -> OneTimeCode:
    """Return a code once the controller serves its pages; if it never does, the demo ends too."""
    while True:
        try:
            return await asyncio.to_thread(screen_socket.ask, path, for_s=LONGEST_CODE_S)
        except (UserError, OSError):
            await asyncio.sleep(AGAIN_S)
