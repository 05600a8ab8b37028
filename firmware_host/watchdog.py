"""
What the service manager is told: that the table is ready, that it stops, and that it is alive (sd_notify(3)).

Alive means that the event loop turned, the journal's writer answered and somebody watches over every part. A device
that is dead is an alert at the table and no reason to start everything again.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Self

log = logging.getLogger(__name__)

Proof = Callable[[], Awaitable[None]]
"""Returns when the journal's writer has answered."""
Late = Callable[[], tuple[str, ...]]
"""Who is not watched over any more."""


class ServiceManager:
    """Talks to systemd where it started us and asked for it; says nothing otherwise."""

    def __init__(self, address: str | None, *, watchdog_s: float | None = None) -> None:
        """Store; nothing is said yet."""
        self._address = address
        self.watchdog_s = watchdog_s if address else None
        """How long it waits for a sign of life; None where it does not."""

    @classmethod
    def of(cls, environment: Mapping[str, str], *, pid: int | None = None) -> Self:
        """Take what it left for this very process."""
        address = environment.get("NOTIFY_SOCKET") or None
        meant = environment.get("WATCHDOG_PID", "") in ("", str(pid or os.getpid()))
        wait = environment.get("WATCHDOG_USEC", "")
        return cls(address, watchdog_s=int(wait) / 1e6 if meant and wait.isdigit() and int(wait) else None)

    def ready(self, status: str) -> None:
        """Say that the table runs."""
        self._say("READY=1", f"STATUS={status}")

    def stopping(self) -> None:
        """Say that an orderly stop has begun."""
        self._say("STOPPING=1", "STATUS=stopping")

    def alive(self) -> None:
        """Feed the watchdog."""
        self._say("WATCHDOG=1")

    def _say(self, *words: str) -> None:
        if self._address is None:
            return
        name = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC) as said:
                said.sendto("\n".join(words).encode(), name)
        except OSError as error:
            log.warning("the service manager was not told %s (%s)", words[0], error)


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
