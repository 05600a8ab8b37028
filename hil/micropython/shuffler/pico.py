"""The board of a Raspberry Pi Pico: UART 0 as the line, flash as memory, the USB console as hands.

Copy the folder `shuffler` to the Pico, and a main.py of one line: `import shuffler.pico`.
"""

import os
import select
import sys
import time

import machine
import rp2
import uctypes

from .device import Traits
from .loop import Port, Shuffler, run
from .memory import Store
from .works import Pace

_XIP_BASE = 0x10000000
_FLASH_BYTES = 2 * 1024 * 1024
_PIECE = 4096


class FlashStore(Store):
    """A file of the flash: littlefs keeps what is written once the file is closed, and renames in one step."""

    def __init__(self, path: str) -> None:
        self._path = path

    def read(self) -> bytes:
        try:
            with open(self._path, "rb") as file:
                return file.read()
        except OSError:
            return b""

    def write(self, data: bytes, *, durable: bool) -> None:  # noqa: ARG002  # littlefs keeps every closed file
        new = self._path + ".new"
        with open(new, "wb") as file:
            file.write(data)
        os.rename(new, self._path)


class PicoPort(Port):
    """Pins 0 and 1 at 115200 baud."""

    def __init__(self) -> None:
        self._uart = machine.UART(0, 115200, rxbuf=1024, txbuf=1024)
        self._all = select.poll()
        self._all.register(self._uart, select.POLLIN)
        self._all.register(sys.stdin, select.POLLIN)
        self._hands = select.poll()
        self._hands.register(sys.stdin, select.POLLIN)
        self._typed = ""
        self._now = 0
        self._ticks = time.ticks_ms()

    def random(self, count: int) -> bytes:
        return os.urandom(count)

    def image(self) -> list[bytes]:
        """The interpreter's part of the flash, and every file of this package."""
        files = rp2.Flash()
        end = _FLASH_BYTES - files.ioctl(4, 0) * files.ioctl(5, 0)
        pieces = [uctypes.bytearray_at(_XIP_BASE + at, _PIECE) for at in range(0, end, _PIECE)]
        folder = __file__.rsplit("/", 1)[0]
        for name in sorted(os.listdir(folder)):
            with open(folder + "/" + name, "rb") as file:
                pieces += [name.encode() + b"\0", file.read(), b"\0"]
        return pieces

    def wait(self, ms: int, *, line: bool) -> None:
        (self._all if line else self._hands).poll(ms)

    def now(self) -> int:
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def read(self) -> bytes:
        return self._uart.read() or b""

    def write(self, data: bytes) -> None:
        if data:
            self._uart.write(data)

    def asked(self) -> list[str]:
        lines: list[str] = []
        while self._hands.poll(0):
            letter = sys.stdin.read(1)
            if letter in "\r\n":
                if self._typed.strip():
                    lines.append(self._typed)
                self._typed = ""
            else:
                self._typed += letter
        return lines

    def answer(self, text: str) -> None:
        print(text)


def start() -> None:
    """Run the device; after `stop` or `cut` start the board again, as power would."""
    port = PicoPort()
    traits = Traits((machine.unique_id() * 2)[:16])
    run(port, Shuffler(port, traits, FlashStore("memory"), FlashStore("world"), Pace()))
    machine.reset()


start()
