"""Why there is no session with the broker, in words that name what has to be mended: it may be there and say no."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiomqtt
from aiomqtt.exceptions import MqttConnectError
from paho.mqtt.reasoncodes import ReasonCode

from firmware_host.errors import UserError
from firmware_host.mqtt.counters import Counters
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.rate_limits import bounded_queue
from firmware_host.mqtt.tls import Secured, secured
from firmware_host.rules.struct import Record

REFUSALS = {
    4: "Bad user name or password",
    5: "Not authorized",
    134: "Bad user name or password",
    135: "Not authorized",
}
"""The codes of a CONNACK of MQTT 3.1.1, and those that the client makes of them."""

NO_TLS_THERE = ("wrong_version_number", "reset by peer", "eof occurred", "record layer failure")
SAYS_NOTHING = ("timed out", "disconnected", "certificate required", "handshake failure")


def trouble(config: MqttConfig, error: aiomqtt.MqttError) -> UserError:
    """Return it for whoever has just named this broker and waits for it."""
    refused = _refused(error)
    if refused:
        return UserError(f"the broker at {config.url} answers, and {_not_let_in(config, refused)} in table.toml")
    mend = _hint(config, str(error).lower()) or "start it, or mend `url`"
    return UserError(f"no broker answers at {config.url} ({error}); {mend} under [mqtt] in table.toml")


def why(config: MqttConfig, error: BaseException) -> str:
    """Return it for the log and the table's alert."""
    if not isinstance(error, aiomqtt.MqttError):
        return str(error)
    refused = _refused(error)
    if refused:
        return f"it answers, and {_not_let_in(config, refused)}"
    hint = _hint(config, str(error).lower())
    return f"{error}; {hint} under [mqtt]" if hint else str(error)


def _refused(error: BaseException | None) -> str:
    while error is not None:
        # Of a CONNACK only: the client counts its own errors from 0, too, and 4 is a lost connection there.
        if isinstance(error, MqttConnectError):
            code = error.rc.value if isinstance(error.rc, ReasonCode) else error.rc
            return REFUSALS.get(code or 0, "")
        error = error.__cause__
    return ""


def _not_let_in(config: MqttConfig, refused: str) -> str:
    said = f"does not let the table in ({refused})"
    if config.credentials:
        return f"{said}: mend user or password in {config.credentials}, which is `credentials` under [mqtt]"
    if config.certificate:
        return f"{said}: it has to know the name in {config.certificate}, or wants `credentials` under [mqtt]"
    return f"{said}: it wants a user and a password; name their file by `credentials` under [mqtt]"


def _hint(config: MqttConfig, said: str) -> str:
    if not config.tls:
        return ""
    if "verify failed" in said:
        return "its certificate is not of an authority that is trusted here, or of another name: mend `ca` or `url`"
    if any(words in said for words in NO_TLS_THERE):
        return "that may be no port for TLS: mend `url`"
    if not config.certificate and any(words in said for words in SAYS_NOTHING):
        return "it may ask for the table's own certificate: name `certificate` and `certificate_key`"
    return ""


WINDOW = 64

"""So many publishes wait for their PUBACK at most."""

FAREWELL_S = 1.0

NODELAY = (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


quiet = logging.getLogger(f"{__name__}.client")

quiet.setLevel(logging.CRITICAL)

"""That a connection is lost is said once by who holds it; the client says it at each attempt, in its own words."""


class Timeouts(Record, frozen=True, kw_only=True):
    """
    How long a broker is waited for: its answer, and the next attempt after it was lost, at first and at most.

    After `away_s` it is an alert: a broker that only starts again is no work for anybody. How far it has taken the
    facts is made durable each `cursor_s`. After a flood what the broker keeps is looked at again within `look_again_s`.
    """

    answer_s: float = 5.0
    retry_first_s: float = 0.25
    retry_last_s: float = 5.0
    away_s: float = 30.0
    cursor_s: float = 30.0
    look_again_s: float = 5.0


DEFAULT_TIMEOUTS = Timeouts()


class ClientOptions(Record, frozen=True, kw_only=True):
    """Who connects, what the broker says when the connection is lost without a word, and where is counted."""

    identifier: str
    will: aiomqtt.Will | None = None
    tally: Counters
    patience: Timeouts = DEFAULT_TIMEOUTS


@asynccontextmanager
async def connected(config: MqttConfig, options: ClientOptions) -> AsyncIterator[aiomqtt.Client]:
    """
    Connect, and disconnect at the end. Raises `MqttError` where that fails, `UserError` for a file that is wrong.

    An attempt to connect is not abandoned half way without need: the client would keep its socket and a task, and
    nobody could close them. Only a broker that says nothing at all is not waited for by a stop.
    """
    # Certificates are read from disk: not on the event loop.
    keys = await asyncio.to_thread(secured, config)
    client = _client(config, options, keys)
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


def _client(config: MqttConfig, options: ClientOptions, keys: Secured) -> aiomqtt.Client:
    host, port = config.address()
    return aiomqtt.Client(
        host,
        port,
        identifier=options.identifier,
        keepalive=config.keepalive_s,
        timeout=options.patience.answer_s,
        will=options.will,
        username=keys.credentials.username if keys.credentials else None,
        password=keys.credentials.password if keys.credentials else None,
        tls_context=keys.tls,
        logger=quiet,
        queue_type=bounded_queue(options.tally),
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


HEARS_S = 0.2

"""So long a task is given to hear that it is to end, before it is told again."""


Task = asyncio.Task[Any]


async def first_ends(*tasks: Task) -> None:
    """Wait until one of them ends, which none is meant to: one that fails and is not watched would be missed."""
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


async def ended(*tasks: Task) -> None:
    """End them. One that waits in the client may lose its cancellation (see below), so it is told again."""
    while under_way := [task for task in tasks if not task.done()]:
        for task in under_way:
            task.cancel()
        await asyncio.wait(under_way, timeout=HEARS_S)
    await asyncio.gather(*tasks, return_exceptions=True)


def raise_first(*tasks: Task) -> None:
    """Raise what the first of these failed of, which have all ended; that one was cancelled is no failure."""
    for task in tasks:
        if not task.cancelled():
            task.result()


def heed_stop() -> None:
    """
    Raise the cancellation that a call into the client may have swallowed.

    It waits by `asyncio.wait_for`, which before Python 3.12 loses a cancellation that comes together with the PUBACK
    (cpython issue 86296), and its own error while disconnecting takes the place of one. A stop not heard is no stop.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
