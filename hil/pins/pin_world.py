"""
The world around the board: presses keys and moves the puck, on asyncio.

    async with PinWorld(path) as world:
        world.drive(17, 0)
        await world.connected()
        await world.press(4, down_ms=60)

It keeps every level it drives, so a restarted controller finds the puck where it was.
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
"""A level, and for how many seconds it stays."""


class PinWorld:
    """The world. It serves one controller at a time: a new connection replaces the old one."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.outputs: dict[int, Level] = {}
        """The outputs set by the connected controller; empty while none is connected."""
        self.connections = 0
        """How often a controller has connected."""
        self._levels: dict[int, Level] = {}
        self._hanging: dict[int, Level] = {}
        """Pins whose contact is stuck, with the level they would have otherwise."""
        self._told_s: dict[int, float] = {}
        """The time up to which changes of each pin were announced; later ones may not overtake them."""
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
        """Wait for a controller; `times=2` for the one after a restart."""
        await self._until(lambda: self._controller is not None and self.connections >= times)

    async def disconnected(self) -> None:
        await self._until(lambda: self._controller is None)

    async def shows(self, pin: int, output: Level) -> None:
        """Wait until the controller has set this output."""
        await self._until(lambda: self.outputs.get(pin) == output)

    def level(self, pin: int) -> Level | None:
        """Return the level of a pin; None if the world does not drive it."""
        return self._levels.get(pin)

    def drive(self, pin: int, level: Level, *, at_s: float | None = None) -> None:
        """Drive a pin to a level, now or at `at_s` of the monotonic clock."""
        if pin in self._hanging:
            self._hanging[pin] = level
        else:
            self._set(pin, level, at_s=at_s)

    async def goes_through(self, pin: int, moves: Iterable[Move]) -> None:
        """
        Drive the pin through these levels, each for its number of seconds; the last one stays.

        All levels are announced at the start, so that a busy machine cannot distort the pulses.
        """
        begins_s = at_s = time.monotonic()
        for level, stays_s in moves:
            self.drive(pin, level, at_s=at_s)
            at_s += stays_s
        await asyncio.sleep(at_s - begins_s)

    def hang(self, pin: int, level: Level) -> None:
        """Make the contact stick at this level until `free`."""
        self._hanging[pin] = self._levels.get(pin, 1)
        self._set(pin, level)

    def free(self, pin: int) -> None:
        """Release the contact; it takes the level of the last change made meanwhile."""
        if pin in self._hanging:
            self._set(pin, self._hanging.pop(pin))

    def hangs(self, pin: int) -> bool:
        return pin in self._hanging

    def flood(self, pin: int) -> None:
        """Send more edges at once than any real contact makes, evenly spaced; the level afterwards is unchanged."""
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
        """Press a contact to ground: low for a while, then high."""
        await self.goes_through(pin, [(0, down_ms / 1000), (1, 0.0)])

    async def bounce(self, pin: int, pattern: Iterable[Level], *, every_ms: float = 1) -> None:
        """Drive the pin through these levels; it stays at the last one."""
        await self.goes_through(pin, [(level, every_ms / 1000) for level in pattern])

    async def _until(self, true: Callable[[], bool]) -> None:
        async with self._changed:
            await self._changed.wait_for(true)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  a coroutine always runs in a task
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
        writer.write(line(Snapshot(levels=self._levels, now_s=time.monotonic())))
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
