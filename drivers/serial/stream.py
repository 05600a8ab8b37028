"""Reads and writes bytes on an open descriptor on the event loop, without blocking or spinning.

pyserial's own write loops forever when a peer stops reading, so pyserial only opens the port (see `opening`).
"""

import asyncio
import os
from collections.abc import Callable
from typing import Final

from drivers.serial.port_errors import PortLost

QUEUED_MAX: Final = 16384
"""The most bytes queued for a slow peer; a link has far fewer under way, so a full queue is a fault."""

WRITE_DEADLINE_S: Final = 5.0
"""If no queued byte is sent for this long, the peer has stopped reading."""

_READ_MAX = 4096


class ByteStream:
    """A stream of bytes, for one reader. After PortLost every call raises it again; `close` is always allowed."""

    def __init__(
        self,
        descriptor: int,
        *,
        name: str,
        close: Callable[[], None],
        write_deadline_s: float = WRITE_DEADLINE_S,
    ) -> None:
        self._descriptor = descriptor
        self._name = name
        self._close = close
        self._write_deadline_s = write_deadline_s
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._readable = False
        self._waiting = bytearray()
        self._stalled: asyncio.TimerHandle | None = None
        self._lost: PortLost | None = None
        self._closed = False
        os.set_blocking(descriptor, False)

    async def read(self, *, until: float | None) -> bytes:
        """Return the bytes that have arrived; `b""` at loop time `until` or after `interrupt`. Raises PortLost.

        A cancelled call has taken no bytes from the port.
        """
        self._raise_if_lost()
        if not self._wake.is_set():
            self._loop.add_reader(self._descriptor, self._on_readable)
            alarm = None if until is None else self._loop.call_at(until, self._wake.set)
            try:
                await self._wake.wait()
            finally:
                if alarm is not None:
                    alarm.cancel()
                if not self._closed:
                    self._loop.remove_reader(self._descriptor)
        self._wake.clear()
        self._raise_if_lost()
        return self._take()

    def interrupt(self) -> None:
        """Make a waiting `read` return now."""
        self._wake.set()

    def write(self, data: bytes) -> None:
        """Send, and queue the rest. Raises PortLost, also if the queue is full."""
        self._raise_if_lost()
        if len(self._waiting) + len(data) > QUEUED_MAX:
            self._lose(f"{self._name}: the device does not accept data; {QUEUED_MAX} bytes are waiting")
            self._raise_if_lost()
        self._waiting += data
        if self._stalled is None:
            self._drain()
            self._raise_if_lost()

    def close(self) -> None:
        if self._closed:
            return
        self._lose(f"{self._name} was closed")
        self._loop.remove_reader(self._descriptor)
        self._closed = True
        self._close()

    def _on_readable(self) -> None:
        self._readable = True
        self._wake.set()

    def _take(self) -> bytes:
        if not self._readable:
            return b""
        self._readable = False
        try:
            data = os.read(self._descriptor, _READ_MAX)
        except (BlockingIOError, InterruptedError):
            return b""
        except OSError as error:
            self._lose(f"{self._name} was disconnected ({error.strerror})")
        else:
            if data:
                return data
            self._lose(f"{self._name} was disconnected (end of stream)")
        self._raise_if_lost()
        return b""

    def _drain(self) -> None:
        """Send queued bytes; called by `write`, and by the loop when the port accepts bytes again."""
        try:
            written = os.write(self._descriptor, self._waiting) if self._waiting else 0
        except (BlockingIOError, InterruptedError):
            written = 0
        except OSError as error:
            self._lose(f"{self._name} was disconnected ({error.strerror})")
            return
        del self._waiting[:written]
        if not self._waiting:
            self._stop_waiting()
        elif written or self._stalled is None:
            self._wait_for_peer()

    def _wait_for_peer(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
        self._stalled = self._loop.call_later(self._write_deadline_s, self._on_stalled)
        self._loop.add_writer(self._descriptor, self._drain)

    def _stop_waiting(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
            self._loop.remove_writer(self._descriptor)

    def _on_stalled(self) -> None:
        self._lose(f"{self._name}: the device has accepted no data for {self._write_deadline_s:g} s")

    def _lose(self, say: str) -> None:
        self._stop_waiting()
        self._waiting.clear()
        if self._lost is None:
            self._lost = PortLost(self._name, say)
        self._wake.set()

    def _raise_if_lost(self) -> None:
        if self._lost is not None:
            raise PortLost(self._lost.port, str(self._lost))
