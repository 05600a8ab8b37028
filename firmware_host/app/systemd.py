"""
What the service manager is told: that the table is ready, that it stops, and that it is alive (sd_notify(3)).

Alive means that the event loop turned, the journal's writer answered and somebody watches over every part. A device
that is dead is an alert at the table and no reason to start everything again.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Self

STOPPING_S = 1.0
"""A stop is not held up for longer by a manager that does not listen."""

log = logging.getLogger(__name__)

Proof = Callable[[], Awaitable[None]]
"""Returns when the journal's writer has answered."""

Late = Callable[[], tuple[str, ...]]
"""Who is not watched over any more."""


class ServiceManager:
    """Talks to systemd where it started us and asked for it; says nothing otherwise."""

    def __init__(self, address: str | None, *, watchdog_s: float | None = None, again_s: float = 1.0) -> None:
        """Store; nothing is said yet."""
        self._address = address
        self._again_s = again_s
        self.watchdog_s = watchdog_s if address else None
        """How long it waits for a sign of life; None where it does not."""

    @classmethod
    def of(cls, environment: Mapping[str, str], *, pid: int | None = None) -> Self:
        """Take what it left for this very process."""
        address = environment.get("NOTIFY_SOCKET") or None
        meant = environment.get("WATCHDOG_PID", "") in ("", str(pid or os.getpid()))
        wait = environment.get("WATCHDOG_USEC", "")
        return cls(address, watchdog_s=int(wait) / 1e6 if meant and wait.isdigit() and int(wait) else None)

    async def ready(self, status: str) -> None:
        """
        Say that the table runs, for as long as it takes to be heard.

        A manager that waits for it ends a table of which it never hears it: neither a queue that is full nor a manager
        that is just being exchanged may swallow it.
        """
        missed = False
        while True:
            try:
                await self._say_patiently("READY=1", f"STATUS={status}")
            except OSError as error:
                if not missed:
                    log.warning("the service manager is not there for READY=1 (%s): it is said again", error)
                missed = True
                await asyncio.sleep(self._again_s)
            else:
                return

    async def stopping(self) -> None:
        """Say that an orderly stop has begun; it waits a moment for a manager that is busy, never for good."""
        try:
            async with asyncio.timeout(STOPPING_S):
                await self._say_patiently("STOPPING=1", "STATUS=stopping")
        except TimeoutError:
            log.warning("the service manager was not told STOPPING=1 (its queue is full)")
        except OSError as error:
            log.warning("the service manager was not told STOPPING=1 (%s)", error)

    def alive(self) -> None:
        """Feed the watchdog. The next time makes up for one that was not heard."""
        if self._address is None:
            return
        try:
            with self._to(self._address) as said:
                said.send(b"WATCHDOG=1")
        except OSError as error:
            log.warning("the service manager was not told WATCHDOG=1 (%s)", error)

    async def _say_patiently(self, *words: str) -> None:
        """Wait while its queue is full. Raises `OSError` where nobody listens."""
        if self._address is None:
            return
        with self._to(self._address) as said:
            await asyncio.get_running_loop().sock_sendall(said, "\n".join(words).encode())

    @contextmanager
    def _to(self, address: str) -> Iterator[socket.socket]:
        """Connected, so that the loop can wait for room: who is not connected can always write, and is refused."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC) as said:
            said.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            yield said


async def feed(manager: ServiceManager, *, writer_answers: Proof, late: Late) -> None:
    """Feed the watchdog three times as often as it asks, as long as all is proved each time. Never returns."""
    if manager.watchdog_s is None:
        await asyncio.get_running_loop().create_future()
        return
    pause_s = manager.watchdog_s / 3
    while True:
        try:
            async with asyncio.timeout(pause_s):
                await writer_answers()
        except TimeoutError:
            log.error("the journal's writer did not answer for %.3g s: the watchdog is not fed", pause_s)  # noqa: TRY400
        else:
            if names := late():
                log.error("nobody watches over %s any more: the watchdog is not fed", ", ".join(names))
            else:
                manager.alive()
        await asyncio.sleep(pause_s)
