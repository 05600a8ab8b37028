"""The maker's end of the wire, byte by byte: it can send what no host may send, and receives everything."""

import asyncio
from collections import deque
from dataclasses import dataclass

from drivers.link.frame import Frame, FrameReader, LinkStatistics
from drivers.serial.stream import ByteStream


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """A complete frame, and when its last byte was read."""

    frame: Frame
    at_s: float


class Line:
    def __init__(self, stream: ByteStream) -> None:
        self.statistics = LinkStatistics()
        """What came that was no frame is counted here."""
        self._stream = stream
        self._reader = FrameReader(self.statistics)
        self._heard: deque[Heard] = deque()
        self.round_trip_ms = 0.0
        """The least time that line and device have taken to answer a greeting; every wait allows for it. 0: unknown."""

    @staticmethod
    def now_s() -> float:
        return asyncio.get_running_loop().time()

    def until_s(self, within_ms: float) -> float:
        """Return this line's time after so many seconds."""
        return self.now_s() + (within_ms + self.round_trip_ms) / 1000

    def took(self, since_s: float) -> None:
        """Note how long an answer took."""
        took_ms = 1000 * (self.now_s() - since_s)
        self.round_trip_ms = min(self.round_trip_ms or took_ms, took_ms)

    def say(self, data: bytes) -> None:
        """Write bytes. Raises PortLost."""
        self._stream.write(data)

    async def hear(self, *, until_s: float) -> Heard | None:
        """Return the next frame; None if none has come at `until_s`. Raises PortLost."""
        while not self._heard:
            data = await self._stream.read(until=until_s)
            at_s = self.now_s()
            self._heard.extend(Heard(frame=frame, at_s=at_s) for frame in self._reader.feed(data))
            if not self._heard and at_s >= until_s:
                return None
        return self._heard.popleft()
