"""The time server for the virtual board's chrony: what a client reads from its answer."""

from __future__ import annotations

import asyncio
import struct

from hil.board.time_server import SINCE_1900_S, answer, time_server


def test_the_answer_names_the_request_and_the_time() -> None:
    request = bytes((0x23, 0, 6, 0)) + bytes(36) + b"sent at."
    said = answer(request, 1_700_000_000.5)
    assert len(said) == 48
    assert (said[0], said[1], said[2]) == (0x24, 2, 6)
    assert said[24:32] == b"sent at."
    assert said[32:40] == said[40:48] == struct.pack("!II", 1_700_000_000 + SINCE_1900_S, 1 << 31)


async def test_it_answers_on_its_port() -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    class Client(asyncio.DatagramProtocol):
        def datagram_received(self, data: bytes, _addr: tuple[str, int]) -> None:
            heard.put_nowait(data)

    async with time_server() as port:
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            Client, remote_addr=("127.0.0.1", port)
        )
        try:
            transport.sendto(b"short")
            transport.sendto(bytes(48))
            async with asyncio.timeout(10):
                assert len(await heard.get()) == 48
        finally:
            transport.close()
        assert heard.empty()
