"""
A process that is forked to be killed, hundreds of times, so that nothing has to be imported again each time.

It reads one request a line on its standard input (see `Request`) and answers each with a line: how the fork ended and
how many steps it took. A step is a line of the journal's and the host's code, on whichever thread; at `step` the fork
kills itself, as a power cut would, and with `after_ms` it is killed from outside at that moment.
"""

import asyncio
import itertools
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from types import FrameType
from typing import Any, Self

import msgspec

import firmware_host
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.intent import Answer
from hil.clock import VirtualClock
from tests.worlds.busy_table import busy_table

HERE = Path(firmware_host.__file__).parent

WATCHED = (
    *(HERE / "journal").glob("*.py"),
    HERE / "host/host.py",
    HERE / "host/batch.py",
    HERE / "host/housekeeping.py",
)

ACKNOWLEDGED = "acknowledged.jsonl"

ASKERS = 8


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What to run, and when to die."""

    folder: str
    wall_ms: int
    rounds: int = 0
    """Of a session told step by step; none: many ask at once, without end."""
    step: int | None = None
    after_ms: float | None = None


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """`signal` is what ended it, 0 for an end by itself; `code` is then how well that was."""

    signal: int
    code: int
    steps: int


class Steps:
    """Counts the steps; dies at one of them."""

    def __init__(self, last: int | None) -> None:
        self.count = 0
        self._last = last
        self._watched = {str(path) for path in WATCHED}

    def enter(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        del event, argument
        return self.walk if frame.f_code.co_filename in self._watched else None

    def walk(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        del frame, argument
        if event == "line":
            self.count += 1
            if self.count == self._last:
                os.kill(os.getpid(), signal.SIGKILL)
        return self.walk


def main() -> None:
    for line in sys.stdin.buffer:
        request = msgspec.json.decode(line, type=Request)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _fork(request, writing)
        os.close(writing)
        if request.after_ms is not None:
            time.sleep(request.after_ms / 1000)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        counted = os.read(reading, 32)
        os.close(reading)
        reply = Reply(signal=status & 0x7F, code=status >> 8, steps=int(counted or b"0"))
        print(msgspec.json.encode(reply).decode(), flush=True)


def _fork(request: Request, writing: int) -> None:
    """Run, and never come back."""
    code = 1
    try:
        steps = Steps(request.step)
        if request.after_ms is None:
            threading.settrace(steps.enter)
            sys.settrace(steps.enter)
        asyncio.run(_told(request) if request.rounds else _flooded(request))
        sys.settrace(None)
        os.write(writing, str(steps.count).encode())
        code = 0
    except BaseException:  # noqa: BLE001 - a fork must never go on where its parent is
        traceback.print_exc()
    finally:
        os._exit(code)


async def _told(request: Request) -> None:
    with _acknowledgements(request) as heard:
        async with busy_table(Path(request.folder), VirtualClock(wall_ms=request.wall_ms)) as table:
            await table.play(request.rounds, heard=heard.hear)


async def _flooded(request: Request) -> None:
    with _acknowledgements(request) as heard:
        async with AsyncExitStack() as stack:
            table = await stack.enter_async_context(
                busy_table(Path(request.folder), VirtualClock(wall_ms=request.wall_ms))
            )

            async def ask(asker: int) -> None:
                # Each run asks by ids of its own.
                first = ASKERS * request.wall_ms + asker
                for number in itertools.count():
                    act = CallFloor() if number % 2 else EndFloorCall()
                    heard.hear(await table.tell(1_000_000 * first + number, lambda _: act))  # noqa: B023

            await asyncio.gather(*(ask(asker) for asker in range(1, ASKERS + 1)))


class _acknowledgements:  # noqa: N801 - used like a function
    """What was answered, in a file that outlives the process: each line is there once it is written."""

    def __init__(self, request: Request) -> None:
        self._path = Path(request.folder).parent / ACKNOWLEDGED

    def __enter__(self) -> Self:
        self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def hear(self, answer: Answer) -> None:
        os.write(self._file, msgspec.json.encode(answer) + b"\n")


if __name__ == "__main__":
    main()
