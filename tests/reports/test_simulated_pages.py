"""A record made on simulated pins says so on every page and in every export."""

import asyncio
import json
from pathlib import Path

import pytest

from firmware_host.table.acts.system import Start
from firmware_host.table.terms import Pins
from tests.support.command_line import typed
from tests.worlds.hosted_table import FULL, recorded
from tests.worlds.sessions import told_in_full

NOTE = "SIMULATED: this record was made on simulated pins. It proves nothing about a real table."


async def _played(folder: Path, pins: Pins) -> None:
    """One round; only an earlier start tells of the pins."""
    async with recorded(folder, FULL) as table:
        await table.does(Start(software="firmware-host 0", config=FULL, pins=pins, factory="mock"))
    await told_in_full(folder)


@pytest.fixture(params=[Pins.SIMULATED, Pins.REAL], scope="module")
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bool]:
    folder = tmp_path_factory.mktemp("record")
    asyncio.run(_played(folder, request.param))
    return folder, request.param is Pins.SIMULATED


@pytest.mark.parametrize("words", [("journal", "explain", "1"), ("report", "--day", "2025-12-31")])
def test_a_page_begins_with_it(made: tuple[Path, bool], words: tuple[str, ...]) -> None:
    folder, simulated = made
    done = typed(*words, "--data", folder, "--utc")
    assert done.returncode == 0, done.stderr
    assert (done.stdout.splitlines()[0] == NOTE) is simulated


def test_the_lines_of_the_record_are_told_under_it(made: tuple[Path, bool]) -> None:
    folder, simulated = made
    assert (NOTE in typed("journal", "show", "--data", folder).stderr) is simulated


def test_verify_says_it_before_its_verdict_and_in_it(made: tuple[Path, bool]) -> None:
    folder, simulated = made
    done = typed("journal", "verify", folder)
    assert done.returncode == 0, done.stdout
    first, *_, last = done.stdout.splitlines()
    assert (first == NOTE) is simulated
    assert last.endswith(": sound, but SIMULATED" if simulated else ": sound")
    told = json.loads(typed("journal", "verify", folder, "--json").stdout)
    assert (told["sound"], told["simulated"]) == (True, simulated)


def test_verify_says_it_of_an_export_too(made: tuple[Path, bool], tmp_path: Path) -> None:
    folder, simulated = made
    key = tmp_path / "first.key"
    key.write_text(typed("journal", "key", folder).stdout)
    exported(folder)
    done = typed("journal", "verify", folder.with_name(f"{folder.name}.export"), "--key", key)
    assert done.returncode == 0, done.stdout
    assert (NOTE in done.stdout) is simulated


def exported(folder: Path, *words: str) -> str:
    out = folder.with_name(f"{folder.name}.export")
    out.unlink(missing_ok=True)
    done = typed("journal", "export", "--data", folder, *words, "--out", out)
    assert done.returncode == 0, done.stderr
    return out.read_text()


def test_every_export_carries_it(made: tuple[Path, bool]) -> None:
    folder, simulated = made
    assert json.loads(exported(folder).splitlines()[0])["simulated"] is simulated
    assert json.loads(exported(folder, "--round", "1").splitlines()[0])["simulated"] is simulated
    head, row, *_ = exported(folder, "--csv").splitlines()
    assert (head.split(",")[-1], row.split(",")[-1]) == ("simulated", "yes" if simulated else "no")
    assert ("_simulated = true" in exported(folder, "--phh")) is simulated
