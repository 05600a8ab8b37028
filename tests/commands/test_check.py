"""`firmware-host check`, as whoever writes a table.toml uses it."""

import asyncio
import json
import os
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

import firmware_host
from firmware_host.config.load import Config
from firmware_host.config.reference import Section, sections
from firmware_host.journal.store import Journal
from hil.commissioning import commission
from hil.pins.pin_world import PinWorld
from hil.shuffler.device import SimulatedShuffler
from hil.world import table_toml
from tests.support.brokers import any_broker
from tests.support.command_line import PROGRAM, ended
from tests.support.command_line import typed_at_a_terminal as ran
from tests.support.record_files import some_facts

EXAMPLES = Path(firmware_host.__file__).parent / "examples"

NOWHERE = "mqtt://127.0.0.1:1"

DICE = """\
[table]
house = "demo"
table = "dice-1"
game = "mini-dice"
dealer = "dealer-1"
seats = [1, 2]

[mqtt]
url = "mqtt://127.0.0.1:1"
"""


def written(folder: Path, text: str) -> str:
    path = folder / "table.toml"
    path.write_text(text)
    return str(path)


def poker() -> str:
    return table_toml(broker=NOWHERE, port="/dev/none")


def test_a_file_that_will_do_is_said_to(tmp_path: Path) -> None:
    done = ran("check", written(tmp_path, poker()))
    assert done.returncode == 0
    assert "holdem at table poker-1 of demo; the file is valid" in done.stdout


@pytest.mark.parametrize("name", ["poker", "mini-dice"])
def test_the_commented_examples_will_do(name: str) -> None:
    assert ran("check", str(EXAMPLES / f"{name}.toml")).returncode == 0


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (poker().replace("[mqtt]", "[mqtt]\nretries = 3"), "line 12: unknown name `retries` in [mqtt]"),
        (
            poker().replace("[devices.shuffler]", "[devices.keys]\nnext = 2\n\n[devices.shuffler]"),
            "GPIO 2 is used twice",
        ),
        (
            DICE + "\n[devices.puck]\npins = [2]\n",
            "`puck` in [devices] has no effect: a mini-dice table has no dealer button",
        ),
        (
            poker() + "\n[devices.keys]\ndice = [19, 20, 21, 22, 23, 24]\n",
            "`dice` in [devices.keys] has no effect: a poker table has no dice keys",
        ),
        (poker().replace("seats =", "buy_in_cents = 20000\nseats ="), "`buy_in_cents` in [table] has no effect"),
        (
            poker().replace('game = "holdem"', 'game = "stud"\nstraddle = true'),
            "`straddle` in [table] has no effect: none of this table's games has blinds",
        ),
    ],
)
def test_an_unknown_or_ineffective_option_is_an_error_in_one_line(tmp_path: Path, text: str, wrong: str) -> None:
    done = ran("check", written(tmp_path, text))
    assert done.returncode == 2
    assert wrong in done.stderr
    assert done.stderr.count("\n") == 1


def test_every_option_there_is_is_explained_in_words() -> None:
    explained: list[Section] = list(sections(Config))
    assert {section.name for section in explained} >= {
        "table",
        "table.stakes",
        "mqtt",
        "devices.keys",
        "journal",
        "web",
    }
    silent = [f"{o.section}.{o.name}" for section in explained for o in section.options if not o.says]
    assert silent == []
    done = ran("check", "--explain")
    assert done.returncode == 0
    assert "gaming_day_starts: whole number, 0 to 23; default 6" in done.stdout
    assert "min_cents: whole number, 1 or more; required" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 120
    assert json.loads(ran("check", "--explain", "--json").stdout)[0]["name"] == "table"


def test_without_a_file_it_says_what_it_wants() -> None:
    done = ran("check")
    assert done.returncode == 2
    assert "name the table.toml to check" in done.stderr


POKER = """
[table]
house = "demo"
table = "poker-1"
dealer = "dealer-1"
seats = [1, 2]

[mqtt]
url = "mqtt://127.0.0.1:1"

[devices.shuffler]
port = "/dev/none"
firmware_list = "{folder}/firmware.toml"
house_key = "0000000000000000000000000000000000000000000000000000000000000000"

[people]
pepper = "{folder}/table.toml/pepper"

[web]
port = {port}

[door]
path = "{folder}/nowhere/door"
"""


