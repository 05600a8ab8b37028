"""The integrator's page: its subscriber as it is printed, its broker file as it lies there, its words as they are."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from firmware_host import mqtt
from firmware_host.journal.signing import Signer
from firmware_host.mqtt.asyncapi import CHANNELS
from firmware_host.mqtt.counters import Wrong
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.remote_client import CommandSigner, RemoteTable, listening
from firmware_host.table.terms import Back
from tests.golden import files
from tests.mqtt.commanded_table import commanded
from tests.support.brokers import running_mosquitto
from tests.support.certificates import Authority
from tests.support.publishing import TOPICS, eventually

FOLDER = Path(mqtt.__file__).parent

PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")

SUBSCRIBER, *_ = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_subscriber_that_heals_gaps_has_twenty_lines() -> None:
    assert len([line for line in SUBSCRIBER.splitlines() if line]) <= 20


async def test_the_subscriber_as_it_is_printed_has_every_fact_once_and_in_order(tmp_path: Path) -> None:
    """It comes too late for all there is; then it hears what is new."""
    async with (
        running_mosquitto(tmp_path) as broker,
        commanded(tmp_path / "data", MqttConfig(url=broker.url)) as table,
    ):
        await eventually(lambda: table.publisher.counted.sessions == 1 and table.publisher.counted.waiting == 0)
        missed = table.state.last
        assert missed > 10
        async with subscriber(tmp_path, broker.url) as lines:
            ids = [await id_in(lines) for _ in range(missed)]
            await table.does_something()
            ids.append(await id_in(lines))
    assert ids == [f"{table.journal.id}:{number}" for number in range(1, missed + 2)]


@asynccontextmanager
async def subscriber(folder: Path, url: str) -> AsyncIterator[asyncio.StreamReader]:
    """Run it as it is printed, but for the port; give what it prints."""
    _, port = MqttConfig(url=url).address()
    assert "1883" in SUBSCRIBER
    script = folder / "subscriber.py"
    script.write_text(SUBSCRIBER.replace("1883", str(port)))
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-u", str(script), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    try:
        assert running.stdout is not None
        yield running.stdout
    finally:
        running.kill()
        await running.wait()


async def id_in(lines: asyncio.StreamReader) -> str:
    async with asyncio.timeout(20):
        return (await lines.readline()).decode().partition(" ")[0]


def test_every_channel_is_in_the_table_of_topics() -> None:
    topics = {
        name.partition("/")[0] for name in re.findall(r"^\| `([a-z]+[^`]*)` \| (?:yes|no|never)", PAGE, re.MULTILINE)
    }
    assert topics == set(CHANNELS)


def test_every_reason_a_command_is_refused_for_is_named() -> None:
    for wrong in set(Wrong) - {Wrong.TOO_MANY, Wrong.UNKNOWN_FACTS}:
        assert f"`{wrong}`" in PAGE


def test_the_golden_command_can_be_made_from_the_secret_the_page_names() -> None:
    signing = CommandSigner(actor="pit-1", signer=Signer.of(bytes(range(32))))
    golden = files.read("commands")
    assert signing.sign_bytes(golden["command"]) == golden["signed command"]
    assert msgspec.json.decode(golden["signed command"])["key"] == signing.key


async def test_the_broker_file_is_one_that_mosquitto_takes_and_its_rights_are_enough_for_a_table(
    tmp_path: Path,
) -> None:
    """With the files it names in a folder of the test's, and another port."""
    authority = Authority(tmp_path)
    authority.issued("broker")
    certificate, key = authority.issued("poker-1")
    (tmp_path / "rights").write_text((FOLDER / "rights.example").read_text())
    words = (FOLDER / "mosquitto.conf").read_text()
    words = re.sub(r"^(listener|max_queued_messages|set_tcp_nodelay) .*\n", "", words, flags=re.MULTILINE)
    words = words.replace("/etc/firmware-host", str(tmp_path))
    words += f"\npersistence_location {tmp_path}/\n"
    floor = authority.issued("floor-1")
    async with running_mosquitto(tmp_path, settings=words) as broker:
        url = broker.url.replace("mqtt:", "mqtts:")
        config = MqttConfig(url=url, ca=str(authority.ca), certificate=str(certificate), certificate_key=str(key))
        theirs = MqttConfig(url=url, ca=str(authority.ca), certificate=str(floor[0]), certificate_key=str(floor[1]))
        async with (
            commanded(tmp_path / "data", config) as table,
            listening(RemoteTable(config=theirs, topics=TOPICS), f"{TOPICS.base}/#") as client,
        ):
            await table.ready(Back.BLUE)
            heard = set[str]()
            wanted = {TOPICS.status, TOPICS.state, TOPICS.sign, TOPICS.fact}
            async with asyncio.timeout(20):
                async for message in client.messages:
                    heard.add(message.topic.value)
                    if wanted <= heard:
                        break
            await eventually(lambda: table.publisher.counted.waiting == 0)
