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

from firmware_host.mqtt.config import MqttConfig
from firmware_host.mqtt.intake import intake
from firmware_host.mqtt.secured import Secured, secured
from firmware_host.mqtt.sending import write_at_once
from firmware_host.mqtt.side_by_side import HEARS_S
from firmware_host.mqtt.sieve import Admits, Sieve, all_of_them, sift
from firmware_host.mqtt.tally import Tally
from firmware_host.rules.record import Record

WINDOW = 64
"""So many publishes wait for their PUBACK at most."""
FAREWELL_S = 1.0
NODELAY = (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


log = logging.getLogger(__name__)
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
    admits: Admits = all_of_them
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
            await _given_up(client, connecting)
        elif connecting.exception() is None:
            await _left(client)
        raise
    except aiomqtt.MqttError as error:
        _hang_up(client)
        raise aiomqtt.MqttError(f"{error}: {keys.doubt}" if keys.doubt else str(error)) from error
    try:
        _sift(client, config, caller)
        write_at_once(client)
        yield client
    finally:
        await _left(client)


async def until_lost(client: aiomqtt.Client) -> None:
    """Raise `MqttError` as soon as the connection is gone; a publish alone would wait for its time-out."""
    async for _ in client.messages:
        pass


def _client(config: MqttConfig, caller: Caller, keys: Secured) -> aiomqtt.Client:
    host, port = config.address()
    client = aiomqtt.Client(
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
    client.pending_calls_threshold = 2 * WINDOW
    return client


def _sift(client: aiomqtt.Client, config: MqttConfig, caller: Caller) -> None:
    """Before anything is subscribed to, so that nothing has come in yet but the broker's answer to the connect."""

    def told(size: int) -> None:
        caller.tally.oversized += 1
        if caller.tally.oversized == 1:
            log.warning(
                "the broker %s passes on a message of %d bytes; all but its beginning is let fall here. "
                "Whoever writes so much can hold the line up: give it a limit (message_size_limit)",
                config.url,
                size,
            )

    sift(client, Sieve(admits=caller.admits, told=told))


async def _left(client: aiomqtt.Client) -> None:
    """Say good-bye; a broker that does not even take that is left all the same."""
    with suppress(aiomqtt.MqttError, TimeoutError):
        async with asyncio.timeout(FAREWELL_S):
            await client.__aexit__(None, None, None)
    _hang_up(client)
    # The client's own future of its end complains for ever unless somebody has looked at it.
    with suppress(aiomqtt.MqttError, TimeoutError):
        async with asyncio.timeout(HEARS_S):
            await until_lost(client)


async def _given_up(client: aiomqtt.Client, connecting: "asyncio.Future[aiomqtt.Client]") -> None:
    """Hang up first: told of the end after its waiting was cancelled, the client would trip over that."""
    _hang_up(client)
    await asyncio.sleep(HEARS_S)
    connecting.cancel()
    await asyncio.gather(connecting, return_exceptions=True)


def _hang_up(client: aiomqtt.Client) -> None:
    """
    Close the socket under a client that cannot get rid of it.

    `aiomqtt` leaves it open, with its reader and its task, after a time-out of the connect or the disconnect, until
    the keepalive runs out. Shut down, it reads as closed by the other side, and the client clears up by itself.
    """
    under = client._client.socket()  # noqa: SLF001 - there is no public way to the socket
    if isinstance(under, socket.socket):
        with suppress(OSError):
            under.shutdown(socket.SHUT_RDWR)
