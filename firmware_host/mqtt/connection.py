"""
One connection to the broker: why it fails, how long to wait before the next, a client object for each, and its tasks.

Across reconnects, one `aiomqtt` client keeps its queue and resends it in its own order. The outbox has to decide what
is sent again, so no client outlives its connection.

If one task of a connection ends, all end. This is not a `TaskGroup`: before Python 3.13 a group whose child fails
leaves `cancelling()` of its own task raised, and every loss of the broker would look like a stop.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiomqtt
from aiomqtt.exceptions import MqttConnectError
from paho.mqtt.reasoncodes import ReasonCode

from firmware_host.errors import UserError, plain_reason
from firmware_host.mqtt.closed_sockets import expect_closed_sockets
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
"""CONNACK codes of MQTT 3.1.1, and the codes that the client turns them into."""

NO_TLS_THERE = ("wrong_version_number", "reset by peer", "eof occurred", "record layer failure")
SAYS_NOTHING = ("timed out", "disconnected", "certificate required", "handshake failure")


def cannot_connect(config: MqttConfig, error: aiomqtt.MqttError) -> UserError:
    """Return the error for a person at the command line."""
    refused = _refused(error)
    if refused:
        return UserError(f"the broker at {config.url} {_not_let_in(config, refused)} in table.toml")
    fix = _hint(config, str(error).lower()) or "start the broker, or fix `url`"
    return UserError(f"no broker answers at {config.url} ({plain_reason(error)}); {fix} under [mqtt] in table.toml")


def why(config: MqttConfig, error: BaseException) -> str:
    """Return the reason for the log and the table's alert."""
    if not isinstance(error, aiomqtt.MqttError):
        return str(error)
    refused = _refused(error)
    if refused:
        return f"it {_not_let_in(config, refused)}"
    hint = _hint(config, str(error).lower())
    return f"{plain_reason(error)}; {hint} under [mqtt]" if hint else plain_reason(error)


def _refused(error: BaseException | None) -> str:
    while error is not None:
        # Only codes of a CONNACK: the client numbers its own errors from 0, too, and its 4 is a lost connection.
        if isinstance(error, MqttConnectError):
            code = error.rc.value if isinstance(error.rc, ReasonCode) else error.rc
            return REFUSALS.get(code or 0, "")
        error = error.__cause__
    return ""


def _not_let_in(config: MqttConfig, refused: str) -> str:
    said = f"refuses the table ({refused})"
    if config.credentials:
        return f"{said}; fix the user or the password in {config.credentials}, `credentials` under [mqtt]"
    if config.certificate:
        return f"{said}; make the broker accept the name in {config.certificate}, or set `credentials` under [mqtt]"
    return f"{said}; put a user and a password into a file and set `credentials` under [mqtt] to its path"


def _hint(config: MqttConfig, said: str) -> str:
    if not config.tls:
        return ""
    if "verify failed" in said:
        return "the broker's certificate has another name or is not from a trusted authority; fix `url` or `ca`"
    if any(words in said for words in NO_TLS_THERE):
        return "the port may not use TLS; fix `url`"
    if not config.certificate and any(words in said for words in SAYS_NOTHING):
        return "the broker may require a certificate of the table; set `certificate` and `certificate_key`"
    return ""


WINDOW = 64
"""The most publishes that wait for their PUBACK at once."""

FAREWELL_S = 1.0
"""How long a disconnect may take."""

