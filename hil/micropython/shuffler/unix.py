"""The board of MicroPython's unix port: a serial device or pty, files, and standard input as hands."""

import os
import select
import sys
import termios
import time

import ffi

from .loop import Port
from .memory import Store

_O_RDWR, _O_NOCTTY, _O_NONBLOCK = 0o2, 0o400, 0o4000
_PENDING = 4096

_libc = ffi.open("libc.so.6")
_open = _libc.func("i", "open", "si")
_read = _libc.func("i", "read", "ipi")
_write = _libc.func("i", "write", "ipi")
_close = _libc.func("i", "close", "i")
_fsync = _libc.func("i", "fsync", "i")


class FileStore(Store):
    """A file that is replaced by renaming a new one over it."""

    def __init__(self, path: str) -> None:
        self._path = path

    def read(self) -> bytes:
        try:
            with open(self._path, "rb") as file:
                return file.read()
        except OSError:
            return b""

    def write(self, data: bytes, *, durable: bool) -> None:
        new = self._path + ".new"
        with open(new, "wb") as file:
            file.write(data)
            file.flush()
            if durable and _fsync(file.fileno()) != 0:
                raise OSError("cannot write the device's memory to the disk")
        os.rename(new, self._path)
        if durable:
            self._keep_the_name()

    def _keep_the_name(self) -> None:
        folder = _open(self._path.rsplit("/", 1)[0] if "/" in self._path else ".", 0)
        _fsync(folder)
        _close(folder)


def firmware() -> list[bytes]:
    """Every file of this package, by name: no two builds have the same bytes."""
    folder = __file__.rsplit("/", 1)[0] if "/" in __file__ else "."
    pieces: list[bytes] = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(folder + "/" + name, "rb") as file:
                pieces += [name.encode() + b"\0", file.read(), b"\0"]
    return pieces


class UnixPort(Port):
    """A serial line by its path; hands by standard input and output."""

    def __init__(self, path: str) -> None:
        self._fd = _open(path, _O_RDWR | _O_NOCTTY | _O_NONBLOCK)
        if self._fd < 0:
            raise OSError("cannot open " + path)
        termios.setraw(self._fd)
        self._line = select.poll()
        self._line.register(self._fd, select.POLLIN)
        self._line.register(0, select.POLLIN)
        self._hands = select.poll()
        self._hands.register(0, select.POLLIN)
        self._buffer = bytearray(4096)
        self._pending = b""
        self._typed = b""
        self._now = 0
        self._ticks = time.ticks_ms()
        self.image_pieces = firmware()

    def random(self, count: int) -> bytes:
        return os.urandom(count)

    def image(self) -> list[bytes]:
        return self.image_pieces

    def wait(self, ms: int, *, line: bool) -> None:
        (self._line if line else self._hands).poll(ms)

    def now(self) -> int:
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def read(self) -> bytes:
        count = _read(self._fd, self._buffer, len(self._buffer))
        return bytes(self._buffer[:count]) if count > 0 else b""

    def write(self, data: bytes) -> None:
        # A line that nobody reads is as good as a cut one: what does not fit is not sent.
        if len(self._pending) + len(data) <= _PENDING:
            self._pending += data
        if self._pending:
            count = _write(self._fd, self._pending, len(self._pending))
            self._pending = self._pending[max(count, 0) :]

    def asked(self) -> list[str]:
        if not self._hands.poll(0):
            return []
        count = _read(0, self._buffer, len(self._buffer))
        if count <= 0:
            self._hands.unregister(0)
            self._line.unregister(0)
            return ['{"do": "stop"}']
        lines = (self._typed + bytes(self._buffer[:count])).split(b"\n")
        self._typed = lines.pop()
        return [text.decode() for text in lines if text.strip()]

    def answer(self, text: str) -> None:
        sys.stdout.write(text + "\n")
