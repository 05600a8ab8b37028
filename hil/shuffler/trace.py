import asyncio
import time
from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from drivers.shuffler.messages import Message

TRACE_MAX: Final = 10_000


class Way(StrEnum):
    IN = "in"
    OUT = "out"


@dataclass(frozen=True, kw_only=True, slots=True)
class Traced:
    at_ms: int
    way: Way
    message: Message


class Trace:
    """The last messages in and out, in order, and a way to wait for the next."""

    def __init__(self) -> None:
        self._entries: deque[Traced] = deque(maxlen=TRACE_MAX)
        self._grown = asyncio.Event()

    @property
    def entries(self) -> tuple[Traced, ...]:
        return tuple(self._entries)

    def messages(self, way: Way) -> tuple[Message, ...]:
        return tuple(entry.message for entry in self._entries if entry.way is way)

    def add(self, way: Way, message: Message) -> None:
        now_ms = time.monotonic_ns() // 1_000_000
        self._entries.append(Traced(at_ms=now_ms, way=way, message=message))
        self._grown.set()
        self._grown = asyncio.Event()

    async def next_message(self) -> None:
        await self._grown.wait()
