"""The clock port: the host reads time and waits only through it, so that tests can run hours in milliseconds."""

import asyncio
import ctypes
import time
from pathlib import Path
from typing import Protocol

from firmware_host.table.clocks import Stamp

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

TIME_ERROR = 5
"""What adjtimex(2) returns while the kernel's clock is not synchronised."""

TIMEX_BYTES = 256
"""At least the size of `struct timex` on every Linux; a buffer of zeros reads and changes nothing."""


class Clock(Protocol):
    """Gives stamps, and waits for a time."""

    def stamp(self) -> Stamp:
        """Return the present time."""
        ...

    async def sleep_until(self, mono_ms: int) -> None:
        """Return once the monotonic clock has reached `mono_ms`."""
        ...


class SystemClock:
    """The board's clocks."""

    def __init__(self) -> None:
        """Read the boot id once; it cannot change while the program runs."""
        self._boot = BOOT_ID.read_text().strip().replace("-", "")
        self._adjtimex = ctypes.CDLL(None).adjtimex
        self._read_only = ctypes.create_string_buffer(TIMEX_BYTES)

    def stamp(self) -> Stamp:
        """Return the time of both clocks, and whether the wall clock is synchronised."""
        return Stamp(
            wall_ms=time.time_ns() // 1_000_000,
            mono_ms=time.monotonic_ns() // 1_000_000,
            boot=self._boot,
            synced=self._synced(),
        )

    async def sleep_until(self, mono_ms: int) -> None:
        """Wait on the event loop, whose clock is the same monotonic one."""
        await asyncio.sleep(max(0, mono_ms - time.monotonic_ns() // 1_000_000) / 1000)

    def _synced(self) -> bool:
        return 0 <= int(self._adjtimex(self._read_only)) < TIME_ERROR
