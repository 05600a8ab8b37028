from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.rules.compliance import MATRIX, How, Need, Row
from firmware_host.rules.compliance.row import row
from hil.environment import CLONE
from tests.checks import matrix
from tests.checks.matrix import Mark
from tests.checks.tree import grow

MET = row(How.ENFORCED, "14.5(b)", "The deck is cut.", "firmware_host.table.gate")

OPEN = row(How.TIMED, "14.6(e)4", "The stub is counted.", needs=Need.COUNTS)

OUTSIDE = row(How.OUTSIDE, "14.6(a)", "An area of its own.", reason="walls")

ROWS = (MET, OPEN, OUTSIDE)

CUT = Mark(test="tests/rules/test_cut.py::test_cut", paragraph="14.5(b)")


def marks_in(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    grow(tmp_path, {"tests/rules/test_some.py": f"import pytest\n{text}"})
    return [(mark.test.removeprefix("tests/rules/"), mark.paragraph) for mark in matrix.collect(tmp_path)]


def test_the_matrix_of_this_project_is_complete_and_true() -> None:
    assert matrix.check(CLONE) == []


def test_the_index_is_the_one_in_the_tests_and_long() -> None:
    index = matrix.index(CLONE)
    assert len(index) == len(set(index)) == len(MATRIX)
    assert {"13.5(d)2", "14.1", "14.9(h)", "14.9B(l)", "14.11(A)(i)", "14.12C(a)", "14.13A(j)", "I-20"} <= set(index)


# Rows and index.


def test_a_line_of_the_index_without_a_row_is_told() -> None:
    assert matrix.rows_and_index(ROWS, ["14.5(b)", "14.6(e)4", "14.6(a)"]) == []
    (complaint,) = matrix.rows_and_index(ROWS, ["14.5(b)", "14.6(e)4", "14.6(a)", "14.9(h)"])
    assert complaint == "14.9(h) is in the index but has no row"


def test_a_row_that_no_index_asks_for_is_told() -> None:
    assert matrix.rows_and_index(ROWS, ["14.5(b)", "14.6(e)4"]) == ["14.6(a) has a row but is not in the index"]


def test_two_rows_for_one_paragraph_are_told() -> None:
    assert matrix.rows_and_index((MET, MET), ["14.5(b)"]) == ["14.5(b) has 2 rows"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            row(How.ENFORCED, "14.5(b)", "Cut.", "firmware_host.table.gates"),
            "there is no module firmware_host.table.gates",
        ),
        (row(How.ENFORCED, "14.5(b)", "Cut."), "is met but does not say where"),
        (row(How.OUTSIDE, "14.6(a)", "An area."), "is outside but gives no reason"),
        (row(How.OUTSIDE, "14.6(a)", "An area.", reason="walls", needs=Need.PANEL), "is outside but also met"),
        (row(How.ENFORCED, "15.1(a)", "Another game.", needs=Need.ENGINE), "is in no known section"),
    ],
)
def test_a_row_that_contradicts_itself_is_told(tmp_path: Path, wrong: Row, said: str) -> None:
    grow(tmp_path, {"firmware_host/table/gate.py": ""})
    assert matrix.rows_by_themselves(ROWS, tmp_path) == []
    (complaint,) = matrix.rows_by_themselves((*ROWS, wrong), tmp_path)
    assert complaint.startswith(wrong.paragraph)
    assert said in complaint


def test_code_may_be_a_package(tmp_path: Path) -> None:
    grow(tmp_path, {"firmware_host/table/gate/__init__.py": ""})
    assert matrix.rows_by_themselves(ROWS, tmp_path) == []


# Rows and marks.


def test_a_scenario_marks_itself_in_its_header(tmp_path: Path) -> None:
    script = "title: A cut\nparagraphs: 14.5(b), 14.5(b)1 # as in the book\n== Play\nparagraphs: 14.6(a)\n"
    grow(tmp_path, {"tests/scenarios/procedures/cut.table": script})
    told = [(mark.test, mark.paragraph) for mark in matrix.collect(tmp_path)]
    name = f"{matrix.PLAYED}[procedures/cut]"
    assert told == [(name, "14.5(b)"), (name, "14.5(b)1")]


def test_a_met_paragraph_without_a_test_is_told_an_open_one_is_not() -> None:
    assert matrix.marks_and_rows(ROWS, [CUT]) == []
    assert matrix.marks_and_rows(ROWS, []) == ["14.5(b) is met but no test proves it"]


def test_a_mark_on_a_paragraph_that_is_not_there_is_told() -> None:
    typo = Mark(test="tests/x.py::test_x", paragraph="14.5(b)4")
    assert matrix.marks_and_rows(ROWS, [CUT, typo]) == ["tests/x.py::test_x: there is no paragraph 14.5(b)4"]


