"""Talks to the agent inside the virtual board, on asyncio."""

import asyncio
import io
import json
import shutil
import signal
import tarfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from hil.board.machine import BOOT_S, Machine
from hil.broker import LOOPBACK

AGAIN_S = 0.05

ANSWER_S = 120.0

PIECE = 65536

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class BoardTrouble(Exception):  # noqa: N818 - named for what is wrong
    """The virtual board does not answer, or could not do what it was asked; the message holds its console's end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """A program that ran on the board: its exit code and its output."""

    code: int
    out: str


class Reached(Protocol):
    """What is needed of a machine to talk to its board."""

    @property
    def port(self) -> int: ...
    @property
    def running(self) -> bool: ...
    def words(self, lines: int = ..., /) -> str: ...


class Guest:
    """What can be asked of the board that runs on a machine."""

    def __init__(self, machine: Reached) -> None:
        self._reached = machine

    @property
    def machine(self) -> Machine:
        """Return the machine. Raises BoardTrouble if another process has started it."""
        if not isinstance(self._reached, Machine):
            raise BoardTrouble("another process has started this board")
        return self._reached

    async def ready(self, *, within_s: float = BOOT_S) -> float:
        """Wait until the board has booted; return its uptime in seconds. Raises BoardTrouble."""
        until = asyncio.get_running_loop().time() + within_s
        while True:
            with suppress(OSError, EOFError, TimeoutError, ValueError):
                async with asyncio.timeout(BOOT_S / 10):
                    return float((await self._asked("hello"))["uptime"])
            if not self._reached.running or asyncio.get_running_loop().time() > until:
                raise BoardTrouble(f"the virtual board did not boot:\n{self._reached.words()}")
            await asyncio.sleep(AGAIN_S)

    async def runs(
        self,
        *argv: str | Path,
        typed: str = "",
        environment: Mapping[str, str] | None = None,
        within_s: float = ANSWER_S,
    ) -> Ran:
        """Run a program to its end."""
        asked = {"argv": [str(word) for word in argv], "input": typed, "env": dict(environment or {})}
        async with asyncio.timeout(within_s):
            answer = await self._asked("run", **asked)
        return Ran(code=answer["code"], out=answer["out"])

    async def works(self, *argv: str | Path, typed: str = "", environment: Mapping[str, str] | None = None) -> str:
        """Run a program that has to succeed. Raises BoardTrouble with its output."""
        ran = await self.runs(*argv, typed=typed, environment=environment)
        if ran.code != 0:
            raise BoardTrouble(f"{' '.join(map(str, argv))} ended with exit code {ran.code}:\n{ran.out}")
        return ran.out

    async def plug(self, *, plugged: bool) -> str:
        """Plug the shuffler's cable in or out; return the port at the board's end."""
        return str((await self._asked("plug", plugged=plugged))["port"])

    async def synchronise_clock(self) -> None:
        """Say that its wall clock is right, as a time server would; a boot ends that."""
        await self._asked("synchronise")

    async def make_edges(self, pin: int, count: int, *, every_s: float) -> float:
        """Toggle a contact this many times; return how long it took."""
        return float((await self._asked("edges", pin=pin, count=count, every_s=every_s))["took_s"])

    async def fetch(self, path: str, folder: Path) -> None:
        """Copy a folder of the board into this one, which is emptied before."""
        async with self.connected("fetch", path=path) as (answer, (reader, _)):
            packed = await reader.readexactly(answer["size"])
        _unpack(packed, folder)

    async def put(self, folder: Path, path: str) -> None:
        """Copy this folder to the board."""
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            archive.add(folder, arcname=".")
        async with self.connected("put", path=path, size=packed.tell()) as (_, (reader, writer)):
            writer.write(packed.getbuffer())
            await writer.drain()
            if not await reader.readline():
                raise EOFError

    @asynccontextmanager
    async def connected(self, do: str, **asked: Any) -> AsyncIterator[tuple[dict[str, Any], Ends]]:
        """Open a connection for this; give the agent's answer and both directions. Raises BoardTrouble."""
        reader, writer = await asyncio.open_connection(LOOPBACK, self._reached.port, limit=1 << 20)
        try:
            writer.write(json.dumps({"do": do, **asked}).encode() + b"\n")
            line = await reader.readline()
            if not line:
                raise EOFError
            answer = json.loads(line)
            if "error" in answer:
                raise BoardTrouble(f"the virtual board could not {do}: {answer['error']}\n{self._reached.words(20)}")
            yield answer, (reader, writer)
        finally:
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()

    async def _asked(self, do: str, **asked: Any) -> dict[str, Any]:
        async with self.connected(do, **asked) as (answer, _):
            return answer


def _unpack(packed: bytes, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


class Program:
    """A program that runs on the board, until it ends or the connection does."""

    def __init__(self, guest: Guest, *, argv: Sequence[str], log: str, environment: Mapping[str, str]) -> None:
        self._guest = guest
        self._asked = {"argv": list(argv), "log": log, "env": dict(environment)}
        self._task: asyncio.Task[int] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._started: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._follow())
        waited: set[asyncio.Future[Any]] = {self._task, self._started}
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if self._task.done():
            self._task.result()

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    async def ended(self) -> int:
        """Wait for its end; return its exit code, negative for a signal, also when the power was cut."""
        if self._task is None:
            raise RuntimeError("the program was not started")
        return await asyncio.shield(self._task)

    async def end(self) -> None:
        """Kill it, if it still runs."""
        if self._task is not None:
            self.signal(signal.SIGKILL)
            await asyncio.gather(self._task, return_exceptions=True)

    def signal(self, number: signal.Signals) -> None:
        if self._writer is not None:
            self._writer.write(json.dumps({"signal": int(number)}).encode() + b"\n")

    async def _follow(self) -> int:
        async with self._guest.connected("start", **self._asked) as (_, (reader, writer)):
            self._writer = writer
            self._started.set_result(None)
            try:
                line = await reader.readline()
            except OSError:
                line = b""
            return int(json.loads(line)["code"]) if line else -signal.SIGKILL


async def joined(first: Ends, second: Ends) -> None:
    """Carry bytes both ways until one side ends."""
    ways = [asyncio.create_task(_carried(first[0], second[1])), asyncio.create_task(_carried(second[0], first[1]))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _carried(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(PIECE):
            writer.write(data)
            await writer.drain()
