"""A line between a client and its broker that a test can cut, or make deaf in one direction."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

from hil.broker import LOOPBACK, free_port


class Relay:
    """Connect the client to `port`; what it sends goes on to the broker's."""

    def __init__(self, broker_port: int) -> None:
        self.port = free_port()
        self.swallows_answers = False
        """True: nothing the broker says arrives any more."""
        self.sent = bytearray()
        """All that went on to the broker."""
        self._broker_port = broker_port
        self._changed = asyncio.Condition()
        self._lines: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._dead: list[asyncio.Task[None]] = []
        """Their line is half open: nothing crosses it in either direction, and neither end is told."""

    @property
    def url(self) -> str:
        return f"mqtt://{LOOPBACK}:{self.port}"

    async def __aenter__(self) -> Self:
        await self.admit()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._lines, return_exceptions=True)
        await self._server.wait_closed()
        # What was aborted is closed in the next turn of the loop.
        await asyncio.sleep(0)

    async def admit(self) -> None:
        """Let clients connect from now on."""
        self._server = await asyncio.start_server(self._serve, LOOPBACK, self.port)

    async def refuse(self) -> None:
        """Let no new client connect, as a machine without a broker."""
        self._server.close()
        await self._server.wait_closed()

    def cut(self) -> None:
        """The client is gone without a word."""
        for task in self._lines:
            task.cancel()

    def half_open(self) -> None:
        """The lines there are carry nothing any more, and no end hears of it; a new one is as good as ever."""
        self._dead += self._lines

    async def until(self, condition: Callable[[], bool], *, within_s: float = 60.0) -> None:
        """Wait until what was sent makes this true."""
        async with asyncio.timeout(within_s), self._changed:
            await self._changed.wait_for(condition)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._lines[task] = writer
        try:
            with suppress(OSError):
                await self._relay(reader, writer)
        except asyncio.CancelledError:
            return
        finally:
            writer.transport.abort()
            del self._lines[task]

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_broker, to_broker = await asyncio.open_connection(LOOPBACK, self._broker_port)
        line = asyncio.current_task()
        ways = [
            asyncio.create_task(self._to_broker(reader, to_broker, line)),
            asyncio.create_task(self._from_broker(from_broker, writer, line)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if line in self._dead:
                # That one end has given up is a word that does not get through either.
                await asyncio.Event().wait()
        finally:
            to_broker.transport.abort()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _to_broker(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: asyncio.Task[None] | None
    ) -> None:
        while data := await reader.read(65536):
            if line in self._dead:
                continue
            self.sent += data
            async with self._changed:
                self._changed.notify_all()
            writer.write(data)
            await writer.drain()

    async def _from_broker(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: asyncio.Task[None] | None
    ) -> None:
        while data := await reader.read(65536):
            if not self.swallows_answers and line not in self._dead:
                writer.write(data)
                await writer.drain()
