"""Documents that others publish in the table's name, one by one and in a flood: none of them stands for long."""

import asyncio
from pathlib import Path

import aiomqtt
import msgspec
import pytest

from firmware_host.mqtt.connection import Timeouts
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.topics import Topics
from firmware_host.table.sign import sign
from firmware_host.table.view import DeviceReport
from tests.mqtt.commanded_table import asking, commanded
from tests.support.brokers import running_mosquitto
from tests.support.listener import listening
from tests.support.publishing import TOPICS, eventually

SOON = Timeouts(look_again_s=0.2)

FORGED = msgspec.json.encode({"say": "All is well."})


async def standing(url: str, *topics: str) -> dict[str, bytes]:
    """Return what a broker keeps below these topics."""
    host, port = MqttConfig(url=url).address()
    found = {}
    async with aiomqtt.Client(host, port) as client, asyncio.timeout(20):
        await client.subscribe([*((topic, 1) for topic in topics), ("sentinel", 1)])
        await client.publish("sentinel", b"", qos=1)
        async for message in client.messages:
            if message.topic.value == "sentinel":
                break
            found[message.topic.value] = bytes(message.payload)
    return found


async def cleared(url: str, *topics: str) -> None:
    async with asyncio.timeout(60):
        while FORGED in (await standing(url, *topics)).values():  # noqa: ASYNC110 - the broker tells nobody
            await asyncio.sleep(0.05)


async def test_an_alert_that_is_forged_while_the_table_runs_is_taken_away(tmp_path: Path) -> None:
    """The broker passes it on without saying that it keeps it, so it stood until the next connection."""
    async with (
        running_mosquitto(tmp_path) as broker,
        listening(broker.url, TOPICS.base) as listener,
        commanded(tmp_path / "data", MqttConfig(url=broker.url), patience=SOON) as table,
        asking(broker.url, listener) as attacker,
    ):
        await eventually(lambda: table.publisher.counted.sessions == 1)
        await attacker.sends(TOPICS.alert(3), FORGED, retain=True)
        await attacker.sends(TOPICS.device("puck"), FORGED, retain=True)
        await cleared(broker.url, TOPICS.every_alert, TOPICS.every_device)


@pytest.mark.parametrize("forged", [FORGED, b""], ids=["another", "removed"])
async def test_a_page_that_is_forged_while_the_table_runs_is_replaced(tmp_path: Path, forged: bytes) -> None:
    """A sign hangs for hours and a status until the next connection, so a forged one stood as long."""
    async with (
        running_mosquitto(tmp_path) as broker,
        listening(broker.url, TOPICS.base) as listener,
        commanded(tmp_path / "data", MqttConfig(url=broker.url), patience=SOON) as table,
        asking(broker.url, listener) as attacker,
    ):
        table.publisher.post(sign(table.state))
        table.publisher.report(DeviceReport(device="puck", up=True, detail="working"))
        await eventually(lambda: table.publisher.counted.sessions == 1 and table.publisher.counted.waiting == 0)
        topics = (TOPICS.status, TOPICS.state, TOPICS.sign, TOPICS.device("puck"))
        async with asyncio.timeout(60):
            while {*topics} - {*(before := await standing(broker.url, *topics))}:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.05)
        for topic in topics:
            await attacker.sends(topic, forged, retain=True)
        async with asyncio.timeout(60):
            while await standing(broker.url, *topics) != before:  # noqa: ASYNC110 - the broker tells nobody
                await asyncio.sleep(0.05)


async def test_what_is_forged_in_a_flood_is_gone_after_it(tmp_path: Path) -> None:
    topics: Topics = TOPICS
    async with (
        running_mosquitto(tmp_path) as broker,
        listening(broker.url, f"{topics.base}/reply") as listener,
        commanded(tmp_path / "data", MqttConfig(url=broker.url), patience=SOON) as table,
        asking(broker.url, listener) as attacker,
    ):
        await eventually(lambda: table.publisher.counted.sessions == 1 and table.publisher.counted.waiting == 0)
        for start in range(0, 1500, 300):
            await asyncio.gather(
                *(
                    attacker.sends(topics.alert(number), FORGED, retain=True)
                    for number in range(10_000 + start, 10_300 + start)
                ),
                attacker.sends(topics.device("puck"), FORGED, retain=True),
            )
        await cleared(broker.url, topics.every_alert, topics.every_device)


async def test_what_the_table_says_itself_is_not_taken_for_a_forgery(tmp_path: Path) -> None:
    async with (
        running_mosquitto(tmp_path) as broker,
        listening(broker.url, TOPICS.base) as listener,
        commanded(tmp_path / "data", MqttConfig(url=broker.url), patience=SOON) as table,
    ):
        await eventually(lambda: table.publisher.counted.sessions == 1)
        for number in range(40):
            table.publisher.report(DeviceReport(device="shuffler", up=True, detail="x", done=number, of=52))
            await asyncio.sleep(0)
        await listener.until(lambda: b'"done":39' in (listener.on(TOPICS.device("shuffler")) or [b""])[-1])
        before = len(listener.on(TOPICS.device("shuffler")))
        await table.does_something()
        await eventually(lambda: table.publisher.counted.waiting == 0)
        assert len(listener.on(TOPICS.device("shuffler"))) == before
