"""A subscriber who believes nothing: keeps every message as it came, duplicates and all."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiomqtt

from hil.changes import Changes

AGAIN_S = 0.02


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """One message."""

    topic: str
    payload: bytes
    retained: bool


class Listener:
    """Everything below `base`, from the moment `subscribed` is set; the event is clear while the broker is away."""

    def __init__(self, *, url: str, base: str) -> None:
        self.heard: list[Heard] = []
        self.subscribed = asyncio.Event()
        self._address = urlsplit(url)
        self._base = base
        self._changes = Changes()

    def on(self, topic: str) -> list[bytes]:
        return [heard.payload for heard in self.heard if heard.topic == topic]

    async def until(self, condition: Callable[[], bool], *, within_s: float = 60.0) -> None:
        """Wait until it is so. Raises TimeoutError when nothing was heard for so long, or after three times that."""
        await self._changes.until(
            condition,
            within_s=within_s,
            at_most_s=3 * within_s,
            so_far=lambda: f"{len(self.heard)} messages were heard",
        )

    async def run(self) -> None:
        while True:
            try:
                async with aiomqtt.Client(self._address.hostname or "", self._address.port or 0) as client:
                    await client.subscribe(f"{self._base}/#", qos=1)
                    self.subscribed.set()
                    async for message in client.messages:
                        self.heard.append(
                            Heard(
                                topic=str(message.topic), payload=bytes(message.payload), retained=bool(message.retain)
                            )
                        )
                        await self._changes.happened()
            except aiomqtt.MqttError:
                self.subscribed.clear()
                await asyncio.sleep(AGAIN_S)


@asynccontextmanager
async def listening(url: str, base: str) -> AsyncIterator[Listener]:
    """Be subscribed."""
    listener = Listener(url=url, base=base)
    running = asyncio.create_task(listener.run())
    try:
        async with asyncio.timeout(20):
            await listener.subscribed.wait()
        yield listener
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
