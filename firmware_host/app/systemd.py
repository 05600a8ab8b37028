"""
Notifies systemd that the controller is ready, stopping or alive (sd_notify(3)).

Alive means that the event loop runs, the journal's writer answers, and every part has a running supervisor. A dead
device raises an alert at the table; the device is no reason to restart the controller.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Self

STOPPING_S = 1.0
"""The longest that an unresponsive service manager may delay a stop."""

log = logging.getLogger(__name__)

Proof = Callable[[], Awaitable[None]]
"""Returns once the journal's writer has answered."""

Late = Callable[[], tuple[str, ...]]
"""Returns the names of the parts without a running supervisor."""


class ServiceManager:
    """Sends notifications to systemd; does nothing if systemd did not ask for them."""

    def __init__(self, address: str | None, *, watchdog_s: float | None = None, again_s: float = 1.0) -> None:
        """`address` is the notification socket, None without systemd; nothing is sent yet."""
        self._address = address
        self._again_s = again_s
        self.watchdog_s = watchdog_s if address else None
        """The watchdog timeout; None without a watchdog."""

    @classmethod
    def of(cls, environment: Mapping[str, str], *, pid: int | None = None) -> Self:
        """Read the settings that systemd left in the environment, if they are for this process."""
        address = environment.get("NOTIFY_SOCKET") or None
        is_ours = environment.get("WATCHDOG_PID", "") in ("", str(pid or os.getpid()))
        wait = environment.get("WATCHDOG_USEC", "")
        return cls(address, watchdog_s=int(wait) / 1e6 if is_ours and wait.isdigit() and int(wait) else None)

    async def ready(self, status: str) -> None:
        """
        Send READY=1, and retry until systemd has received it.

        If the message got lost (a full queue, or a systemd that is just restarting), systemd would stop the controller
        at the end of its start timeout.
        """
        missed = False
        while True:
            try:
                await self._send_or_wait("READY=1", f"STATUS={status}")
            except OSError as error:
                if not missed:
                    log.warning("cannot tell systemd that the controller is ready (%s); trying again", error)
                missed = True
                await asyncio.sleep(self._again_s)
            else:
                return

    async def stopping(self) -> None:
        """Send STOPPING=1; wait at most `STOPPING_S` for a busy systemd."""
        try:
            async with asyncio.timeout(STOPPING_S):
                await self._send_or_wait("STOPPING=1", "STATUS=stopping")
        except TimeoutError:
            log.warning("could not tell systemd that the controller is stopping (its queue is full); stopping anyway")
        except OSError as error:
            log.warning("could not tell systemd that the controller is stopping (%s); stopping anyway", error)

    def alive(self) -> None:
        """Feed the watchdog; if one message is lost, the next one makes up for it."""
        if self._address is None:
            return
        try:
            with self._connected(self._address) as connection:
                connection.send(b"WATCHDOG=1")
        except OSError as error:
            log.warning(
                "could not feed systemd's watchdog (%s); if this lasts, systemd will restart the controller", error
            )

    async def _send_or_wait(self, *lines: str) -> None:
        """Send, and wait while the queue is full. Raises `OSError` if nothing listens on the socket."""
        if self._address is None:
            return
        with self._connected(self._address) as connection:
            await asyncio.get_running_loop().sock_sendall(connection, "\n".join(lines).encode())

    @contextmanager
    def _connected(self, address: str) -> Iterator[socket.socket]:
        """
        Yield a connected socket, so that the event loop can wait for room in the queue.

        An unconnected socket always counts as writable, and a send to a full queue then fails.
        """
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC) as made:
            made.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            yield made


async def feed(manager: ServiceManager, *, writer_answers: Proof, late: Late) -> None:
    """Feed the watchdog three times per timeout while the writer and all supervisors are alive. Never returns."""
    if manager.watchdog_s is None:
        await asyncio.get_running_loop().create_future()
        return
    pause_s = manager.watchdog_s / 3
    while True:
        try:
            async with asyncio.timeout(pause_s):
                await writer_answers()
        except TimeoutError:
            log.error(  # noqa: TRY400
                "the journal's writer did not answer for %.3g s; the watchdog is not fed, so systemd will restart "
                "the controller",
                pause_s,
            )
        else:
            if names := late():
                log.error(
                    "parts without a supervisor: %s; the watchdog is no longer fed, so systemd will restart "
                    "the controller",
                    ", ".join(names),
                )
            else:
                manager.alive()
        await asyncio.sleep(pause_s)
