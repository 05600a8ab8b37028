"""`firmware-host journal restore` as it is typed: who decides it, and what is taken along."""

import asyncio
import json
import os
import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from firmware_host.access.pin_check import pin_of
from firmware_host.access.pins import Pins
from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import listed
from firmware_host.journal.store import Journal
from firmware_host.journal.verify import verified
from firmware_host.rules.decision import Role
from firmware_host.table.acts.floor import CallFloor
from firmware_host.table.state.table import TableState
from tests.support.command_line import typed_at_a_terminal
from tests.support.people_record import EVERYBODY, PINS, told, with_people
from tests.worlds.busy_table import busy_table

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="root answers at the console; run as root to see it")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    asyncio.run(with_people(tmp_path / "old"))
    return tmp_path / "old"


def restore(
    old: Path, new: Path, by: str, second: str, *more: str, typed: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    lines = "".join(f"{line}\n" for line in typed)
    return typed_at_a_terminal(
        "journal", "restore", old, "--data", new, "--by", by, "--and", second, *more, answers=lines
    )


def state_of(folder: Path) -> TableState:
    async def looked() -> TableState:
        async with busy_table(folder) as table:
            return table.host.state

    return asyncio.run(looked())


def first_fact(folder: Path) -> dict[str, object]:
    with closing(Reader(folder)) as reader:
        body: dict[str, object] = msgspec.to_builtins(next(reader.facts()).body)
    return body


def test_two_people_with_their_pins_take_people_and_configuration_along(old: Path, tmp_path: Path) -> None:
    new, before = tmp_path / "new", everything(old)
    done = restore(old, new, "pit-1", "floor-1", typed=(PINS["pit-1"], PINS["floor-1"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Carried over: 6 people, 3 with a PIN; the configuration in force" in done.stdout
    with closing(Reader(old)) as reader:
        previous = {"journal": reader.id, "number": reader.last, "hash": reader.hash_of(reader.last).hex()}
        id_ = reader.id
    opened = first_fact(new)
    assert opened["previous"] == previous
    assert (opened["people"], opened["by_pins"]) == (("pit-1", "floor-1"), True)
    assert verified(new, fold=fold_digest()).findings == []
    assert everything(old) == before, "it is only read"
    state = state_of(new)
    assert state.journal != id_
    assert {name: person.roles for name, person in state.people.items()} == EVERYBODY
    assert [name for name, person in state.people.items() if person.revoked] == ["gone-1"]
    assert state.adopted is not None


def test_the_pins_hold_in_the_new_record_and_those_of_the_revoked_do_not(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    assert restore(old, new, "pit-1", "floor-1", typed=(PINS["pit-1"], PINS["floor-1"])).returncode == 0
    state = state_of(new)

    async def right(name: str) -> bool:
        with Pins(new, new / "pepper.key") as pins:
            return await pins.are(name, PINS[name], of=pin_of(state, name))

    assert [asyncio.run(right(name)) for name in PINS] == [True, True, True, False]
    assert (new / "pepper.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("two", "typed", "why"),
    [
        (("ann", "bob"), (), "no person called ann is enrolled"),
        (("pit-1", "pit-1"), (), "two different people"),
        (("pit-1", "gone-1"), (), "gone-1 was revoked"),
        (("floor-1", "dealer-9"), (), "a dealer may not do this"),
        (("floor-1", "pit-1"), (PINS["pit-1"],), "wrong PIN for floor-1"),
        (("floor-1", "pit-1"), (PINS["floor-1"], "111222"), "wrong PIN for pit-1"),
        (("floor-1", "pit-1"), (), "PIN of floor-1: no input; nothing was changed"),
    ],
)
def test_nobody_else_begins_one_and_nothing_is_left_behind(
    old: Path, tmp_path: Path, two: tuple[str, str], typed: tuple[str, ...], why: str
) -> None:
    done = restore(old, tmp_path / "new", *two, typed=typed)
    assert done.returncode == 2
    assert why in done.stderr
    assert not (tmp_path / "new").exists()


def test_where_the_pepper_is_lost_nobodys_pin_is_believed(old: Path, tmp_path: Path) -> None:
    (old / "pepper.key").unlink()
    done = restore(old, tmp_path / "new", "pit-1", "floor-1", typed=(PINS["pit-1"], PINS["floor-1"]))
    assert done.returncode == 2
    assert "--without-pins" in done.stderr
    assert not (tmp_path / "new").exists()


@needs_root
def test_then_root_answers_and_the_record_says_so(old: Path, tmp_path: Path) -> None:
    (old / "pepper.key").unlink()
    new = tmp_path / "new"
    assert restore(old, new, "ann", "floor-1", "--without-pins").returncode == 2, "they are people of the record still"
    done = restore(old, new, "pit-1", "floor-1", "--without-pins")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no PINs: as root, revoke every casino supervisor" in done.stdout
    assert first_fact(new)["by_pins"] is False
    assert set(state_of(new).people) == set(EVERYBODY)


@needs_root
def test_a_record_without_people_is_roots_to_answer_for(tmp_path: Path) -> None:
    Journal.open(tmp_path / "old").close()
    done = restore(tmp_path / "old", tmp_path / "new", "A. Keeper", "B. Witness")
    assert (done.returncode, done.stderr) == (0, "")
    assert first_fact(tmp_path / "new")["people"] == ("A. Keeper", "B. Witness")


def test_one_that_was_broken_off_before_its_first_fact_is_begun_again(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    Journal.open(new).close()
    assert restore(old, new, "pit-1", "floor-1", typed=(PINS["pit-1"], PINS["floor-1"])).returncode == 0
    done = restore(old, new, "pit-1", "floor-1", typed=(PINS["pit-1"], PINS["floor-1"]))
    assert done.returncode == 2
    assert "there is already a journal" in done.stderr


def test_a_damaged_record_is_gone_on_from_as_far_as_it_holds(old: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    shutil.copytree(old, damaged)
    whole = damaged / listed(damaged)[-1].name
    data = whole.read_bytes()
    at = data.rindex(b'"kind":"')
    whole.write_bytes(data[:at] + b'"kine":"' + data[at + 8 :])
    done = restore(damaged, tmp_path / "new", "pit-1", "floor-1", typed=(PINS["pit-1"], PINS["floor-1"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("damaged: ")
    assert first_fact(tmp_path / "new")["damage"]
    assert set(state_of(tmp_path / "new").people) == set(EVERYBODY)


def test_the_table_goes_on_in_the_new_record(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    assert restore(old, new, "pit-1", "floor-1", typed=(PINS["pit-1"], PINS["floor-1"])).returncode == 0

    async def goes_on() -> None:
        async with busy_table(new) as table:
            await told(table, CallFloor(), role=Role.FLOORPERSON, actor="floor-1")
            await table.play(1)
            assert table.host.state.rounds == 1

    asyncio.run(goes_on())
    assert verified(new, fold=fold_digest()).findings == []


def everything(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_no_pin_is_in_any_file_of_either(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    assert restore(old, new, "pit-1", "floor-1", typed=(PINS["pit-1"], PINS["floor-1"])).returncode == 0
    for data in everything(new).values():
        assert not any(pin.encode() in data for pin in PINS.values())
    assert set(json.loads((new / "pins.json").read_bytes())["pins"]) == {"pit-1", "floor-1", "dealer-9"}
