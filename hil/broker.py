"""An MQTT broker for tests and the demo: in this process, or alone with `python -m hil.broker PORT`."""

import asyncio
import logging
import secrets
import signal
import socket
import sys
from contextlib import suppress
from types import TracebackType
from typing import Self

from amqtt.broker import Broker

LOOPBACK = "127.0.0.1"

PORTS = range(12_000, 32_768)


class EmbeddedBroker:
    """An MQTT broker on a free port of the loopback interface, without authentication."""

    def __init__(self, port: int | None = None) -> None:
        """Choose a port unless one is given; the broker listens inside the `async with`."""
        self.port = port or free_port()
        for name in ("amqtt", "transitions"):
            # Killed clients are normal here, so the broker must not log them.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._broker = Broker(
            {
                "listeners": {"default": {"type": "tcp", "bind": f"{LOOPBACK}:{self.port}"}},
                "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
            }
        )

    @property
    def url(self) -> str:
        """Return the URL to subscribe to."""
        return f"mqtt://{LOOPBACK}:{self.port}"

    async def __aenter__(self) -> Self:
        """Start listening."""
        await self._broker.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop listening and disconnect all clients."""
        await self._broker.shutdown()
        await asyncio.sleep(0)


async def _serve(port: int) -> None:
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, over.set)
    async with EmbeddedBroker(port):
        await over.wait()


def free_port() -> int:
    """
    Return a loopback port that is free at this moment.

    The kernel gives the ports above this range to outgoing connections: one of them could have the port before the
    broker listens there, or a client that waits for the broker could be connected to itself.
    """
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((LOOPBACK, port))
            return port


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
