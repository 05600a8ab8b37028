"""The programs of the MQTT page as they are printed, against a real broker and a real controller."""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import pytest

from firmware_host import mqtt
from firmware_host.mqtt.mqtt_config import MqttConfig
from hil.commissioning import FLOOR, PIN, PIT
from hil.world import World, table_world
from tests.golden import files
from tests.golden.configs import JOURNAL
from tests.support.brokers import mosquitto

PAGE = (Path(mqtt.__file__).parent / "README.md").read_text(encoding="utf-8")

PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)

CHECKER, COMMAND = PROGRAMS[1:]

LONG = 60.0

DEVICES = ("keys", "puck", "shuffler")


def lines_of(program: str) -> int:
    return len([line for line in program.splitlines() if line])


def test_the_programs_are_short() -> None:
    assert lines_of(CHECKER) <= 30
    assert lines_of(COMMAND) <= 20


@asynccontextmanager
async def pasted(folder: Path, program: str, url: str) -> AsyncIterator[asyncio.StreamReader]:
    """Run a program in a folder as it is printed, except for the port; give what it prints."""
    _, port = MqttConfig(url=url).address()
    script = folder / "program.py"
    assert "1883" in program
    script.write_text(program.replace("1883", str(port)))
    running = await asyncio.create_subprocess_exec(
        sys.executable, str(script), cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    try:
        assert running.stdout is not None
        async with asyncio.timeout(LONG):
            yield running.stdout
    finally:
        if running.returncode is None:
            running.kill()
        await running.wait()


async def firmware_host(*words: str, typed: str = "") -> str:
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "firmware_host", *words),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await running.communicate(typed.encode())
    assert running.returncode == 0, (words, said)
    return said.decode()


@asynccontextmanager
async def table(folder: Path) -> AsyncIterator[World]:
    """Run a controller that publishes to mosquitto."""
    async with (
        mosquitto(folder) as url,
        table_world(folder / "world", broker=url, speed=100.0, seed=1) as world,
    ):
        await world.controller.start()
        await world.controller.answers()
        yield world


async def until_at_rest(world: World, since: int) -> None:
    """
    Wait until the broker retains a state that is newer than this fact, with every device up.

    What a device reports as it comes up may begin a new turn, and a command that was signed before that is refused.
    """
    host, port = MqttConfig(url=world.broker).address()
    async with asyncio.timeout(LONG), aiomqtt.Client(host, port) as client:
        await client.subscribe(f"{world.topics.base}/state", qos=1)
        async for message in client.messages:
            assert isinstance(message.payload, bytes)
            state = json.loads(message.payload)
            if state["seen"] >= since and {*DEVICES} <= {name for name, up in state["devices"].items() if up}:
                return


async def test_the_checker_and_the_signed_command_work_as_they_are_printed(tmp_path: Path) -> None:
    async with table(tmp_path) as world:
        made = json.loads(
            await firmware_host("mqtt", "key", "make", str(tmp_path / "floor-1.key"), "--actor", FLOOR, "--json")
        )
        data = ("--data", str(world.data))
        third = ("people", "add", "pit-2", "--role", "casino-supervisor", "--by", FLOOR, "--and", PIT)
        await firmware_host(*third, *data, typed=f"{PIN}\n" * 3)
        enroll = (
            "mqtt",
            "key",
            "enroll",
            FLOOR,
            made["public"],
            "--role",
            "floorperson",
            "--by",
            PIT,
            "--and",
            "pit-2",
        )
        enrolled = json.loads(await firmware_host(*enroll, *data, "--json", typed=f"{PIN}\n" * 2))
        await until_at_rest(world, max(enrolled["numbers"]))
        async with pasted(tmp_path, COMMAND, world.broker) as printed:
            answer = json.loads(await printed.readline())
        answer = answer["answer"]
        assert answer["kind"] == "accepted", answer
        async with pasted(tmp_path, CHECKER, world.broker) as printed:
            said = [(await printed.readline()).decode() for _ in range(answer["numbers"][-1])]
    assert [int(line.partition(" ")[0]) for line in said] == list(range(1, answer["numbers"][-1] + 1))
    assert said[-1].endswith(" The floor is called.\n")


@pytest.mark.parametrize(
    ("was", "forged", "verdict"), [(b"", b"", "1 A new"), (b"keys:", b"kexs:", "fact 1 was changed")]
)
async def test_the_checker_stops_at_a_changed_fact(tmp_path: Path, was: bytes, forged: bytes, verdict: str) -> None:
    status = {"online": True, "journal": JOURNAL, "software": "x", "configuration": "in-force"}
    event = files.read("events")["journal-opened"]
    assert was in event
    async with mosquitto(tmp_path) as url:
        host, port = MqttConfig(url=url).address()
        async with aiomqtt.Client(host, port) as broker, pasted(tmp_path, CHECKER, url) as printed:
            await broker.subscribe("fh1/demo/poker-1/replay/+", qos=1)
            await broker.publish("fh1/demo/poker-1/status", json.dumps(status), qos=1, retain=True)
            await anext(aiter(broker.messages))
            await broker.publish("fh1/demo/poker-1/reply/auditor", event.replace(was, forged, 1), qos=1)
            assert (await printed.readline()).decode().startswith(verdict)
