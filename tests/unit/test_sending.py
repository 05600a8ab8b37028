"""When what is to be sent is written at once, and when it is waited for."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import cast

import aiomqtt
import pytest

from firmware_host.mqtt.sending import write_at_once


class Under:
    """Stands where the client's own client stands."""

    def __init__(self) -> None:
        self._in_callback_mutex = threading.Lock()
        self.on_socket_register_write = self.wait
        self.written = 0
        self.waited = 0
        self.left = 0
        self.raises: Exception | None = None

    def wait(self, *_: object) -> None:
        self.waited += 1

    def loop_write(self) -> None:
        self.written += 1
        if self.raises:
            raise self.raises

    def want_write(self) -> bool:
        return self.left > 0


class Client:
    """Has it under its name."""

    def __init__(self) -> None:
        self._client = Under()


@pytest.fixture
def sock() -> Iterator[socket.socket]:
    with socket.socket() as made:
        yield made


def writing_at_once() -> Under:
    client = Client()
    write_at_once(cast("aiomqtt.Client", client))
    return client._client


async def test_it_is_written_at_once(sock: socket.socket) -> None:
    under = writing_at_once()
    under.on_socket_register_write(under, None, sock)
    assert (under.written, under.waited) == (1, 0)


async def test_a_socket_that_takes_no_more_is_waited_for(sock: socket.socket) -> None:
    under = writing_at_once()
    under.left = 1
    under.on_socket_register_write(under, None, sock)
    assert (under.written, under.waited) == (1, 1)


@pytest.mark.parametrize("left", [0, 1])
async def test_what_fails_is_waited_for_where_something_is_left_to_fail_again(sock: socket.socket, left: int) -> None:
    under = writing_at_once()
    under.raises, under.left = BrokenPipeError(), left
    under.on_socket_register_write(under, None, sock)
    assert (under.written, under.waited) == (1, left)


async def test_a_socket_that_is_closed_is_not_waited_for(sock: socket.socket) -> None:
    under = writing_at_once()
    under.left = 1
    sock.close()
    under.on_socket_register_write(under, None, sock)
    assert under.waited == 0


async def test_in_the_middle_of_a_callback_it_is_written_after_it(sock: socket.socket) -> None:
    under = writing_at_once()
    with under._in_callback_mutex:
        under.on_socket_register_write(under, None, sock)
        assert under.written == 0
    await asyncio.sleep(0)
    assert (under.written, under.waited) == (1, 0)