NODELAY = (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

quiet = logging.getLogger(f"{__name__}.client")
"""Silences the client, which logs each attempt to connect; the publisher logs a loss once."""

quiet.setLevel(logging.CRITICAL)


class Timeouts(Record, frozen=True, kw_only=True):
    """
    How long to wait for the broker's answer, and before a new attempt to connect: at first and at most.

    After `away_s` an unreachable broker is an alert; a restart of the broker takes less. The cursor is made durable
    every `cursor_s`. After a flood the retained messages are checked again within `look_again_s`.
    """

    answer_s: float = 5.0
    retry_first_s: float = 0.25
    retry_last_s: float = 5.0
    away_s: float = 30.0
    cursor_s: float = 30.0
    look_again_s: float = 5.0


DEFAULT_TIMEOUTS = Timeouts()


class ReconnectWait:
    """The wait before a new attempt to connect: it doubles each time, up to the longest, until the broker is back."""

    def __init__(self, patience: Timeouts) -> None:
        """Begin with the shortest wait."""
        self._patience = patience
        self._wait_s = patience.retry_first_s

    async def before_next(self) -> None:
        """Wait; the next wait is twice as long."""
        await asyncio.sleep(self._wait_s)
        self._wait_s = min(2 * self._wait_s, self._patience.retry_last_s)

    def reset(self) -> None:
        """Begin with the shortest wait again."""
        self._wait_s = self._patience.retry_first_s


class ClientOptions(Record, frozen=True, kw_only=True):
    """The client's identifier, its will, its counters and its timeouts."""

    identifier: str
    will: aiomqtt.Will | None = None
    tally: Counters
    patience: Timeouts = DEFAULT_TIMEOUTS


@asynccontextmanager
async def connected(config: MqttConfig, options: ClientOptions) -> AsyncIterator[aiomqtt.Client]:
    """
    Connect, and disconnect at the end. Raises `MqttError` if that fails, `UserError` for an invalid file.

    A cancellation waits a moment for an attempt to connect: the client would keep its socket and a task that nothing
    could close. It does not wait for a broker that gives no answer at all.
    """
    # Reading the certificates would block the event loop.
    keys = await asyncio.to_thread(secured, config)
    expect_closed_sockets()
    client = _client(config, options, keys)
    connecting = asyncio.ensure_future(client.__aenter__())
    try:
        await asyncio.shield(connecting)
    except asyncio.CancelledError:
        done, _ = await asyncio.wait((connecting,), timeout=FAREWELL_S)
        if not done:
            # Disconnect before cancelling: the client fails on a disconnect that it notices later.
            await _left(client, within_s=HEARS_S)
            connecting.cancel()
            await asyncio.gather(connecting, return_exceptions=True)
        elif connecting.exception() is None:
            await _left(client)
        raise
    except aiomqtt.MqttError as error:
        # After a timeout the socket is still open.
        await _left(client, within_s=HEARS_S)
        raise aiomqtt.MqttError(f"{error}: {keys.doubt}" if keys.doubt else str(error)) from error
    try:
        yield client
    finally:
        await _left(client)


async def until_lost(client: aiomqtt.Client) -> None:
    """Raise `MqttError` as soon as the connection is lost; a publish alone would wait for its timeout."""
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
        # Replies and replays do not count in the window of the facts.
        max_inflight_messages=2 * WINDOW,
        socket_options=[NODELAY],
    )


async def _left(client: aiomqtt.Client, *, within_s: float = FAREWELL_S) -> None:
    """
    Disconnect, which makes the client close its socket; give up after `within_s`.

    If the DISCONNECT cannot be written, because a frozen broker has filled the socket, the client keeps that socket
    until the keepalive runs out. The next session uses another socket.
    """
    with suppress(aiomqtt.MqttError, TimeoutError):
        async with asyncio.timeout(within_s):
            await client.__aexit__(None, None, None)
            # Retrieve the client's own disconnect error, or asyncio logs that it was never retrieved.
            await until_lost(client)


HEARS_S = 0.2
"""How long to wait for a cancelled task before it is cancelled again."""


Task = asyncio.Task[Any]


async def first_ends(*tasks: Task) -> None:
    """Wait until one of the tasks ends, which normally none does."""
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


async def ended(*tasks: Task) -> None:
    """End the tasks. A task that waits in the client may lose a cancellation (see `heed_stop`), so repeat it."""
    while under_way := [task for task in tasks if not task.done()]:
        for task in under_way:
            task.cancel()
        await asyncio.wait(under_way, timeout=HEARS_S)
    await asyncio.gather(*tasks, return_exceptions=True)


def raise_first(*tasks: Task) -> None:
    """Raise the first failure of these finished tasks; a cancellation is not a failure."""
    for task in tasks:
        if not task.cancelled():
            task.result()


def heed_stop() -> None:
    """
    Raise the cancellation that a call into the client may have swallowed.

    The client uses `asyncio.wait_for`, which before Python 3.12 loses a cancellation that comes together with the
    PUBACK (cpython issue 86296). Its own error while disconnecting can also replace a cancellation.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
