"""A broker inside this process, for whoever has none at hand."""

import asyncio
import logging
import socket
from types import TracebackType
from typing import Self

from amqtt.broker import Broker

LOOPBACK = "127.0.0.1"


class EmbeddedBroker:
    """An MQTT broker on a free port of the loopback interface, open to anybody there."""

    def __init__(self) -> None:
        """Choose the port; listening begins with the `async with`."""
        self.port = free_port()
        logging.getLogger("amqtt").setLevel(logging.ERROR)
        logging.getLogger("transitions").setLevel(logging.ERROR)
        self._broker = Broker(
            {
                "listeners": {"default": {"type": "tcp", "bind": f"{LOOPBACK}:{self.port}"}},
                "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
            }
        )

    @property
    def url(self) -> str:
        """Return where to subscribe."""
        return f"mqtt://{LOOPBACK}:{self.port}"

    async def __aenter__(self) -> Self:
        """Listen."""
        await self._broker.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop listening and let every client go."""
        await self._broker.shutdown()
        await asyncio.sleep(0)


def free_port() -> int:
    """Return a loopback port that nobody holds at this moment."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port
