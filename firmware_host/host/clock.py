"""The clock port: the host reads time and waits only through it, so that tests can run hours in milliseconds."""

import asyncio
import ctypes
import logging
import secrets
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Protocol

from firmware_host.table.clocks import Stamp

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

STATUS = Path("/proc/self/status")

FILTERED = "Seccomp:\t2"
"""In `STATUS`: a filter of system calls is in force, such as `SystemCallFilter=` of systemd."""

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


log = logging.getLogger(__name__)


class SystemClock:
    """The board's clocks."""

    def __init__(self) -> None:
        """Read the boot id once; it cannot change while the program runs."""
        self._boot = boot_id()
        self._may_ask = may_ask_whether_synced()
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
        return self._may_ask and 0 <= int(self._adjtimex(self._read_only)) < TIME_ERROR


@cache
def boot_id(file: Path = BOOT_ID) -> str:
    """
    Return the kernel's name for this boot; if it cannot be read, a new name for each start of this program.

    Then a restart of the program counts as a restart of the board: a clock that ran before is not continued.
    """
    try:
        return file.read_text().strip().replace("-", "")
    except OSError as error:
        log.warning(
            "cannot read %s (%s), so each start counts as a reboot of the board and the age of the decks is lost; "
            "under systemd remove `ProcSubset=pid`",
            file,
            error.strerror,
        )
        return secrets.token_hex(16)


@cache
def may_ask_whether_synced() -> bool:
    """
    Return whether the kernel lets this process call adjtimex(2), which only reads here.

    A filter may end a process that calls it. Under a filter a child process tries first.
    """
    if FILTERED not in _status():
        return True
    tries = f"import ctypes; print(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer({TIMEX_BYTES})))"
    tried = subprocess.run([sys.executable, "-I", "-S", "-c", tries], capture_output=True, text=True, check=False)
    may = tried.returncode == 0 and not tried.stdout.startswith("-")
    if not may:
        log.warning(
            "a filter of system calls forbids adjtimex, so the clock counts as not synchronised; under systemd "
            "add `SystemCallFilter=adjtimex clock_adjtime`, and leave out `ProtectClock=`"
        )
    return may


def _status() -> str:
    try:
        return STATUS.read_text()
    except OSError:
        return ""
