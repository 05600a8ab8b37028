"""`firmware-host journal export`: what other programs read of a record."""

import asyncio
import csv
import json
import os
import stat
import tomllib
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.reports.rounds_csv import COLUMNS
from firmware_host.rules.round_acts import VoidRound
from firmware_host.table.acts.round import Deal
from firmware_host.table.terms import Back
from tests.rules.spoken_table import dealing
from tests.support.record_files import by_hand, disk_that_takes
from tests.worlds.hosted_table import FULL, PROCEDURE, recorded
from tests.worlds.sessions import shuffled_meanwhile

Said = pytest.CaptureFixture[str]


def exported(folder: Path, out: Path, *words: str) -> bytes:
    assert main(["journal", "export", "--data", str(folder), "--out", str(out), *words]) == 0
    return out.read_bytes()


def rows(folder: Path, out: Path, *words: str) -> list[dict[str, str]]:
    text = exported(folder, out, "--csv", "--utc", *words).decode()
    return list(csv.DictReader(text.splitlines()))


def refused(capsys: Said, *words: str) -> str:
    assert main(["journal", "export", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


# Hand histories.


def test_a_hand_history_is_one_the_engine_plays_to_the_same_end(full: Path, tmp_path: Path, capsys: Said) -> None:
    out = tmp_path / "hands.phhs"
    (hand,) = tomllib.loads(exported(full, out, "--phh").decode()).values()
    assert (hand["variant"], hand["hand"], hand["_finishing_stacks"]) == ("FT", 1, [92, 133, 72])
    assert capsys.readouterr().err == "firmware-host: 1 round left out: the round is not over\n"
    assert main(["replay", str(out)]) == 0


@pytest.mark.paragraph("I-11")
def test_a_hand_history_has_no_card_nobody_saw_and_no_bet_that_was_taken_back(full: Path, tmp_path: Path) -> None:
    text = exported(full, tmp_path / "hands.phhs", "--phh").decode()
    assert "'d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????'" in text
    assert "p3 sm'" in text
    assert "cbr 16" not in text


def test_rounds_of_steps_have_no_hand_history_and_that_is_said_with_no_file_left(
    steps: Path, tmp_path: Path, capsys: Said
) -> None:
    out = tmp_path / "hands.phhs"
    said = refused(capsys, "--data", str(steps), "--phh", "--out", str(out))
    assert "2 rounds left out" in said
    assert "tracked at the procedure level" in said
    assert list(tmp_path.iterdir()) == []


# The spreadsheet.


def test_a_line_a_round_with_the_columns_that_are_documented(full: Path, tmp_path: Path, capsys: Said) -> None:
    first, second = rows(full, tmp_path / "rounds.csv")
    assert tuple(first) == COLUMNS
    assert {name: first[name] for name in ("state", "game", "players", "dealer", "deck", "proof", "counted")} == {
        "state": "over", "game": "holdem", "players": "3", "dealer": "dealer-1", "deck": "blue", "proof": "reported",
        "counted": "52",
    }  # fmt: skip
    assert [first[name] for name in ("pot", "rake", "winners", "won", "corrections")] == [
        "61.00",
        "3.00",
        "5",
        "61.00",
        "1",
    ]
    assert [second[name] for name in ("state", "ended", "pot", "rake")] == ["under-way", "", "", ""]
    assert main(["journal", "export", "--columns"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in COLUMNS)


def test_what_is_not_told_is_an_empty_cell(steps: Path, tmp_path: Path) -> None:
    first, second = rows(steps, tmp_path / "rounds.csv")
    assert [first[name] for name in ("winners", "pot", "rake", "showdown")] == ["4", "", "", "yes"]
    assert [second[name] for name in ("winners", "showdown")] == ["", "no"]


def test_a_reason_somebody_typed_is_no_formula(tmp_path: Path) -> None:
    async def session() -> None:
        async with recorded(tmp_path / "data", FULL) as table:
            await table.opened()
            await table.ready(Back.BLUE)
            await table.does(Deal(), dealing())
            await table.by_two(VoidRound(why='=HYPERLINK("x"), said\nsomebody'))

    asyncio.run(session())
    text = exported(tmp_path / "data", tmp_path / "rounds.csv", "--csv").decode()
    (row,) = csv.DictReader(text.splitlines(keepends=True))
    assert row["why"] == '\'=HYPERLINK("x"), said\nsomebody'
    assert row["state"] == "void"


def test_a_proof_from_before_the_first_of_the_rounds_is_found(tmp_path: Path) -> None:
    asyncio.run(shuffled_meanwhile(tmp_path / "data"))
    (row,) = rows(tmp_path / "data", tmp_path / "rounds.csv", "--round", "2")
    assert [row[name] for name in ("deck", "proof", "counted", "dealer")] == ["red", "reported", "52", "dealer-1"]


@pytest.mark.parametrize(
    ("words", "numbers"), [("1", "1"), ("2", "2"), ("1..2", "12"), ("2..", "2"), ("..1", "1"), (" 1..1 ", "1")]
)
def test_rounds_are_named_one_or_from_to(steps: Path, tmp_path: Path, words: str, numbers: str) -> None:
    assert "".join(row["round"] for row in rows(steps, tmp_path / "rounds.csv", "--round", words)) == numbers


# As recorded.


def test_as_recorded_it_is_every_fact_byte_for_byte(steps: Path, tmp_path: Path) -> None:
    lines = exported(steps, tmp_path / "record.jsonl").splitlines()
    with by_hand(steps) as file:
        stored = [row[0] for row in file.execute("SELECT data FROM facts ORDER BY number")]
    facts = [line for line in lines if line.startswith(b'{"kind":"fact"')]
    for line, data in zip(facts, stored, strict=True):
        assert line.endswith(b'"fact":' + data + b"}")
    assert json.loads(lines[-1])["kind"] == "end"


def test_some_rounds_as_recorded_begin_with_their_first_fact(steps: Path, tmp_path: Path) -> None:
    lines = exported(steps, tmp_path / "record.jsonl", "--round", "2").splitlines()
    facts = [json.loads(line)["fact"] for line in lines if line.startswith(b'{"kind":"fact"')]
    assert facts[0]["body"]["kind"] == "round-started"
    assert facts[0]["round"] == 2


def test_on_standard_output_it_is_the_same(
    steps: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    wanted = exported(steps, tmp_path / "rounds.csv", "--csv")
    assert main(["journal", "export", "--data", str(steps), "--csv"]) == 0
    assert capfdbinary.readouterr().out == wanted


# The file.


def test_a_file_is_whole_or_not_there(full: Path, tmp_path: Path, capsys: Said) -> None:
    out = tmp_path / "record.jsonl"
    out.write_text("yesterday's")
    with by_hand(full) as file:
        file.execute("SELECT count(*) FROM facts").fetchone()  # the log's index is there, as while a table runs
        with disk_that_takes(4096):
            said = refused(capsys, "--data", str(full), "--out", str(out))
    assert "cannot write" in said
    assert out.read_text() == "yesterday's"
    assert [path.name for path in tmp_path.iterdir()] == ["record.jsonl"]


def test_a_pipe_is_written_to_and_not_replaced(steps: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert main(["journal", "export", "--data", str(steps), "--csv", "--out", str(pipe)]) == 0
        assert os.read(reader, 65_536).startswith(b"round,state,")
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--round", "7"), "there is no round 7"),
        (("--round", "2..1"), "round 1 comes before round 2"),
        (("--round", "first"), "cannot read"),
        (("--round", ".."), "cannot read"),
        (("--round", "1..7"), "there is no round 7"),
    ],
)
def test_rounds_there_are_not_are_one_clear_line(capsys: Said, steps: Path, words: tuple[str, ...], said: str) -> None:
    assert said in refused(capsys, "--data", str(steps), *words)


def test_a_folder_one_cannot_write_to_is_one_clear_line(capsys: Said, steps: Path, tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "rounds.csv"
    assert "cannot write" in refused(capsys, "--data", str(steps), "--csv", "--out", str(out))


async def test_before_the_first_round_there_is_a_header_and_no_hand(tmp_path: Path, capsys: Said) -> None:
    async with recorded(tmp_path / "data", PROCEDURE):
        assert rows(tmp_path / "data", tmp_path / "rounds.csv") == []
        assert "holds none yet" in refused(capsys, "--data", str(tmp_path / "data"), "--phh")
