"""A connection that is lost in the moment of a publish ends without a traceback; other errors of the loop stay loud."""

import asyncio
import logging
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from threading import Event, Thread

import aiomqtt
import pytest

from firmware_host.mqtt.closed_sockets import expect_closed_sockets
from firmware_host.mqtt.connection import ClientOptions, connected
from firmware_host.mqtt.counters import Counters
from firmware_host.mqtt.mqtt_config import MqttConfig
from hil.broker import LOOPBACK

CONNACK = b"\x20\x02\x00\x00"
WITHIN_S = 20.0


class HangUp:
    """A broker on its own thread that accepts one client and hangs up when it is told to."""

    def __init__(self) -> None:
        self._listening = socket.create_server((LOOPBACK, 0))
        self._listening.settimeout(WITHIN_S)
        self.port = self._listening.getsockname()[1]
        self.now, self.done = Event(), Event()
        self.thread = Thread(target=self._serve)
        self.thread.start()

    def _serve(self) -> None:
        with closing(self._listening), suppress(OSError):
            client, _ = self._listening.accept()
            with closing(client):
                client.recv(1024)
                client.sendall(CONNACK)
                self.now.wait(WITHIN_S)
            self.done.set()


@pytest.fixture
def broker() -> Iterator[HangUp]:
    made = HangUp()
    yield made
    made.now.set()
    made.thread.join(WITHIN_S)


async def test_a_loss_in_the_moment_of_a_publish_prints_no_traceback(
    broker: HangUp, caplog: pytest.LogCaptureFixture
) -> None:
    config = MqttConfig(url=f"mqtt://{LOOPBACK}:{broker.port}")
    with caplog.at_level(logging.DEBUG):
        with suppress(aiomqtt.MqttError):
            async with connected(config, ClientOptions(identifier="test", tally=Counters())) as client:
                broker.now.set()
                # The loop stands still meanwhile, and then finds the publish and the loss in one turn.
                assert broker.done.wait(WITHIN_S)
                publishing = asyncio.create_task(client.publish("a", b"b", qos=1, timeout=0.2))
                await asyncio.wait((publishing,), timeout=WITHIN_S)
                assert isinstance(publishing.exception(), aiomqtt.MqttError)
        said = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert ("DEBUG", "the MQTT client began to watch a socket that had closed meanwhile") in said
    assert not [message for level, message in said if level == "ERROR"]


async def test_other_errors_of_the_loop_are_logged_as_before(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.get_running_loop()
    told: list[object] = []
    loop.set_exception_handler(lambda _, context: told.append(context["exception"]))
    expect_closed_sockets()
    expect_closed_sockets()
    wrong = OSError(9, "Bad file descriptor")

    def fail() -> None:
        raise wrong

    loop.call_soon(fail)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert told == [wrong], "not by the loop's own request to watch a socket"
    assert not caplog.records
