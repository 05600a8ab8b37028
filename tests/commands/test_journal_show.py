"""`firmware-host journal show` as whoever looks into a record types it."""

import asyncio
import json
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from firmware_host.cli import main
from firmware_host.reports.record_reader import RecordReader
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.terms import Back
from tests.support.command_line import PROGRAM
from tests.support.record_files import by_hand
from tests.worlds.hosted_table import PROCEDURE, recorded
from tests.worlds.sessions import of_steps

Said = pytest.CaptureFixture[str]


def told(capsys: Said, folder: Path, *words: str) -> list[str]:
    assert main(["journal", "show", "--data", str(folder), "--utc", *words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out.splitlines()


def objects(capsys: Said, folder: Path, *words: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told(capsys, folder, "--json", *words)]


def refused(capsys: Said, folder: Path, *words: str) -> str:
    assert main(["journal", "show", "--data", str(folder), *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    return line


def test_a_line_says_number_time_round_who_what_and_where_it_is_written(capsys: Said, steps: Path) -> None:
    (line,) = told(capsys, steps, "--round", "1", "--kind", "round-started")
    assert re.fullmatch(
        r" +\d+  2026-01-01 00:00:\d\d   round 1    dealer-1 +Round 1: 7 players, the button at seat 10\. .*\[14\..*]",
        line,
    ), line


def test_every_fact_has_its_line_in_order(capsys: Said, steps: Path) -> None:
    numbers = [int(line.split()[0]) for line in told(capsys, steps)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [entry["number"] for entry in objects(capsys, steps)] == numbers


def test_what_was_taken_back_says_so_and_by_what(capsys: Said, steps: Path) -> None:
    amendments = objects(capsys, steps, "--kind", "amended")
    assert amendments
    taken_back = {entry["number"]: entry["taken_back_by"] for entry in objects(capsys, steps)}
    for amendment in amendments:
        for change in amendment["fact"]["body"]["changes"]:
            assert taken_back.pop(change["of"]) == amendment["number"]
            (line,) = told(capsys, steps, "--from", str(change["of"]), "--to", str(change["of"]))
            assert line.endswith(f"(taken back by {amendment['number']})")
    assert set(taken_back.values()) == {None}


def test_a_round_is_shown_whole_and_alone(capsys: Said, steps: Path) -> None:
    of_second = objects(capsys, steps, "--round", "2")
    assert {entry["fact"]["round"] for entry in of_second} == {2}
    assert of_second == [entry for entry in objects(capsys, steps) if entry["fact"]["round"] == 2]
    assert [of_second[0]["kind"], of_second[-1]["kind"]] == ["round-started", "round-completed"]


def test_a_round_that_is_under_way_is_shown_as_far_as_it_has_come(capsys: Said, full: Path) -> None:
    assert objects(capsys, full, "--round", "2")[-1]["kind"] == "hands-dealt"


def test_kinds_and_numbers_narrow_it_down(capsys: Said, steps: Path) -> None:
    kinds = {entry["kind"] for entry in objects(capsys, steps, "--kind", "deck-cut", "shuffle-proved")}
    assert kinds == {"deck-cut", "shuffle-proved"}
    assert [entry["number"] for entry in objects(capsys, steps, "--from", "5", "--to", "7")] == [5, 6, 7]


def test_json_has_the_fact_byte_for_byte(capsys: Said, steps: Path) -> None:
    with by_hand(steps) as file:
        stored = dict(file.execute("SELECT number, data FROM facts").fetchall())
    for line in told(capsys, steps, "--json"):
        number = json.loads(line)["number"]
        assert line.encode().endswith(b'"fact":' + stored[number] + b"}")


def test_a_card_nobody_saw_is_in_no_line(capsys: Said, full: Path) -> None:
    text = "\n".join([*told(capsys, full), *told(capsys, full, "--json")])
    seen = {"Qs", "Kd", "7c", "2h", "2c", "Kh", "Qd"}
    assert set(re.findall(r"\b[2-9TJQKA][shdc]\b", text)) == seen


def test_what_a_device_wrote_moves_no_cursor(capsys: Said, tmp_path: Path) -> None:
    async def session() -> None:
        async with recorded(tmp_path, PROCEDURE) as table:
            await table.does(SenseDevice(device="shuffler", up=True, detail="SIM\x1b[2J\r1"))

    asyncio.run(session())
    text = "\n".join(told(capsys, tmp_path, "--kind", "device-came-up"))
    assert "\x1b" not in text
    assert "SIM\ufffd[2J\ufffd1" in text


async def test_it_works_while_the_controller_runs_and_follows_what_is_written(tmp_path: Path) -> None:
    async with recorded(tmp_path, PROCEDURE) as table:
        ran = await asyncio.create_subprocess_exec(
            *(PROGRAM, "journal", "show", "--data", str(tmp_path), "--follow"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "TZ": "UTC"},
        )
        assert ran.stdout is not None
        async with asyncio.timeout(30):
            assert b"A new record begins" in await ran.stdout.readline()
            await table.opened()
            while b"The table is open." not in (line := await ran.stdout.readline()):
                assert line, "it ended"
            await table.ready(Back.BLUE)
            while b"is cut onto the cover card" not in (line := await ran.stdout.readline()):
                assert line, "it ended"
            ran.send_signal(signal.SIGINT)
            _, complaints = await ran.communicate()
    assert (ran.returncode, complaints) == (0, b"")


async def test_following_ends_by_itself_where_it_was_told_to(capsys: Said, tmp_path: Path) -> None:
    async with recorded(tmp_path, PROCEDURE) as table:
        last = table.state.last
        assert main(["journal", "show", "--data", str(tmp_path), "--follow", "--to", str(last)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == last


async def test_a_reader_that_waits_keeps_the_log_from_nothing(tmp_path: Path) -> None:
    """The controller folds its log into the file while somebody has half a listing on the screen."""
    async with recorded(tmp_path, PROCEDURE) as table:
        await table.opened()
        with RecordReader.opened(tmp_path) as reading:
            links = reading.links()
            next(links)
            with by_hand(tmp_path) as file:
                busy, _, _ = file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            assert busy == 0
            assert [link.number for link in links] == list(range(2, reading.last + 1))


def test_looking_changes_no_byte(steps: Path, capsys: Said) -> None:
    before = {path.name: path.read_bytes() for path in steps.iterdir() if path.suffix == ".sqlite"}
    told(capsys, steps)
    assert {path.name: path.read_bytes() for path in steps.iterdir() if path.suffix == ".sqlite"} == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--round", "3"), "there is no round 3"),
        (("--round", "0"), "there is no round 0"),
        (("--from", "0"), "facts are numbered from 1"),
        (("--from", "9", "--to", "8"), "fact 8 comes before fact 9"),
        (("--from", "100000"), "fact 100000 does not exist yet"),
        (("--kind", "shufle-proved"), "did you mean `shuffle-proved`?"),
        (("--kind", "xyz"), "prints the kind of every fact"),
    ],
)
def test_what_there_is_not_is_one_clear_line(capsys: Said, steps: Path, words: tuple[str, ...], said: str) -> None:
    assert said in refused(capsys, steps, *words)


def test_a_folder_without_a_record_is_one_clear_line(capsys: Said, tmp_path: Path) -> None:
    assert "there is no journal in" in refused(capsys, tmp_path)
    assert "there is no journal in" in refused(capsys, tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists()


def test_a_changed_fact_is_named(capsys: Said, tmp_path: Path) -> None:
    asyncio.run(of_steps(tmp_path))
    with by_hand(tmp_path) as file:
        file.execute("DROP TRIGGER facts_stay")
        file.execute("UPDATE facts SET data = CAST(replace(data, 'dealer-1', 'dealer-2') AS BLOB) WHERE number = 12")
    assert main(["journal", "show", "--data", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert "fact 12 does not follow from the one before it" in captured.err


def test_a_file_that_is_no_record_is_one_clear_line(capsys: Said, tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"SQLite format 3\0" + b"x" * 4096)
    refused(capsys, tmp_path)
