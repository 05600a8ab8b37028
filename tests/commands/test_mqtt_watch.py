"""`firmware-host mqtt watch`: lines for people, whole messages for programs, and what it says to silence."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import pytest

from firmware_host.commands.mqtt_watch import watch
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.remote_client import RemoteTable
from firmware_host.mqtt.topics import Topics
from tests.golden import files
from tests.support.brokers import mosquitto

TOPICS = Topics(house="demo", table="poker-1")

DOCUMENTS = files.read("documents")

SOON_S = 0.2


@asynccontextmanager
async def broker(folder: Path) -> AsyncIterator[tuple[RemoteTable, aiomqtt.Client]]:
    async with mosquitto(folder) as url:
        config = MqttConfig(url=url)
        host, port = config.address()
        async with aiomqtt.Client(host, port) as client:
            yield RemoteTable(config=config, topics=TOPICS), client


async def retained(client: aiomqtt.Client, topic: str, payload: bytes) -> None:
    await client.publish(topic, payload, qos=1, retain=True)


Printed = pytest.CaptureFixture[str]


async def watched(
    folder: Path, printed: Printed, messages: dict[str, list[bytes]], *, as_json: bool = False, in_place: bool = False
) -> str:
    """Watch a table that publishes these messages after its status; return what is printed for them."""
    async with broker(folder) as (far, client):
        await retained(client, TOPICS.status, DOCUMENTS["status"])
        count = 1 + sum(map(len, messages.values()))
        watching = asyncio.create_task(watch(far, count=count, as_json=as_json, in_place=in_place))
        async with asyncio.timeout(20):
            await asyncio.wait((watching, asyncio.create_task(line_in(printed))), return_when=asyncio.FIRST_COMPLETED)
            for topic, payloads in messages.items():
                for payload in payloads:
                    await client.publish(topic, payload, qos=1)
            assert await watching == 0
    return printed.readouterr().out


async def line_in(printed: Printed) -> None:
    """Wait for the line of the retained status: from then on the watcher gets what is published."""
    while not printed.readouterr().out:  # noqa: ASYNC110 - there is no event for what is printed
        await asyncio.sleep(0.01)


async def test_a_document_is_said_in_words_and_nothing_is_cut(tmp_path: Path, capsys: Printed) -> None:
    sign, later = DOCUMENTS["sign"], b'{"version":99,"say":"%s"}' % (b"of a later version " * 20)
    said = await watched(
        tmp_path,
        capsys,
        {
            TOPICS.state: [DOCUMENTS["state: not open"], DOCUMENTS["state: shuffling"], later],
            TOPICS.sign: [sign],
            TOPICS.alert(41): [DOCUMENTS["alert"], b""],
            TOPICS.fact: [files.read("events")["dealer-on-duty"]],
        },
    )
    closed, shuffling, whole, of_sign, alert, removed, fact = said.splitlines()
    assert closed == "state: as of fact 5; next: Receive and inspect the blue and the red decks."
    assert shuffling.startswith("state: as of fact ")
    assert whole == f"state: {later.decode()}"
    assert of_sign == f"sign: {sign.decode()}"
    assert alert == "alert/41: fault, not acknowledged: The shuffler does not answer: no answer."
    assert removed == "alert/41: removed"
    assert "dealer-1" in fact


async def test_a_shuffle_is_one_line_and_not_one_for_each_card(tmp_path: Path, capsys: Printed) -> None:
    progress = [
        json.dumps({"device": "shuffler", "up": True, "detail": "SIM-0001", "done": done, "of": 52}).encode()
        for done in range(1, 53)
    ]
    said = await watched(tmp_path, capsys, {TOPICS.device("shuffler"): [*progress, DOCUMENTS["device"]]})
    assert said.splitlines() == [
        "device/shuffler: 52 of 52 cards",
        "device/shuffler: up, Simulated SIM-0001",
    ]


async def test_shakes_are_called_shakes(tmp_path: Path, capsys: Printed) -> None:
    progress = json.dumps({"device": "shaker", "up": True, "detail": "working", "done": 3, "of": 3}).encode()
    said = await watched(tmp_path, capsys, {TOPICS.device("shaker"): [progress]})
    assert said.splitlines() == ["device/shaker: 3 of 3 shakes"]


async def test_on_a_terminal_the_progress_is_written_in_its_place(tmp_path: Path, capsys: Printed) -> None:
    reports = {TOPICS.device("shuffler"): [DOCUMENTS["device: progress"], DOCUMENTS["device"]]}
    said = await watched(tmp_path, capsys, reports, in_place=True)
    assert said == "\r\x1b[Kdevice/shuffler: 26 of 52 cards\r\x1b[Kdevice/shuffler: up, Simulated SIM-0001\n"


async def test_programs_get_every_message_whole(tmp_path: Path, capsys: Printed) -> None:
    state = DOCUMENTS["state: at the flop"]
    said = json.loads(await watched(tmp_path, capsys, {TOPICS.state: [state]}, as_json=True))
    assert said == {"topic": TOPICS.state, "retained": False, "payload": json.loads(state)}


async def silence(far: RemoteTable, client: aiomqtt.Client) -> None:
    """Watch a silent table until it speaks at last, long after the command has said what may be wrong."""
    watching = asyncio.create_task(watch(far, count=1, as_json=False, silent_s=SOON_S))
    await asyncio.wait((watching,), timeout=5 * SOON_S)
    await client.publish(TOPICS.status, DOCUMENTS["status"], qos=1)
    async with asyncio.timeout(20):
        assert await watching == 0


async def test_silence_names_the_tables_that_the_broker_knows(tmp_path: Path, capsys: Printed) -> None:
    async with broker(tmp_path) as (far, client):
        await retained(client, "fh1/demo/poker-3/status", DOCUMENTS["status"])
        await retained(client, "fh1/demo/dice-1/status", DOCUMENTS["status"])
        await silence(far, client)
    printed = capsys.readouterr()
    assert printed.err == (
        "nothing came from demo/poker-1 within 0.2 seconds; the broker knows demo/dice-1, demo/poker-3. "
        "If the name is wrong, correct --table. Still waiting.\n"
    )
    assert printed.out.startswith("status: online, firmware-host 0.1.0, table.toml is in force, journal ")
    assert printed.out.count("\n") == 1, "the other tables are not shown"


async def test_silence_of_the_whole_house_says_what_to_check(tmp_path: Path, capsys: Printed) -> None:
    async with broker(tmp_path) as (far, client):
        await silence(far, client)
    said = capsys.readouterr().err
    assert "the broker knows no table of 'demo'" in said
    assert "Check the name in --table" in said
    assert "may read fh1/demo/poker-1/#" in said
