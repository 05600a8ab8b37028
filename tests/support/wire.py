"""A wire between a simulated shuffler and its host inside one process, which carries bytes at once.

A pseudo-terminal hands bytes on when the kernel gets to it. On an event loop whose time is virtual that would be after
any time at all; what is written to a socket can be read at once, however busy the machine is.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable

import pytest

from drivers.serial.stream import ByteStream

TERMINAL = "hil.shuffler.device.Terminal"


class Wires:
    """Every wire of a test, by the path of its device."""

    def __init__(self) -> None:
        self._wires: list[Wire] = []

    def new(self, on_bytes: Callable[[bytes], None]) -> Wire:
        self._wires.append(Wire(on_bytes, path=f"/wire/{len(self._wires)}"))
        return self._wires[-1]

    def open(self, path: str) -> ByteStream:
        """Return the host's end; an earlier host's end hears nothing more."""
        return next(wire for wire in self._wires if wire.path == path).host()


class Wire:
    """Takes the place of a `Terminal`. Bytes that no host reads are dropped."""

    def __init__(self, on_bytes: Callable[[bytes], None], *, path: str) -> None:
        self.path = path
        self._on_bytes = on_bytes
        self._end: socket.socket | None = None

    def host(self) -> ByteStream:
        self.unplug()
        self._end, other = socket.socketpair()
        self._end.settimeout(0)
        asyncio.get_running_loop().add_reader(self._end, self._read)
        return ByteStream(other.fileno(), name=self.path, close=other.close)

    def plug_in(self) -> None:
        """A host plugs it in."""

    def unplug(self) -> None:
        if self._end is not None:
            asyncio.get_running_loop().remove_reader(self._end)
            self._end.close()
            self._end = None

    def remove(self) -> None:
        self.unplug()

    def write(self, data: bytes) -> None:
        if self._end is not None:
            try:
                os.write(self._end.fileno(), data)
            except (BlockingIOError, BrokenPipeError):
                return

    def _read(self) -> None:
        data = self._end.recv(4096) if self._end is not None else b""
        if data:
            self._on_bytes(data)
        else:
            self.unplug()


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Wires:
    """Let every simulated shuffler of this test be at the end of a wire."""
    made = Wires()
    monkeypatch.setattr(TERMINAL, made.new)
    return made
