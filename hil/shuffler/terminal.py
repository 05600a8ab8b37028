"""A pseudo-terminal that can be unplugged, reached by a path that stays the same."""

import asyncio
import os
import pty
import tempfile
import tty
from collections.abc import Callable
from pathlib import Path


class Terminal:
    """A pseudo-terminal that keeps its own slave descriptor, so that it survives the host. Unread bytes are dropped."""

    def __init__(self, on_bytes: Callable[[bytes], None]) -> None:
        self._on_bytes = on_bytes
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._master: int | None = None
        self._slave: int | None = None

    @property
    def path(self) -> str:
        """The path of the port, known from the first `plug_in` on."""
        return str(self._link)

    @property
    def _link(self) -> Path:
        if self._folder is None:
            raise RuntimeError("the simulated shuffler has not been entered (async with)")
        return Path(self._folder.name, "port")

    def plug_in(self) -> None:
        if self._master is not None:
            return
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="shuffler-")
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._link.symlink_to(os.ttyname(self._slave))
        asyncio.get_running_loop().add_reader(self._master, self._read)

    def unplug(self) -> None:
        if self._master is None or self._slave is None:
            return
        asyncio.get_running_loop().remove_reader(self._master)
        self._link.unlink()
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = None

    def remove(self) -> None:
        self.unplug()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def write(self, data: bytes) -> None:
        """Write like a serial line: bytes that do not fit are lost, and the link repeats them."""
        if self._master is None:
            return
        try:
            os.write(self._master, data)
        except BlockingIOError:
            return

    def _read(self) -> None:
        if self._master is None:
            return
        try:
            data = os.read(self._master, 4096)
        except BlockingIOError:
            return
        self._on_bytes(data)
