"""`firmware-host pay`: what a person types, what is printed, and the exit code."""

from __future__ import annotations

import json

import pytest

from tests.support import command_line
from tests.support.command_line import Ran


def typed(*words: str) -> Ran:
    return command_line.typed("pay", *words)


@pytest.mark.paragraph("13.6(b)", "13.6(c)")
@pytest.mark.parametrize(
    ("words", "result", "pays", "paragraph"),
    [
        (("place-4", "5", "--dice", "1,3"), "win", 9_00, "13.6(b)"),
        (("place-6", "$1,200", "--dice", "5,1"), "win", 1_400_00, "13.6(b)"),
        (("field", "5", "--dice", "6,6"), "win", 10_00, "13.6(b)"),
        (("any-7", "5", "--dice", "3,4"), "win", 20_00, "13.6(b)"),
        (("under-7", "5", "--dice", "3,4"), "lose", 0, "13.5(f)"),
        (("place-10", "5", "--dice", "1,1"), "stays", 0, "I-2"),
        (("place-10", "5", "--dice", "no-roll"), "stays", 0, "13.8(a)"),
        (("place-10", "7", "--dice", "1,1"), "refused", 0, "13.6(c)"),
        (("place-10", "2.50", "--dice", "5,5"), "refused", 0, "13.6(c)"),
        (("place-10", "2.50", "--dice", "5,5", "--chip", "0.50"), "win", 4_50, "13.6(b)"),
        (("place-10", "5", "--dice", "5,5", "--odds", "2:1"), "win", 10_00, "13.6(b)"),
        (("place-10", "5", "--dice", "5,5", "--odds", "8 to 5"), "refused", 0, "13.6(b)"),
        (("field", "5", "--dice", "1,1", "--odds", "1:1,3:1"), "win", 15_00, "13.6(b)"),
    ],
)
def test_an_answer_is_json_with_exit_code_0_a_refusal_too(
    words: tuple[str, ...], result: str, pays: int, paragraph: str
) -> None:
    ran = typed(*words, "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    answer = json.loads(ran.stdout)
    assert set(answer) == {"result", "pays_cents", "reason", "paragraph"}
    assert (answer["result"], answer["pays_cents"], answer["paragraph"]) == (result, pays, paragraph)
    assert answer["reason"]


def test_a_person_reads_one_line() -> None:
    ran = typed("place-4", "5", "--dice", "1,3")
    assert ran.stdout == "win: 4 wins; $5.00 on place-4 pays $9.00 at 9 to 5  [13.6(b)]\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("place-7", "5", "--dice", "1,3"), "WAGER: 'place-7' is not a wager; the wagers are place-4"),
        (("field", "5", "--dice", "1,7"), "--dice: '1,7' is not a shake"),
        (("field", "5", "--dice", "1"), "--dice: '1' is not a shake"),
        (("field", "5"), "--dice"),
        (("field", "-5", "--dice", "1,3"), "AMOUNT: -5 is below zero"),
        (("field", "five", "--dice", "1,3"), "AMOUNT: 'five' is not an amount"),
        (("field", "0", "--dice", "1,3"), "AMOUNT: a wager must be more than zero, not 0 (13.6(c))"),
        (("field", "5", "--dice", "1,3", "--chip", "0"), "--chip: a chip must be more than zero, not 0 (13.6(c))"),
        (("field", "5", "--dice", "1,3", "--chip", "x"), "--chip"),
        (("any-7", "5", "--dice", "3,4", "--odds", "5 for 1"), "13.6(a)"),
        (("any-7", "5", "--dice", "3,4", "--odds", "4"), "--odds: '4' does not state odds"),
        (("any-7", "5", "--dice", "3,4", "--odds", ""), "--odds: '' does not state odds"),
        (
            ("any-7", "5", "--dice", "3,4", "--odds", "4:1,4:1"),
            "--odds: the odds on any-7 must be stated once, not 2 times",
        ),
    ],
)
@pytest.mark.parametrize("also", [(), ("--json",)], ids=["for people", "as JSON"])
def test_a_wrong_word_is_one_clear_line_and_exit_code_2(
    words: tuple[str, ...], said: str, also: tuple[str, ...]
) -> None:
    ran = typed(*words, *also)
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert line.startswith("firmware-host")
    assert said in line
