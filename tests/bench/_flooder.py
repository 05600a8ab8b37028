"""`python -m tests.bench._flooder URL FILE`: publishes the messages of a file in turn, steadily, until ended."""

import asyncio
import itertools
import os
import sys
import time
from pathlib import Path

import aiomqtt
import msgspec

from firmware_host.mqtt.mqtt_config import MqttConfig

TICK_S = 0.001


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One message to send."""

    topic: str
    payload: bytes
    retain: bool = False


class Flood(msgspec.Struct, frozen=True, kw_only=True):
    """Messages to send in turn, and how many per second."""

    each_second: int
    messages: list[Message]


def write(file: Path, flood: Flood) -> None:
    """Write the file for a flooder."""
    file.write_bytes(msgspec.json.encode(flood))


async def _flood(url: str, flood: Flood) -> None:
    host, port = MqttConfig(url=url).address()
    taken = itertools.cycle(flood.messages)
    async with aiomqtt.Client(host, port) as client:
        begin, sent = time.monotonic(), 0
        while True:
            while sent < (time.monotonic() - begin) * flood.each_second:
                message = next(taken)
                await client.publish(message.topic, message.payload, qos=0, retain=message.retain)
                sent += 1
            await asyncio.sleep(TICK_S)


if __name__ == "__main__":
    # The flooder stands for another machine, so its sending must not slow the table down.
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(10)
    found = msgspec.json.decode(Path(sys.argv[2]).read_bytes(), type=Flood)
    asyncio.run(_flood(sys.argv[1], found))
