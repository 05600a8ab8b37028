"""A time server outside the virtual board for its chrony to follow: the answers that a client needs (RFC 5905)."""

import asyncio
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, cast

from hil.broker import LOOPBACK

SINCE_1900_S: Final = 2_208_988_800

SERVER, STRATUM, PRECISION = 0x24, 2, -20

TRANSMITTED: Final = slice(40, 48)
"""Where a request holds the time at which it was sent."""


class _Answers(asyncio.DatagramProtocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        if len(data) >= TRANSMITTED.stop:
            self._transport.sendto(answer(data, time.time()), addr)


def answer(request: bytes, now_s: float) -> bytes:
    """Return the answer to a client's request at this time."""
    now = struct.pack("!II", int(now_s) + SINCE_1900_S, int(now_s % 1 * (1 << 32)))
    head = struct.pack("!BBbbII4s", SERVER, STRATUM, request[2] % 64, PRECISION, 0, 1 << 8, b"HOST")
    return head + now + request[TRANSMITTED] + now + now


@asynccontextmanager
async def time_server() -> AsyncIterator[int]:
    """Answer on a free port of the loopback interface; give the port."""
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(_Answers, local_addr=(LOOPBACK, 0))
    try:
        yield transport.get_extra_info("sockname")[1]
    finally:
        transport.close()
