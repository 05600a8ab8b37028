"""
What a controller that runs adds to a bundle: its latest lines, whether it is fit to deal, its figures.

Asked for over a socket beside its record, which root and its own account can open; there is nothing to be asked of it
but this, and nothing that is secret in the answer.
"""

import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec

from firmware_host.line_socket import Caller, LineSocket, short_path

FILE = "support.socket"
ROOT_UID = 0

LONGEST_S = 10.0
"""One that is at fault may be slow; a bundle is not held up by it for ever."""

Parts = dict[str, str]
Showing = Callable[[], Awaitable[Parts]]
log = logging.getLogger(__name__)


class SupportSocket:
    """Shows them to whoever asks, for as long as the `async with` of `opened` lasts."""

    def __init__(self, *, folder: Path, show: Showing) -> None:
        """Store."""
        self._path = folder / FILE
        self._show = show

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Serve it. A table runs without it, too."""
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(LineSocket(self._path, self._line).opened())
            except OSError as error:
                log.warning("no bundle can be asked for at %s (%s)", self._path, error.strerror)
            yield

    async def _line(self, line: bytes, caller: Caller) -> bytes:
        del line
        if caller.uid not in (ROOT_UID, os.geteuid()):
            return msgspec.json.encode({})
        return msgspec.json.encode(await self._show())


def asked(folder: Path) -> Parts:
    """Return them from the controller of this data folder; nothing where none runs, and why where it says nothing."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as made, short_path(folder / FILE) as path:
            made.settimeout(LONGEST_S)
            made.connect(str(path))
            made.sendall(b"support\n")
            with made.makefile("rb") as lines:
                return msgspec.json.decode(lines.readline(), type=dict[str, str])
    except (FileNotFoundError, ConnectionRefusedError):
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        return {"running.txt": f"a controller is there and says nothing of itself: {error}\n"}
