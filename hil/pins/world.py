"""
The world around the board: whoever presses keys and moves the puck, on asyncio.

    async with PinWorld(path) as world:
        world.drive(17, 0)
        await world.connected()
        await world.press(4, down_ms=60)

It keeps every level it drives, so a controller that dies and comes back finds the puck where it lies.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from hil.pins.wire import Driven, Level, Output, Snapshot, line

FLOOD_EDGES = 20_000

Move = tuple[Level, float]

"""A level and for how many seconds it stays."""


class PinWorld:
    """One controller at a time: a new connection takes the place of the old."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.outputs: dict[int, Level] = {}
        """What the connected controller set; empty while there is none."""
        self.connections = 0
        """How often a controller connected."""
        self._levels: dict[int, Level] = {}
        self._hanging: dict[int, Level] = {}
        """Pins whose contact hangs, with the level at which it would be if it moved."""
        self._told_s: dict[int, float] = {}
        """Until when is told what each pin does: what comes later cannot overtake it."""
        self._controller: asyncio.StreamWriter | None = None
        self._changed = asyncio.Condition()
        self._serving: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, self.path)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for writer in self._serving.values():
            writer.transport.abort()
        await asyncio.gather(*self._serving)
        await self._server.wait_closed()
        self.path.unlink(missing_ok=True)

    async def connected(self, *, times: int = 1) -> None:
        """Waits for a controller; `times=2` for the one after a restart."""
        await self._until(lambda: self._controller is not None and self.connections >= times)

    async def disconnected(self) -> None:
        await self._until(lambda: self._controller is None)

    async def shows(self, pin: int, output: Level) -> None:
        """Waits until the controller has set this output."""
        await self._until(lambda: self.outputs.get(pin) == output)

    def level(self, pin: int) -> Level | None:
        """None: the world leaves the pin to its pull."""
        return self._levels.get(pin)

    def drive(self, pin: int, level: Level, *, at_s: float | None = None) -> None:
        """`at_s`, by the monotonic clock: later in a movement that is told of before it is over; else it is now."""
        if pin in self._hanging:
            self._hanging[pin] = level
        else:
            self._set(pin, level, at_s=at_s)

    async def goes_through(self, pin: int, moves: Iterable[Move]) -> None:
        """
        Let it keep each of these levels for so many seconds, and the last one on.

        It is told as a whole as it begins: a machine that is busy in between would make other pulses of these.
        """
        begins_s = at_s = time.monotonic()
        for level, stays_s in moves:
            self.drive(pin, level, at_s=at_s)
            at_s += stays_s
        await asyncio.sleep(at_s - begins_s)

    def hang(self, pin: int, level: Level) -> None:
        """From now on it is so, whatever is done to it, until `free`."""
        self._hanging[pin] = self._levels.get(pin, 1)
        self._set(pin, level)

    def free(self, pin: int) -> None:
        """It moves again, and falls where it belongs by what was done to it meanwhile."""
        if pin in self._hanging:
            self._set(pin, self._hanging.pop(pin))

    def hangs(self, pin: int) -> bool:
        return pin in self._hanging

    def flood(self, pin: int) -> None:
        """More edges than any contact makes, all at once and evenly; it ends as it was."""
        before = self._levels.get(pin, 1)
        self._tell_of(Driven(pin=pin, level=0 if before else 1, at_s=time.monotonic(), edges=FLOOD_EDGES))

    def _set(self, pin: int, level: Level, *, at_s: float | None = None) -> None:
        self._levels[pin] = level
        at_s = self._told_s[pin] = max(at_s or time.monotonic(), self._told_s.get(pin, 0.0))
        self._tell_of(Driven(pin=pin, level=level, at_s=at_s))

    def _tell_of(self, driven: Driven) -> None:
        if self._controller is not None:
            self._controller.write(line(driven))

    async def press(self, pin: int, *, down_ms: float = 80) -> None:
        """A contact to ground: low for a while, then high."""
        await self.goes_through(pin, [(0, down_ms / 1000), (1, 0.0)])

    async def bounce(self, pin: int, pattern: Iterable[Level], *, every_ms: float = 1) -> None:
        """Through these levels; the pin stays at the last."""
        await self.goes_through(pin, [(level, every_ms / 1000) for level in pattern])

    async def _until(self, true: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(true)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  a coroutine always runs in one
        self._serving[task] = writer
        try:
            await self._attach(writer)
            with suppress(ConnectionError):  # a controller may be killed at any moment
                async for received in reader:
                    await self._report(writer, msgspec.json.decode(received, type=Output))
        finally:
            writer.transport.abort()
            await self._detach(writer)
            del self._serving[task]

    async def _attach(self, writer: asyncio.StreamWriter) -> None:
        if self._controller is not None:
            self._controller.transport.abort()
        # Nothing may be driven between the snapshot and the moment from which changes are sent.
        writer.write(line(Snapshot(levels=self._levels)))
        self._controller = writer
        self.outputs.clear()
        self.connections += 1
        await self._tell()

    async def _report(self, writer: asyncio.StreamWriter, output: Output) -> None:
        if writer is self._controller:
            self.outputs[output.pin] = output.output
            await self._tell()

    async def _detach(self, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            await writer.wait_closed()
        if writer is self._controller:
            self._controller = None
            self.outputs.clear()
            await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()
