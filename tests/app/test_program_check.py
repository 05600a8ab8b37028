"""A real controller whose installed program differs from its manifest."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.app.program_check import watch_program
from firmware_host.diagnostics.program_manifest import Found, ProgramConfig
from firmware_host.journal.reader import Reader
from firmware_host.table.acts.system import ReportProgram
from firmware_host.table.facts.system import ProgramChecked
from tests.diagnostics.signed_program import PUBLIC, Installed, installed
from tests.support.virtual_loop import run_in_virtual_time
from tests.worlds.played_table import PlayedTable, played_table


def checks(data: Path) -> list[ProgramChecked]:
    with closing(Reader(data)) as reader:
        return [fact.body for fact in reader.facts() if isinstance(fact.body, ProgramChecked)]


async def starts(table: PlayedTable, number: int) -> ProgramChecked:
    """Start the controller for the given time; return what its check found, after an orderly stop."""
    controller, data = table.world.controller, table.world.data
    await controller.start()
    await table.subscriber.until(lambda: len(checks(data)) == number)
    assert await controller.stop() == 0
    return checks(data)[-1]


def vouched(toml: Path, here: Installed) -> None:
    section = f'\n[program]\nmanifest = "{here.manifest}"\nhouse_key = "{PUBLIC}"\n'
    toml.write_text(toml.read_text().replace("[table]", "[table]\nprogram_must_match = true") + section)


async def test_each_start_records_whether_the_program_is_the_approved_one(tmp_path: Path) -> None:
    here = installed(tmp_path)
    async with played_table(tmp_path) as table:
        vouched(tmp_path / "table.toml", here)
        assert (await starts(table, 1)).differing == ()
        (here.folder / "cli.py").write_text("")
        assert (await starts(table, 2)).differing == (f"{here.folder}/cli.py was changed",)
        here.manifest.unlink()
        assert "cannot read" in (await starts(table, 3)).differing[0]


async def test_without_a_manifest_the_record_says_so(tmp_path: Path) -> None:
    async with played_table(tmp_path) as table:
        assert (await starts(table, 1)).house_key == ""


class EnoughError(Exception):
    """Ends the check, which goes on for ever."""


def test_it_is_checked_every_hour_and_few_files_are_named() -> None:
    many = tuple(f"/opt/{number}.py was changed" for number in range(30))
    found = iter((Found(serial=1, sha256="5f" * 32), Found(serial=1, sha256="5f" * 32, differing=many)))
    told: list[tuple[float, ReportProgram]] = []

    async def tell(act: ReportProgram) -> None:
        told.append((asyncio.get_running_loop().time(), act))
        if len(told) == 2:
            raise EnoughError

    config = ProgramConfig(manifest="/m", house_key=PUBLIC)
    with pytest.raises(EnoughError):
        run_in_virtual_time(watch_program(config, tell, compare=lambda _: next(found)))
    assert [at for at, _ in told] == [0, 3600]
    assert [(len(act.differing), act.differ) for _, act in told] == [(0, 0), (20, 30)]
