"""`firmware-host rules`: the compliance matrix as a person and as a program read it."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from firmware_host.rules.compliance import MATRIX, SECTIONS, How, State
from tests.support import command_line
from tests.support.command_line import PROGRAM, Ran

CLONE = Path(__file__).parents[2]


def typed(*words: str, columns: int = 80) -> Ran:
    return command_line.typed("rules", *words, COLUMNS=str(columns))


def rows(*words: str) -> list[dict[str, Any]]:
    ran = typed("--json", *words)
    assert (ran.returncode, ran.stderr) == (0, "")
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


def named(*words: str) -> list[str]:
    return [row["paragraph"] for row in rows(*words)]


def test_the_json_has_every_row_with_its_fields() -> None:
    found = rows()
    assert sorted(row["paragraph"] for row in found) == sorted(row.paragraph for row in MATRIX)
    for row in found:
        assert set(row) == {"paragraph", "text", "how", "state", "code", "needs", "reason"}
        assert row["text"].endswith(".")
        assert row["how"] in set(How)
        assert row["state"] in set(State)
        assert bool(row["needs"]) == (row["state"] == "open")


def test_code_that_is_named_is_there() -> None:
    for row in rows():
        module = CLONE.joinpath(*row["code"].split("."))
        assert not row["code"] or module.is_dir() or module.with_suffix(".py").is_file()


def test_the_gate_is_met_and_enforced() -> None:
    (row,) = rows("14.5(a)")
    assert (row["state"], row["how"], row["code"]) == ("met", "enforced", "firmware_host.table.decks.gate")


@pytest.mark.parametrize(
    "paragraph", ["14.9(c)", "14.9B(c)", "14.10(e)", "14.11(d)", "14.12(d)", "14.12C(d)", "14.13(c)", "14.13A(c)"]
)
def test_cards_that_hands_deal_are_prompted_in_every_game(paragraph: str) -> None:
    """Software sees no card face down, so it can refuse none."""
    (row,) = rows(paragraph)
    assert (row["state"], row["how"]) == ("met", How.PROMPTED)


@pytest.mark.parametrize(
    ("asked", "first", "last", "count"),
    [
        ("14.1", "14.1", "14.1", 1),
        ("14.9", "14.9(a)", "14.9(l)", 25),
        ("14.9(d)", "14.9(d)", "14.9(d)3", 4),
        ("14.11", "14.11(a)", "14.11(h)3", 17),
        ("14.11(A)", "14.11(A)(a)", "14.11(A)(i)", 18),
        ("14.11(f)2i", "14.11(f)2i", "14.11(f)2i", 1),
        ("14.13", "14.13(a)", "14.13(h)", 8),
        ("19:47-14.9(h)", "14.9(h)", "14.9(h)", 1),
        ("8.3", "19:47-8.3", "19:47-8.3", 1),
        ("I-1", "I-1", "I-1", 1),
        ("I", "I-1", "I-27", 27),
        ("13", "13.1-13.5(d)1", "13.8(a)2", 17),
        ("13.2(a)", "13.1-13.5(d)1", "13.1-13.5(d)1", 1),
        ("13.5(d)1", "13.1-13.5(d)1", "13.1-13.5(d)1", 1),
        ("13.5(d)2", "13.5(d)2", "13.5(d)2", 1),
    ],
)
def test_a_paragraph_brings_what_is_below_it_and_no_more(asked: str, first: str, last: str, count: int) -> None:
    found = named(asked)
    assert (found[0], found[-1], len(found)) == (first, last, count)


def test_several_paragraphs_come_in_the_order_of_the_index() -> None:
    assert named("I-2", "14.10(b)", "13.6(c)") == ["13.6(c)", "14.10(b)", "I-2"]


def test_a_person_sees_sections_open_paragraphs_and_totals() -> None:
    ran = typed()
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    for section, title in SECTIONS.items():
        assert (title if section == "I" else f"{section}  {title}") in lines
    states = [found[1] for line in lines if (found := re.match(r"  \S+ +(met|OPEN|outside) ", line))]
    assert len(states) == len(MATRIX)
    assert states.count("OPEN") == sum(row.state is State.OPEN for row in MATRIX)
    total = next(line for line in lines if "paragraphs:" in line)
    assert total.startswith(f"{len(MATRIX)} paragraphs: {states.count('met')} met, {states.count('OPEN')} open, ")


@pytest.mark.parametrize("columns", [72, 80, 120])
def test_it_wraps_to_the_terminal(columns: int) -> None:
    longest = max(map(len, typed(columns=columns).stdout.splitlines()))
    assert columns - 20 < longest <= columns


def test_a_person_sees_how_a_paragraph_is_met_and_where_and_no_test() -> None:
    lines = [line.strip() for line in typed("14.5(a)").stdout.splitlines()]
    assert "enforced; firmware_host.table.decks.gate" in lines
    assert not any("test" in line for line in lines)


@pytest.mark.parametrize(
    ("asked", "said"),
    [("14.9b(d)", "did you mean `14.9B(d)`?"), ("14.10(z)", "did you mean `14.10(j)`?"), ("x", "the sections are")],
)
def test_a_paragraph_that_is_not_there_is_one_clear_line(asked: str, said: str) -> None:
    ran = typed("14.1", asked)
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert line.startswith(f"firmware-host: unknown paragraph {asked}")
    assert said in line


def test_a_reader_who_has_seen_enough_is_no_fault() -> None:
    with subprocess.Popen([PROGRAM, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0
