"""
The support socket: gives a support bundle the recent log lines, readiness and metrics of a running controller.

The socket is beside the record; only root and the controller's own account can use it. It answers this one request, and
the answer holds no secrets.
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
"""The longest wait for a controller, which may be slow because of a fault."""

Parts = dict[str, str]
Showing = Callable[[], Awaitable[Parts]]
log = logging.getLogger(__name__)


class SupportSocket:
    """Serves the socket within `async with opened()`."""

    def __init__(self, *, folder: Path, show: Showing) -> None:
        """`show` returns the parts."""
        self._path = folder / FILE
        self._show = show

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Serve, or only log a warning if the socket cannot be created: the table runs without it."""
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(LineSocket(self._path, self._line).opened())
            except OSError as error:
                log.warning(
                    "cannot create the support socket %s (%s); support bundles will lack the controller's own state",
                    self._path,
                    error.strerror,
                )
            yield

    async def _line(self, line: bytes, caller: Caller) -> bytes:
        del line
        if caller.uid not in (ROOT_UID, os.geteuid()):
            return msgspec.json.encode({})
        return msgspec.json.encode(await self._show())


def asked(folder: Path) -> Parts:
    """Return the parts from the controller of this data folder: none if it is not running, or why it did not answer."""
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
        return {"running.txt": f"a controller is running but did not answer: {error}\n"}
