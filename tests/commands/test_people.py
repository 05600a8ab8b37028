"""`firmware-host people` as it is typed: beside a controller that runs, and on the record of one that does not."""

import asyncio
import json
import os
import subprocess
import threading
from collections import deque
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_host.access.console import Console, Registrar
from firmware_host.access.pin_check import PinCheck
from firmware_host.access.pins import Pins
from firmware_host.cli import main
from firmware_host.host.clock import SystemClock
from firmware_host.journal.folder import locked
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Role
from firmware_host.table.acts.system import Start
from hil.commissioning import FLOOR, PIT
from tests.support.command_line import typed_at_a_terminal
from tests.worlds.hosted_table import PROCEDURE, SOFTWARE, ran_once, running_host, tell
from tests.worlds.played_table import played_table

PIN, OTHER_PIN, WRONG = "274968", "918274", "274969"

AN_ACCOUNT = 12_345

ROOT = os.geteuid() == 0

needs_root = pytest.mark.skipif(not ROOT, reason="only root begins trust; run as root to see it")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    asyncio.run(ran_once(tmp_path / "data"))
    return tmp_path / "data"


def people(data: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return typed_at_a_terminal("people", *words, "--data", data, answers=typed)


def added(data: Path, name: str = "pit-1") -> None:
    done = people(data, "add", name, "--role", "casino-supervisor", typed=f"{PIN}\n")
    assert (done.returncode, done.stderr) == (0, "")


@needs_root
def test_the_first_supervisor_and_those_who_follow(data: Path) -> None:
    added(data)
    new = ("add", "floor-1", "--role", "floorperson", "dealer", "--by", "pit-1")
    alone = people(data, *new, typed=f"{PIN}\n{OTHER_PIN}\n")
    assert "; add --and NAME, a second casino supervisor; if there is only one, root names" in alone.stderr
    added(data, "pit-2")
    done = people(data, *new, "--and", "pit-2", typed=f"{PIN}\n{PIN}\n{OTHER_PIN}\n")
    assert done.stdout == "floor-1 is enrolled as floorperson and dealer; recorded as fact 8.\n"
    both = "pit-1    casino-supervisor\npit-2    casino-supervisor\n"
    assert people(data, "list").stdout == f"floor-1  dealer and floorperson\n{both}"
    done = people(data, "revoke", "floor-1", "--by", "pit-1", typed=f"{PIN}\n")
    assert done.stdout == "floor-1 is revoked; recorded as fact 9.\n"
    assert people(data, "list").stdout == f"floor-1  revoked\n{both}"


@needs_root
def test_a_wrong_pin_is_one_line_and_code_2_and_locks_out_across_commands(data: Path) -> None:
    added(data)
    for _ in range(3):
        done = people(data, "reset-pin", "pit-1", "--by", "pit-1", typed=f"{WRONG}\n{OTHER_PIN}\n")
        assert done.returncode == 2
        assert done.stderr.startswith("firmware-host: wrong PIN for pit-1; enter the right PIN")
    done = people(data, "reset-pin", "pit-1", "--by", "pit-1", typed=f"{PIN}\n{OTHER_PIN}\n")
    assert "pit-1 is locked out after 3 wrong PINs in a row; wait" in done.stderr
    assert "pit-1  casino-supervisor, 3 wrong PINs in a row" in people(data, "list").stdout


@needs_root
def test_for_programs_there_is_json_and_no_pin_is_ever_printed(data: Path) -> None:
    both = ("--role", "dealer", "--role", "casino-supervisor")  # each --role counts, not only the last
    done = people(data, "add", "pit-1", *both, "--json", typed=f"{PIN}\n")
    assert json.loads(done.stdout) == {"kind": "done", "numbers": [4]}
    known = json.loads(people(data, "list", "--json").stdout)
    assert known["people"] == [
        {
            "kind": "person",
            "person": "pit-1",
            "roles": ["dealer", "casino-supervisor"],
            "revoked": False,
            "has_pin": True,
            "wrong_pins": 0,
        }
    ]
    assert PIN not in done.stdout + done.stderr


@needs_root
def test_root_leaves_every_file_to_the_account_whose_record_it_is() -> None:
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)  # pytest's own folders let no other account in
        data = Path(name) / "data"
        asyncio.run(ran_once(data))
        for file in (data, *data.iterdir()):
            os.chown(file, AN_ACCOUNT, AN_ACCOUNT)
        added(data)
        left = [*data.iterdir()]
        assert {file.name for file in left} >= {"pins.json", "pepper.key"}
        assert {file.name: file.stat().st_uid for file in left if file.stat().st_uid != AN_ACCOUNT} == {}


