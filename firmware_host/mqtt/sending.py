"""
What is sent is written at once; what waits for its PUBACK waits behind it.

`aiomqtt` waits for the event loop to find the socket writable, for each publish anew, which takes three turns of it and
is nearly always so. Here that is waited for only where the socket takes no more. And its `publish` has to be awaited
before anything happens, which takes a task of its own and one more turn.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import aiomqtt
from paho.mqtt.client import MQTTMessageInfo

log = logging.getLogger(__name__)


def send(client: aiomqtt.Client, topic: str, payload: bytes, *, retain: bool = False) -> Coroutine[Any, Any, None]:
    """Publish it at QoS 1 here and now; what is returned waits for the PUBACK, and raises `MqttError`."""
    info = client._client.publish(topic, payload, 1, retain)  # noqa: SLF001 - as below
    return acknowledged(client, info)


async def acknowledged(client: aiomqtt.Client, info: MQTTMessageInfo) -> None:
    """Wait for the PUBACK as the client does for its own. Raises `MqttError` where none comes in time."""
    if info.rc:
        raise aiomqtt.MqttCodeError(info.rc, "it could not be published")
    if info.is_published():
        return
    heard = asyncio.Event()
    with client._pending_call(info.mid, heard, client._pending_publishes):  # noqa: SLF001 - hears of each PUBACK
        await client._wait_for(heard.wait(), timeout=None)  # noqa: SLF001 - as long as the client's own


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
