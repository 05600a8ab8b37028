"""`python -m tests.bench._flooder URL TOPIC EACH_SECOND`: rubbish of 1 kB at a steady pace, until it is ended."""

import asyncio
import os
import sys
import time

import aiomqtt

from firmware_host.mqtt.config import MqttConfig

TICK_S = 0.001


async def _flood(url: str, topic: str, each_second: int) -> None:
    host, port = MqttConfig(url=url).address()
    payload = b'{"body": "' + b"A" * 988 + b'"}'
    async with aiomqtt.Client(host, port) as client:
        begin, sent = time.monotonic(), 0
        while True:
            while sent < (time.monotonic() - begin) * each_second:
                await client.publish(topic, payload, qos=0)
                sent += 1
            await asyncio.sleep(TICK_S)


if __name__ == "__main__":
    # It stands for another machine: what it costs to send shall take nothing from the table's.
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(10)
    asyncio.run(_flood(sys.argv[1], sys.argv[2], int(sys.argv[3])))
