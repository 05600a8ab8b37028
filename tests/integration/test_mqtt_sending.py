"""More than a socket takes at once still arrives, whole and in order."""

import asyncio
from pathlib import Path

from firmware_host.mqtt.config import MqttConfig
from firmware_host.mqtt.line import Caller, connected
from firmware_host.mqtt.tally import Tally
from tests.integration.brokers import any_broker
from tests.integration.listener import listening

MESSAGES = 40
SIZE = 200_000
"""Eight megabytes: many times what a socket takes before somebody reads."""


async def test_more_than_the_socket_takes_arrives_whole_and_in_order(tmp_path: Path) -> None:
    async with any_broker(tmp_path) as url, listening(url, "big") as listener:
        async with connected(MqttConfig(url=url), Caller(identifier="sender", tally=Tally())) as client:
            payloads = [bytes([number]) * SIZE for number in range(MESSAGES)]
            await asyncio.gather(*(client.publish("big", payload, qos=1) for payload in payloads))
        await listener.until(lambda: len(listener.on("big")) == MESSAGES)
        assert listener.on("big") == payloads
