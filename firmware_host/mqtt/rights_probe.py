"""
Checks the rights of the table at its broker, for `firmware-host check --probe`.

A broker of MQTT 3.1.1 acknowledges a publish that its access list forbids, and then drops the message. So the probe
publishes an empty message to a device that does not exist, and waits for the broker to send it back.
"""

import asyncio
import secrets

import aiomqtt

from firmware_host.errors import UserError
from firmware_host.mqtt.connection import ClientOptions, cannot_connect, connected
from firmware_host.mqtt.counters import Counters
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.topics import Topics

COMES_BACK_WITHIN_S = 3.0

WHAT_TO_DO = "compare the broker's access list with mqtt/rights.example of this package"

READ = 2
"""The highest QoS that a broker grants; a higher number refuses the subscription."""


async def check_rights(config: MqttConfig, topics: Topics) -> None:
    """Connect, subscribe and publish as the table does. Raises `UserError` if the broker refuses any of that."""
    caller = ClientOptions(identifier=f"check-{secrets.token_hex(4)}", tally=Counters())
    try:
        async with connected(config, caller) as client:
            await _reads(config, client, topics)
            try:
                await _writes(config, client, topics)
            except aiomqtt.MqttError:
                # Some brokers disconnect a client that may not publish.
                raise _no_right_to_write(config, topics) from None
    except aiomqtt.MqttError as error:
        raise cannot_connect(config, error) from None


async def _reads(config: MqttConfig, client: aiomqtt.Client, topics: Topics) -> None:
    others = (topics.state, topics.sign, topics.every_alert, topics.every_device)
    wanted = (*topics.echoed, topics.commands, topics.replays, *others)
    granted = await client.subscribe([(topic, 0) for topic in wanted])
    refused = [topic for topic, qos in zip(wanted, granted, strict=False) if isinstance(qos, int) and qos > READ]
    if refused:
        raise UserError(f"the broker at {config.url} does not let the table read {', '.join(refused)}; {WHAT_TO_DO}")


async def _writes(config: MqttConfig, client: aiomqtt.Client, topics: Topics) -> None:
    nobody = topics.device(f"check-{secrets.token_hex(4)}")
    await client.publish(nobody, b"", qos=1)
    try:
        async with asyncio.timeout(COMES_BACK_WITHIN_S):
            async for message in client.messages:
                if message.topic.value == nobody:
                    return
    except TimeoutError:
        pass
    raise _no_right_to_write(config, topics)


def _no_right_to_write(config: MqttConfig, topics: Topics) -> UserError:
    return UserError(
        f"the broker at {config.url} accepts the table but does not pass on what it publishes below {topics.base}/; "
        f"{WHAT_TO_DO}"
    )
