"""`firmware-host mqtt` as it is typed: keys made, enrolled and revoked; a table watched and asked."""

import asyncio
import json
import os
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from firmware_host.access.access_config import default_pepper
from firmware_host.access.console_messages import AddPerson
from firmware_host.commands.table_console import asked_of
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.table.acts.floor import EnrolKey
from firmware_host.table.terms import Back
from tests.mqtt.commanded_table import ACTOR, ROLE, CommandedTable, commanded
from tests.support.brokers import running_mosquitto
from tests.support.command_line import typed_at_a_terminal
from tests.support.publishing import eventually
from tests.worlds.hosted_table import ran_once

PIN = "274968"

TABLE = "demo/poker-1"

RECUT = '{"kind": "order-recut", "why": "fewer than ten cards"}'

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root begins trust; run as root to see it")


def typed(*words: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    return typed_at_a_terminal("mqtt", *words, answers=keys)


async def typed_beside(*words: str) -> subprocess.CompletedProcess[str]:
    """The same while a table runs in this process."""
    return await asyncio.to_thread(typed, *words)


def made(folder: Path, actor: str) -> tuple[Path, dict[str, str]]:
    file = folder / f"{actor}.key"
    done = typed("key", "make", str(file), "--actor", actor, "--json")
    assert done.returncode == 0, done.stderr
    return file, json.loads(done.stdout)


BOTH = ("pit-8", "pit-9")
"""The supervisors who enroll everybody else."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The record of a table that ran once, with a casino supervisor who has a PIN."""
    folder = tmp_path / "data"
    asyncio.run(ran_once(folder))
    with asked_of(folder, default_pepper(folder), gives_pin=True) as ask:
        for person in BOTH:
            ask(AddPerson(person=person, roles=(ROLE,), pin=PIN))
        first, second = BOTH
        by = AddPerson(person=ACTOR, roles=(ROLE,), pin=PIN, by=first, by_pin=PIN, second=second, second_pin=PIN)
        ask(by)
    return folder


def test_a_key_is_made_in_a_file_of_its_own_and_never_over_another(tmp_path: Path) -> None:
    file, said = made(tmp_path, "floor-1")
    assert file.stat().st_mode & 0o777 == 0o600
    assert set(said) == {"key", "actor", "public"}
    again = typed("key", "make", str(file), "--actor", "floor-1")
    assert (again.returncode, again.stdout) == (2, "")
    assert "give another file" in again.stderr
    assert json.loads(file.read_text())["secret"] not in again.stderr


@needs_root
def test_a_key_is_enrolled_by_a_supervisor_listed_and_revoked(tmp_path: Path, data: Path) -> None:
    _, said = made(tmp_path, ACTOR)
    record = ("--by", BOTH[0], "--and", BOTH[1], "--data", str(data))
    done = typed("key", "enroll", ACTOR, said["public"], "--role", ROLE, *record, keys=f"{PIN}\n{PIN}\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{ACTOR} may now sign commands as casino-supervisor; recorded as fact ")
    assert typed("key", "list", "--data", str(data)).stdout == f"{said['key']}  {ACTOR} as casino-supervisor\n"
    assert typed("key", "revoke", said["key"], "--data", str(data)).returncode == 0, "root may revoke alone"
    (listed,) = json.loads(typed("key", "list", "--json", "--data", str(data)).stdout)["keys"]
    assert listed["revoked"] is True


@needs_root
def test_a_key_is_not_enrolled_with_a_wrong_pin_or_by_nobody(tmp_path: Path, data: Path) -> None:
    _, said = made(tmp_path, ACTOR)
    enroll = ("key", "enroll", ACTOR, said["public"], "--role", ROLE, "--data", str(data))
    wrong = typed(*enroll, "--by", ACTOR, keys="111222\n")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "wrong PIN" in wrong.stderr
    assert "--by is missing" in typed(*enroll).stderr
    assert "No key is known yet" in typed("key", "list", "--data", str(data)).stdout


class Scene:
    def __init__(self, table: CommandedTable, url: str, key: Path) -> None:
        self.table = table
        self.there = ("--url", url, "--table", TABLE)
        self.key = ("--key", str(key))


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    key, said = made(tmp_path, ACTOR)
    async with (
        running_mosquitto(tmp_path) as broker,
        commanded(tmp_path / "data", MqttConfig(url=broker.url)) as table,
    ):
        await table.by_supervisors(EnrolKey(public=said["public"], actor=ACTOR, role=ROLE))
        await eventually(lambda: table.publisher.counted.sessions == 1)
        yield Scene(table, broker.url, key)


async def test_what_is_sent_is_done_or_refused_and_the_exit_code_says_which(scene: Scene) -> None:
    await scene.table.ready(Back.BLUE)
    done = await typed_beside("send", RECUT, *scene.there, *scene.key, "--id", "recut-1")
    assert (done.returncode, done.stdout) == (0, f"done: fact {scene.table.state.last}\n"), done.stderr
    again = await typed_beside("send", RECUT, *scene.there, *scene.key, "--json")
    assert again.returncode == 1
    assert json.loads(again.stdout)["answer"]["refusal"]["code"] == "not-now"
    sit = await typed_beside("send", '{"kind": "take-seat", "seat": 3}', *scene.there, *scene.key)
    assert sit.returncode == 1
    assert sit.stdout.startswith("refused: a casino supervisor may not ask for this act; ")


async def test_what_is_watched_is_a_line_each(scene: Scene) -> None:
    watching = asyncio.create_task(typed_beside("watch", *scene.there, "--count", "8"))
    watching_json = asyncio.create_task(typed_beside("watch", *scene.there, "--count", "8", "--json"))
    while not (watching.done() and watching_json.done()):
        await scene.table.does_something()
        await asyncio.wait((watching, watching_json), timeout=0.1)
    lines = watching.result().stdout.splitlines()
    assert any("The floor is called." in line for line in lines), lines
    assert any(line.startswith("status: online, ") for line in lines)
    objects = [json.loads(line) for line in watching_json.result().stdout.splitlines()]
    assert len(objects) == 8
    assert {"topic", "retained", "payload"} == set(objects[0])


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("send", "{}", "--url", "mqtt://127.0.0.1:1", "--table", TABLE, "--key", "k"), "ACT is not valid"),
        (("send", RECUT, "--url", "mqtt://127.0.0.1:1", "--table", TABLE, "--key", "no-such"), "cannot read the key"),
        (
            ("send", RECUT, "--url", "mqtt://127.0.0.1:1", "--table", TABLE, "--key", "k", "--id", "a\nb"),
            "--id: an id has 1 to 64 printable ASCII characters",
        ),
        (("watch", "--url", "mqtt://127.0.0.1:1", "--table", TABLE), "check that it is running and accepts this user"),
        (("watch", "--url", "mqtt://127.0.0.1:1", "--table", "poker-1"), "cannot read 'poker-1'"),
        (("watch", "--url", "http://x", "--table", TABLE), "not a broker address"),
        (("key", "make", "x", "--actor", "No Name"), "small letters"),
    ],
)
def test_a_wrong_word_is_one_clear_line(words: tuple[str, ...], wrong: str) -> None:
    done = typed(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert wrong in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr


async def test_no_table_no_answer(tmp_path: Path) -> None:
    key, _ = made(tmp_path, ACTOR)
    async with running_mosquitto(tmp_path) as broker:
        there = ("--url", broker.url, "--table", TABLE, "--key", str(key), "--within", "1")
        done = await typed_beside("send", RECUT, *there)
    assert done.returncode == 2
    assert "no answer from fh1/demo/poker-1 within 1 seconds" in done.stderr


def test_help_has_an_example() -> None:
    for words in (("--help",), ("send", "--help"), ("watch", "--help"), ("key", "--help"), ("asyncapi", "--help")):
        done = typed(*words)
        assert done.returncode == 0
        assert "example: firmware-host mqtt" in done.stdout


def test_asyncapi_prints_the_document_and_the_schemas() -> None:
    assert json.loads(typed("asyncapi").stdout)["asyncapi"] == "3.0.0"
    assert "FactEvent" in json.loads(typed("asyncapi", "--schemas").stdout)["definitions"]
