"""Bytes through real descriptors: a pseudo-terminal and a socket."""

import asyncio
import contextlib
import os
import pty
import socket
import tty
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest

from drivers.serial.port_errors import PortLost, PortMissing, PortUnknown
from drivers.serial.port_opening import DevicePath, SocketAddress, open_stream, parse_address
from drivers.serial.stream import QUEUED_MAX, ByteStream

WITHIN_S = 30.0


@contextmanager
def terminal() -> Iterator[tuple[int, str]]:
    master, slave = pty.openpty()
    tty.setraw(slave)
    try:
        yield master, os.ttyname(slave)
    finally:
        os.close(master)
        os.close(slave)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[ByteStream]:
    stream = await open_stream(parse_address(url))
    try:
        yield stream
    finally:
        stream.close()


def soon() -> float:
    return asyncio.get_running_loop().time() + WITHIN_S


async def test_bytes_go_both_ways_over_a_terminal() -> None:
    with terminal() as (master, path):
        async with opened(path) as stream:
            stream.write(b"\x00\x11\x13\x1a\r\n")
            assert os.read(master, 100) == b"\x00\x11\x13\x1a\r\n"
            os.write(master, b"\x03\x04\x00\r")
            assert await stream.read(until=soon()) == b"\x03\x04\x00\r"


async def test_a_read_ends_at_its_time_or_when_interrupted() -> None:
    with terminal() as (_, path):
        async with opened(path) as stream:
            assert await stream.read(until=asyncio.get_running_loop().time()) == b""
            stream.interrupt()
            assert await stream.read(until=None) == b""


async def test_a_cancelled_read_takes_nothing() -> None:
    with terminal() as (master, path):
        async with opened(path) as stream:
            reading = asyncio.create_task(stream.read(until=None))
            await asyncio.sleep(0)
            os.write(master, b"kept")
            reading.cancel()
            await asyncio.wait([reading])
            assert await stream.read(until=soon()) == b"kept"


@contextmanager
def unread(*, deadline_s: float) -> Iterator[ByteStream]:
    """A stream whose peer never reads; a pair of sockets, since a terminal's buffers make room by themselves."""
    ours, peer = socket.socketpair()
    stream = ByteStream(ours.fileno(), name="unread", close=ours.close, write_deadline_s=deadline_s)
    with contextlib.suppress(BlockingIOError):
        while True:
            ours.send(b"x" * 4096)
    try:
        yield stream
    finally:
        stream.close()
        peer.close()


async def test_a_peer_that_never_reads_is_lost_after_the_deadline() -> None:
    with unread(deadline_s=0.05) as stream:
        stream.write(b"x" * 1000)
        with pytest.raises(PortLost, match=r"has accepted no data for 0.05 s"):
            await stream.read(until=soon())
        with pytest.raises(PortLost):
            stream.write(b"x")


async def test_a_queue_that_is_full_is_lost_at_once() -> None:
    with unread(deadline_s=60) as stream:
        stream.write(b"x" * QUEUED_MAX)
        with pytest.raises(PortLost, match="does not accept data"):
            stream.write(b"x")


async def test_bytes_that_waited_arrive_in_order() -> None:
    with terminal() as (master, path):
        async with opened(path) as stream:
            sent = bytes(range(256)) * 60
            stream.write(sent)
            got = b""
            while len(got) < len(sent):
                got += os.read(master, 4096)
                await asyncio.sleep(0)
            assert got == sent


async def test_a_socket_carries_bytes_and_its_end_is_told() -> None:
    connected: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
    server = await asyncio.start_server(lambda reader, writer: connected.put_nowait((reader, writer)), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with opened(f"socket://127.0.0.1:{port}") as stream:
        reader, writer = await connected.get()
        stream.write(b"ping")
        assert await reader.readexactly(4) == b"ping"
        writer.write(b"pong")
        assert await stream.read(until=soon()) == b"pong"
        writer.close()
        await writer.wait_closed()
        with pytest.raises(PortLost, match="end of stream"):
            await stream.read(until=soon())
    server.close()
    await server.wait_closed()
    with pytest.raises(PortMissing, match=f"nothing answers at socket://127.0.0.1:{port}"):
        await open_stream(SocketAddress("127.0.0.1", port))


async def test_a_closed_stream_is_lost_and_closing_twice_is_nothing() -> None:
    with terminal() as (_, path):
        stream = await open_stream(DevicePath(path))
        stream.close()
        stream.close()
        with pytest.raises(PortLost, match="was closed"):
            stream.write(b"x")
        with pytest.raises(PortLost):
            await stream.read(until=None)


async def test_a_reader_is_told_when_its_stream_is_closed_under_it() -> None:
    with terminal() as (_, path):
        stream = await open_stream(DevicePath(path))
        reading = asyncio.create_task(stream.read(until=None))
        await asyncio.sleep(0)
        stream.close()
        with pytest.raises(PortLost):
            await reading


async def test_a_file_is_no_port() -> None:
    with pytest.raises(PortMissing, match="not a serial port"):
        await open_stream(DevicePath(__file__))


def test_an_address_is_a_full_path_or_a_socket() -> None:
    assert parse_address("/dev/ttyACM0") == DevicePath("/dev/ttyACM0")
    assert parse_address("socket://box.local:4000") == SocketAddress("box.local", 4000)
    assert str(parse_address("socket://[::1]:4000")) == "socket://[::1]:4000"
    for wrong in (
        "", "ttyACM0", "COM3", "loop://", "spy:///dev/ttyACM0", "rfc2217://box:4000", "socket://box",
        "socket://box:port", "socket://box:99999", "socket://box:0", "socket://box:4000/log=1",
    ):  # fmt: skip
        with pytest.raises(PortUnknown, match="is not a port"):
            parse_address(wrong)