async def test_what_run_would_refuse_the_probe_says_beforehand_with_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        text = POKER.format(folder=tmp_path, port=taken.getsockname()[1])
        done = await asyncio.to_thread(ran, "check", written(tmp_path, text), "--probe", "--json")
    assert done.returncode == 1
    said = {each["what"]: each["say"] for each in json.loads(done.stdout)["probed"] if not each["ok"]}
    assert "stop the program that listens there, or fix [web]" in said["web"]
    assert "create it, or fix `path` under [door]" in said["door"]
    assert "check `firmware_list` under [devices.shuffler]" in said["firmware"]
    assert "pepper" in said["pepper"]


async def test_what_run_would_take_the_probe_says_is_well(tmp_path: Path) -> None:
    text = POKER.format(folder=tmp_path, port=0).replace("/nowhere", "").replace("table.toml/pepper", "pepper")
    done = await asyncio.to_thread(ran, "check", written(tmp_path, text), "--probe", "--json")
    well = {each["what"] for each in json.loads(done.stdout)["probed"] if each["ok"]}
    assert well >= {"record", "disk", "web", "door", "pepper"}


async def test_the_probe_changes_nothing_in_the_data_folder(tmp_path: Path) -> None:
    text = POKER.format(folder=tmp_path, port=0)
    data = tmp_path / "data"
    with closing(Journal.open(data)) as journal:
        await journal.append(some_facts(journal, 3))
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in data.iterdir()}
    done = await asyncio.to_thread(ran, "check", written(tmp_path, text), "--probe", "--json", "--data", str(data))
    said = {each["what"]: each["say"] for each in json.loads(done.stdout)["probed"]}
    assert said["record"] == f"3 facts in {data}"
    assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in data.iterdir()} == before


async def test_what_the_file_names_is_tried_and_each_thing_wrong_is_named(tmp_path: Path) -> None:
    async with (
        any_broker(tmp_path) as broker,
        SimulatedShuffler(speed=300.0, seed=1) as shuffler,
        PinWorld(tmp_path / "pins") as pins,
    ):
        config = Path(written(tmp_path, table_toml(broker=broker, port=shuffler.port)))
        await commission(config, tmp_path / "data", shuffler)
        there = await probed(config, pins)
        absent = written(tmp_path / "data", table_toml(broker=NOWHERE, port="/dev/none"))
        missing = await probed(Path(absent), pins, data=tmp_path / "new")
    assert {what: ok for what, ok in there.items() if what != "clock"} == dict.fromkeys(
        ("record", "pepper", "disk", "pins", "broker", "shuffler"), True
    )
    assert {what for what, ok in missing.items() if not ok} - {"clock"} == {"broker", "shuffler"}


async def probed(config: Path, pins: PinWorld, *, data: Path | None = None) -> dict[str, bool]:
    environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "hil", "HIL_PINS": str(pins.path)}
    named = ["--data", str(data)] if data else []
    asking = await asyncio.create_subprocess_exec(
        PROGRAM, "check", str(config), "--probe", "--json", *named, env=environment, stdout=subprocess.PIPE
    )
    told, _ = await ended(asking)
    return {each["what"]: each["ok"] for each in json.loads(told)["probed"]}


def test_a_program_is_told_in_json_that_a_file_will_not_do(tmp_path: Path) -> None:
    done = ran("check", str(tmp_path / "table.toml"), "--json")
    assert done.returncode == 2
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert not told["ok"]
    assert "table.toml" in told["trouble"]


async def test_the_probe_finds_what_would_keep_the_screen_away(tmp_path: Path) -> None:
    text = POKER.format(folder=tmp_path, port=0)
    wrong = '\n[panel]\ncertificate = "/none.crt"\nkey = "/none.key"\n'
    done = await asyncio.to_thread(ran, "check", written(tmp_path, text + wrong), "--probe", "--json")
    said = {each["what"]: each["say"] for each in json.loads(done.stdout)["probed"] if not each["ok"]}
    assert "fix `certificate` and `key` under [panel]" in said["panel"]
    group = '\n[panel]\nscreen_group = "root"\n'
    done = await asyncio.to_thread(ran, "check", written(tmp_path, text + group), "--probe", "--json")
    said = {each["what"]: each["say"] for each in json.loads(done.stdout)["probed"] if not each["ok"]}
    assert "set `screen_socket` under [panel] to a path in /run" in said["panel"]
    done = await asyncio.to_thread(ran, "check", written(tmp_path, text + "\n[panel]\n"), "--probe", "--json")
    well = {each["what"]: each["say"] for each in json.loads(done.stdout)["probed"] if each["ok"]}
    assert "on the loopback address only" in well["panel"]