def test_without_root_a_name_is_asked_for(data: Path) -> None:
    if ROOT:
        done = people(data, "reset-pin", "pit-1", typed=f"{PIN}\n")
        assert "root alone may not reset a PIN" in done.stderr
    else:
        done = people(data, "add", "pit-1", "--role", "casino-supervisor", typed=f"{PIN}\n")
        assert "only root acts here without a name; --by is missing" in done.stderr
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "A B", "--role", "dealer", "--by", "x"), "small letters, digits and hyphens"),
        (("add", "pit-1", "--role", "king"), "unknown choice"),
        (("add", "pit-1", "--role", "host"), "unknown choice"),
        (("add", "pit-1"), "--role"),
        (("sack", "pit-1"), "sack"),
        ((), "VERB"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_code_2(data: Path, words: tuple[str, ...], said: str) -> None:
    place = ("--data", data) if len(words) > 1 else ()
    done = typed_at_a_terminal("people", *words, *place, answers=f"{PIN}\n{PIN}\n")
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_where_there_is_no_record_none_is_made(tmp_path: Path) -> None:
    for folder in (tmp_path / "none", tmp_path):
        done = people(folder, "list")
        assert done.returncode == 2
        assert "start the controller once" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_empty_list_says_how_to_begin(data: Path) -> None:
    assert "As root, add the first two" in people(data, "list").stdout


@needs_root
async def test_beside_a_controller_that_runs_the_same_is_asked_of_it(tmp_path: Path) -> None:
    data, clock = tmp_path / "data", SystemClock()
    with Pins(data, tmp_path / "elsewhere.pepper") as pins:
        async with running_host(data, clock) as running:
            host = running.host
            await tell(host, clock, Start(software=SOFTWARE, config=PROCEDURE))
            registrar = Registrar(table=host, pins=pins, checking=PinCheck(table=host, pins=pins, clock=clock))
            async with Console(folder=data, registrar=registrar).opened():
                await asyncio.to_thread(added, data)
                done = await asyncio.to_thread(people, data, "list")
            assert host.state.people["pit-1"].roles == (Role.CASINO_SUPERVISOR,)
    assert done.stdout == "pit-1  casino-supervisor\n"
    names = {file.name for file in await asyncio.to_thread(lambda: list(tmp_path.iterdir()))}
    assert names == {"data", "elsewhere.pepper"}, "the controller's own pepper and no other"


def test_a_record_that_another_program_holds_is_said(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firmware_host.commands.table_console.STARTING_S", 0.2)
    with closing(Journal.open(data)):
        assert main(["people", "list", "--data", str(data)]) == 2
    assert "another firmware-host is running" in capsys.readouterr().err


def test_a_controller_that_is_starting_is_waited_for(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It has the record open before it answers; whoever opened the record meanwhile would have ended its start."""
    taken = locked(data)
    freed = threading.Timer(0.3, lambda: deque(map(os.close, taken), maxlen=0))
    freed.start()
    assert main(["people", "list", "--data", str(data)]) == 0
    freed.join()
    assert "No people yet" in capsys.readouterr().out


async def test_a_controller_waits_for_a_command_that_works_on_the_record(tmp_path: Path) -> None:
    async with played_table(tmp_path) as table:
        journal = Journal.open(table.world.data)
        await table.world.controller.start()
        await table.world.controller.says("waiting up to")
        journal.close()
        await table.rounds(1)


@needs_root
async def test_a_whole_table_that_plays_hears_of_it(tmp_path: Path) -> None:
    """The table of the demo begins with two people; where nobody is left root names the first again."""
    async with played_table(tmp_path) as table:
        await table.world.controller.start()
        await table.rounds(1)
        for person in (FLOOR, PIT):
            done = await asyncio.to_thread(people, table.world.data, "revoke", person)
            assert (done.returncode, done.stderr) == (0, "")
        await asyncio.to_thread(added, table.world.data)
        await table.subscriber.until(lambda: {"person-revoked", "person-enrolled"} <= {*table.kinds}, within_s=10)
        assert PIN.encode() not in b"".join(table.recorded())
