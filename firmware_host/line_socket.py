"""
A Unix socket for programs on this board: one line in, one line out.

Several programs can be connected at once; each is answered in the order it asked. Only the controller's own account and
root can open the file (mode 600), and the accounts of its group where it has one (mode 660). The kernel, not the
caller, says who is connected.
"""

import asyncio
import os
import shutil
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

LINE_BYTES = 16 * 1024

_CREDENTIALS = struct.Struct("3i")


class Caller(NamedTuple):
    """The process at the other end, as the kernel reports it (SO_PEERCRED)."""

    pid: int
    uid: int
    gid: int


Answering = Callable[[bytes, Caller], Awaitable[bytes]]


class LineSocket:
    """Serves one socket file. A line longer than 16 KiB closes the connection it came on and no other."""

    def __init__(self, path: Path, answer: Answering, *, group: str = "") -> None:
        """`async with opened()` creates the socket."""
        self._path = path
        self._group = group
        self._answer = answer
        self._connections: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Serve, and close every connection at the end. Raises `OSError` if the socket cannot be created."""
        with short_path(self._path) as path, closing(_bind(path, self._group)) as bound:
            server = await asyncio.start_unix_server(self._serve, sock=bound, limit=LINE_BYTES)
            try:
                yield
            finally:
                server.close()
                for task in self._connections:
                    task.cancel()
                await asyncio.gather(*self._connections, return_exceptions=True)
                await server.wait_closed()
                # On a disk that has become read-only the file stays, until the next start removes it. An error here
                # would hide why the controller stops.
                with suppress(OSError):
                    _remove_stale(path)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._connections.add(task)
            task.add_done_callback(self._connections.discard)
        try:
            caller = _caller(writer)
            while line := await reader.readline():
                writer.write(await self._answer(line, caller) + b"\n")
                await writer.drain()
        except (OSError, ValueError):
            # The caller is gone, or its line was too long: there is nothing to answer.
            pass
        except asyncio.CancelledError:
            # The socket is closing. Nothing else runs in this task, and Python 3.11 would log its cancellation.
            pass
        finally:
            writer.close()


@contextmanager
def short_path(path: Path) -> Iterator[Path]:
    """Yield a path to this file that fits into a socket address (108 bytes), however deep its folder is."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield Path(f"/proc/self/fd/{folder}/{path.name}")
    finally:
        os.close(folder)


def _bind(path: Path, group: str = "") -> socket.socket:
    _remove_stale(path)
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        made.bind(str(path))
        if group:
            shutil.chown(path, group=group)
            path.chmod(0o660)
    except (OSError, LookupError):
        made.close()
        _remove_stale(path)
        raise
    finally:
        os.umask(mask)
    return made


def _caller(writer: asyncio.StreamWriter) -> Caller:
    connection: socket.socket = writer.get_extra_info("socket")
    return Caller(*_CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)))


def _remove_stale(path: Path) -> None:
    """Remove the socket that a killed controller left behind; never remove anything that is not a socket."""
    if path.is_socket():
        path.unlink()