def test_a_mark_on_what_is_outside_is_told() -> None:
    mark = Mark(test="tests/x.py::test_x", paragraph="14.6(a)")
    (complaint,) = matrix.marks_and_rows(ROWS, [CUT, mark])
    assert "14.6(a) is outside, so no test can prove it" in complaint


def test_a_mark_that_is_not_written_out_is_told(tmp_path: Path) -> None:
    for text in (
        "@pytest.mark.paragraph(*ALL)\ndef test_a(): pass\n",
        "@pytest.mark.paragraph(f'14.{n}')\ndef test_a(): pass\n",
        "@pytest.mark.paragraph()\ndef test_a(): pass\n",
        "@pytest.mark.paragraph\ndef test_a(): pass\n",
        "@pytest.mark.paragraph('14.5(b)', name='14.5(b)')\ndef test_a(): pass\n",
    ):
        ((test, paragraph),) = marks_in(tmp_path, text)
        (complaint,) = matrix.marks_and_rows(ROWS, [CUT, Mark(test=test, paragraph=paragraph)])
        assert complaint == "test_some.py::test_a: write each paragraph of the mark as a plain string"


# Where marks are found.


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@pytest.mark.paragraph('14.1')\ndef test_a(): pass\n", [("test_some.py::test_a", "14.1")]),
        ("@pytest.mark.paragraph('14.1')\nasync def test_a(): pass\n", [("test_some.py::test_a", "14.1")]),
        (
            "@pytest.mark.slow\n@pytest.mark.paragraph('14.1', '14.2(a)')\n@other\ndef test_a(): pass\n",
            [("test_some.py::test_a", "14.1"), ("test_some.py::test_a", "14.2(a)")],
        ),
        ("@pytest.mark.paragraph('14.1')\nclass TestA:\n    pass\n", [("test_some.py::TestA", "14.1")]),
        (
            "class TestA:\n    @pytest.mark.paragraph('14.1')\n    def test_a(self): pass\n",
            [("test_some.py::TestA::test_a", "14.1")],
        ),
        ("pytestmark = pytest.mark.paragraph('14.1')\n", [("test_some.py", "14.1")]),
        ("pytestmark = [pytest.mark.slow, pytest.mark.paragraph('14.1')]\n", [("test_some.py", "14.1")]),
        ("@pytest.mark.slow\ndef test_a(): pass\n\ndef test_b(): paragraph('14.1')\n", []),
    ],
)
def test_marks_are_read_from_functions_classes_and_files(
    tmp_path: Path, text: str, found: list[tuple[str, str]]
) -> None:
    assert marks_in(tmp_path, text) == found


def test_a_paragraph_that_the_product_cites_and_that_is_not_there_is_told(tmp_path: Path) -> None:
    good = 'PARAGRAPHS = ("14.5(b)", "14.6(e)4", "14.5", "2(b)")  # 14.99(z)\nREASON = "see 14.99(z)"\n'
    grow(tmp_path, {"firmware_host/good.py": good, "hil/not_shipped_as_product.py": 'X = "14.99(z)"\n'})
    assert matrix.cited(ROWS, tmp_path) == []
    grow(tmp_path, {"drivers/bad.py": 'A = "14.5(b)"\nB = ("14.11(A)(f)2iii", "I-21")\n'})
    assert matrix.cited(ROWS, tmp_path) == [
        "drivers/bad.py:2: there is no paragraph 14.11(A)(f)2iii",
        "drivers/bad.py:2: there is no paragraph I-21",
    ]


# Which test proves what.


def test_two_marks_of_one_test_name_it_once() -> None:
    assert matrix.proofs(ROWS, [CUT, CUT]) == {"14.5(b)": [CUT.test], "14.6(e)4": [], "14.6(a)": []}


def test_every_test_that_is_named_is_there() -> None:
    """Let pytest collect the marked tests by name, so that no mark is on something that never runs."""
    named = {mark.test for mark in matrix.collect(CLONE)}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *sorted(named)],
        cwd=CLONE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def typed(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.matrix", *words]
    return subprocess.run(command, cwd=CLONE, capture_output=True, text=True, check=False)


def test_the_command_names_the_tests_of_a_paragraph_and_of_what_is_below_it() -> None:
    ran = typed("14.5(b)")
    assert (ran.returncode, ran.stderr) == (0, "")
    paragraphs = [line for line in ran.stdout.splitlines() if not line.startswith(" ")]
    assert paragraphs == ["14.5(b)", "14.5(b)1", "14.5(b)2", "14.5(b)3"]
    assert any(line.startswith("  tests/rules/") for line in ran.stdout.splitlines())


def test_the_command_refuses_a_paragraph_that_is_not_there() -> None:
    ran = typed("14.10(z)")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "unknown paragraph 14.10(z); did you mean `14.10(j)`?\n"
