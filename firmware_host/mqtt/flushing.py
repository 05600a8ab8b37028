"""
What is to be sent is written at once.

`aiomqtt` waits for the event loop to find the socket writable, for each publish anew, which takes three turns of it and
is nearly always so. Here that is waited for only where the socket takes no more.
"""

import asyncio
import logging
from typing import Any

import aiomqtt

log = logging.getLogger(__name__)


def write_at_once(client: aiomqtt.Client) -> None:
    """Let this client, which is connected, write so from now on."""
    under: Any = client._client  # noqa: SLF001 - there is no public way to what it writes with
    wait_for_room = under.on_socket_register_write
    loop = asyncio.get_running_loop()

    def flush(sock: Any) -> None:
        try:
            under.loop_write()
        except Exception:
            # Where something is left to be written it comes again, and what it means is known there.
            log.exception("what is to be published could not be written")
        if under.want_write() and sock.fileno() >= 0:
            wait_for_room(under, None, sock)

    def register(_client: object, _userdata: object, sock: Any) -> None:
        # The client, too, writes at once where nobody has a loop for it: but not in the middle of a callback.
        if under._in_callback_mutex.acquire(blocking=False):  # noqa: SLF001 - nothing else says so
            under._in_callback_mutex.release()  # noqa: SLF001
            flush(sock)
        else:
            loop.call_soon(flush, sock)

    under.on_socket_register_write = register
