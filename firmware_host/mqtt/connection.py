"""
One connection to the broker: a client object of its own, made for it and gone with it.

`aiomqtt` keeps what was queued in one client across reconnects of paho, and would send it again in an order of its own;
what is sent again is ours to decide, so no client lives longer than its connection.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import aiomqtt

from firmware_host.mqtt.counters import Tally
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.receive_queue import intake
from firmware_host.mqtt.task_pair import HEARS_S
from firmware_host.mqtt.tls import Secured, secured
from firmware_host.rules.struct import Record

WINDOW = 64

"""So many publishes wait for their PUBACK at most."""

FAREWELL_S = 1.0

NODELAY = (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


quiet = logging.getLogger(f"{__name__}.client")

quiet.setLevel(logging.CRITICAL)

"""That a connection is lost is said once by who holds it; the client says it at each attempt, in its own words."""


class Patience(Record, frozen=True, kw_only=True):
    """
    How long a broker is waited for: its answer, and the next attempt after it was lost, at first and at most.

    After `away_s` it is an alert: a broker that only starts again is no work for anybody. How far it has taken the
    facts is made durable each `cursor_s`.
    """

    answer_s: float = 5.0
    retry_first_s: float = 0.25
    retry_last_s: float = 5.0
    away_s: float = 30.0
    cursor_s: float = 30.0


USUAL = Patience()


class Caller(Record, frozen=True, kw_only=True):
    """Who connects, what the broker says when the connection is lost without a word, and where is counted."""

    identifier: str
    will: aiomqtt.Will | None = None
    tally: Tally
    patience: Patience = USUAL


@asynccontextmanager
async def connected(config: MqttConfig, caller: Caller) -> AsyncIterator[aiomqtt.Client]:
    """
    Connect, and disconnect at the end. Raises `MqttError` where that fails, `Trouble` for a file that is wrong.

    An attempt to connect is not abandoned half way without need: the client would keep its socket and a task, and
    nobody could close them. Only a broker that says nothing at all is not waited for by a stop.
    """
    # Certificates are read from disk: not on the event loop.
    keys = await asyncio.to_thread(secured, config)
    client = _client(config, caller, keys)
    connecting = asyncio.ensure_future(client.__aenter__())
    try:
        await asyncio.shield(connecting)
    except asyncio.CancelledError:
        done, _ = await asyncio.wait((connecting,), timeout=FAREWELL_S)
        if not done:
            # Before its waiting is cancelled: the client trips over an end that it hears of later.
            await _left(client, within_s=HEARS_S)
            connecting.cancel()
            await asyncio.gather(connecting, return_exceptions=True)
        elif connecting.exception() is None:
            await _left(client)
        raise
    except aiomqtt.MqttError as error:
        # After a time-out its socket is still open.
        await _left(client, within_s=HEARS_S)
        raise aiomqtt.MqttError(f"{error}: {keys.doubt}" if keys.doubt else str(error)) from error
    try:
        yield client
    finally:
        await _left(client)


async def until_lost(client: aiomqtt.Client) -> None:
    """Raise `MqttError` as soon as the connection is gone; a publish alone would wait for its time-out."""
    async for _ in client.messages:
        pass


def _client(config: MqttConfig, caller: Caller, keys: Secured) -> aiomqtt.Client:
    host, port = config.address()
    return aiomqtt.Client(
        host,
        port,
        identifier=caller.identifier,
        keepalive=config.keepalive_s,
        timeout=caller.patience.answer_s,
        will=caller.will,
        username=keys.credentials.username if keys.credentials else None,
        password=keys.credentials.password if keys.credentials else None,
        tls_context=keys.tls,
        logger=quiet,
        queue_type=intake(caller.tally),
        # Replies and replays are beside the window of the facts.
        max_inflight_messages=2 * WINDOW,
        socket_options=[NODELAY],
    )


async def _left(client: aiomqtt.Client, *, within_s: float = FAREWELL_S) -> None:
    """
    Say good-bye, upon which the client closes its socket; a broker that does not even take that is left all the same.

    Where the good-bye cannot be written, to a broker that is frozen under a full socket, the client keeps that socket
    until the keepalive runs out. The next session is on another.
    """
    with suppress(aiomqtt.MqttError, TimeoutError):
        async with asyncio.timeout(within_s):
            await client.__aexit__(None, None, None)
            # The client's own future of its end complains for ever unless somebody has looked at it.
            await until_lost(client)
