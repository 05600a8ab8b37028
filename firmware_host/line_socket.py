"""
A Unix socket on which programs of this board ask a line at a time and are answered a line at a time.

Several at once, each in the order it asked. Only the controller's own account and root can open the file (mode 600);
who it was the kernel says, not the caller.
"""

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

LINE_BYTES = 16 * 1024

_CREDENTIALS = struct.Struct("3i")


class Caller(NamedTuple):
    """Who is at the other end, from the kernel (SO_PEERCRED)."""

    pid: int
    uid: int
    gid: int


Answering = Callable[[bytes, Caller], Awaitable[bytes]]


class LineSocket:
    """Serves one socket file. A line longer than 16 KiB ends its visit, and nothing else."""

    def __init__(self, path: Path, answer: Answering) -> None:
        """Store; the `async with` of `opened` makes the socket."""
        self._path = path
        self._answer = answer
        self._visits: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Serve, and at the end close with everybody who is in it. Raises OSError where no socket can be made."""
        with short_path(self._path) as path, closing(_bound(path)) as bound:
            server = await asyncio.start_unix_server(self._visit, sock=bound, limit=LINE_BYTES)
            try:
                yield
            finally:
                server.close()
                for visit in self._visits:
                    visit.cancel()
                await asyncio.gather(*self._visits, return_exceptions=True)
                await server.wait_closed()
                _clear(path)

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._visits.add(task)
            task.add_done_callback(self._visits.discard)
        try:
            caller = _caller(writer)
            while line := await reader.readline():
                writer.write(await self._answer(line, caller) + b"\n")
                await writer.drain()
        except (OSError, ValueError):
            # Gone, or a line longer than any question: nothing to answer to.
            pass
        except asyncio.CancelledError:
            # The socket closes. This is the whole of the visit's task, and Python 3.11 would log its cancellation.
            pass
        finally:
            writer.close()


@contextmanager
def short_path(path: Path) -> Iterator[Path]:
    """Give a name for this file that fits a socket's address, 108 bytes, however deep its folder lies."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield Path(f"/proc/self/fd/{folder}/{path.name}")
    finally:
        os.close(folder)


def _bound(path: Path) -> socket.socket:
    _clear(path)
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        made.bind(str(path))
    except OSError:
        made.close()
        raise
    finally:
        os.umask(mask)
    return made


def _caller(writer: asyncio.StreamWriter) -> Caller:
    connection: socket.socket = writer.get_extra_info("socket")
    return Caller(*_CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)))


def _clear(path: Path) -> None:
    """Remove what a killed controller left behind; never anything that is not a socket."""
    if path.is_socket():
        path.unlink()
