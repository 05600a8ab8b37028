"""`python3 -m hil play`: what is typed, what is printed, and the exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hil.environment import CLONE

SCRIPT = """title: A table of three
paragraphs: 14.10(d)
game: holdem
limit: fixed $2 and $4
blinds: $1 $2
seats: 2, 4, 7
buy-in: $100
== The first round
go on until Blind bets
dealer: next
  pot: $3
"""


def typed(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hil", "play", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "three.table"
    path.write_text(SCRIPT)
    return path


def test_a_script_that_goes_as_it_says_ends_with_0(script: Path) -> None:
    result = typed(script)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{script}: A table of three: as expected (1 round, ")


def test_one_that_does_not_ends_with_1_and_tells_line_part_expected_and_got(script: Path) -> None:
    script.write_text(SCRIPT.replace("pot: $3", "pot: $4"))
    result = typed(script)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"{script}:11: (The first round) expected pot: $4\n    but $3\n"


def test_one_that_cannot_be_read_ends_with_2_and_tells_the_line(script: Path) -> None:
    script.write_text(SCRIPT.replace("dealer: next", "deeler: next"))
    result = typed(script)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"{script}:10: unknown beginning `deeler`; did you mean `dealer`?\n"


@pytest.mark.parametrize("name", ["none.table", "a-folder-without-scripts"])
def test_what_is_not_there_ends_with_2_and_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "a-folder-without-scripts").mkdir()
    result = typed(tmp_path / name)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert name in result.stderr


def test_of_several_the_others_are_played_all_the_same(script: Path) -> None:
    script.with_name("wrong.table").write_text("title: x\n== y\n")
    result = typed(script.parent)
    assert result.returncode == 2
    assert result.stdout.endswith("2 scripts: 1 as expected\n")
    assert "wrong.table:1: no such table can exist" in result.stderr


def test_for_programs_there_is_json(script: Path) -> None:
    script.with_name("zwei.table").write_text(SCRIPT.replace("pot: $3", "pot: $4"))
    result = typed(script.parent, "--json")
    assert result.returncode == 1
    right, wrong = json.loads(result.stdout)
    assert (right["ok"], right["title"], right["paragraphs"], right["rounds"]) == (
        True,
        "A table of three",
        ["14.10(d)"],
        1,
    )
    assert right["facts"] > 10
    assert wrong["ok"] is False
    assert wrong["otherwise"] == [
        {"line": 11, "part": "The first round", "expected": "pot: $4", "got": ["$3"]},
    ]


def test_facts_are_printed_as_they_come(script: Path) -> None:
    result = typed(script, "--facts")
    assert "  Blind bets: seat 2 $1, seat 4 $2. [14.7(b)2, 14.10(d)]\n" in result.stdout


def test_write_fills_in_what_is_asked_and_only_then_is_the_script_whole(script: Path) -> None:
    script.write_text(SCRIPT.replace("pot: $3", "pot: ?"))
    assert typed(script).returncode == 1
    assert typed(script, "--write").returncode == 0
    assert script.read_text() == SCRIPT
    assert typed(script).returncode == 0


def test_the_projects_own_scenarios_are_played_by_one_command() -> None:
    result = typed(CLONE / "tests" / "scenarios")
    assert (result.returncode, result.stderr) == (0, "")
    assert "scripts: " in result.stdout


@pytest.mark.parametrize(
    ("text", "words"), [(None, "cannot read {} (No such file or directory)"), (b"\xff", "{} is not UTF-8 text")]
)
def test_a_script_that_is_no_text_is_named_in_words(tmp_path: Path, text: bytes | None, words: str) -> None:
    script = tmp_path / "a.table"
    if text is not None:
        script.write_bytes(text)
    said = typed(script)
    assert (said.returncode, words.format(script) in said.stderr) == (2, True), said
