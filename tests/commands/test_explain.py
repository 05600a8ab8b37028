"""`firmware-host explain`: every code, interpretation, paragraph and alert has plain words and a next step."""

import json
import re
from collections.abc import Iterable

import pytest

from firmware_host.cli import main
from firmware_host.commands.explain import explained
from firmware_host.commands.explanations import READINGS
from firmware_host.rules.compliance import MATRIX
from firmware_host.rules.decision import Code, Refusal, refused_because
from firmware_host.table.terms import AlertKind

CITED = (
    "I-8",
    "14.6(e)4",
    "19:47-14.6(e)5",
    "N.J.A.C. 19:47-14.5(b)",
    "14.5(b)2ix",
    "i-8",
    "[I-9]",
    "~",
    "??",
    "I-",
)


@pytest.mark.parametrize("words", [Code, AlertKind, [row.paragraph for row in MATRIX], CITED])
def test_every_word_that_a_message_cites_is_explained(words: Iterable[str]) -> None:
    for each in (each for word in words for each in explained(word)):
        assert re.match(r"[A-Z]", each.means)
        assert re.match(r"[A-Z]", each.do)
        assert each.do.endswith(".")
        assert each.means.endswith((".", '."', ")"))


@pytest.mark.parametrize("word", ["13.1", "13.2(a)", "13.4(b)2", "13.5(a)", "13.5(c)", "13.5(d)1"])
def test_a_paragraph_that_is_not_printed_says_so_and_names_the_interpretation_in_its_place(word: str) -> None:
    (found,) = explained(word)
    assert "the text is not available; I-1 and I-2 apply instead" in found.do


def test_every_interpretation_says_what_to_do() -> None:
    ours = {row.paragraph for row in MATRIX if row.paragraph.startswith("I-")}
    assert ours <= READINGS.keys()


def test_the_interpretation_in_every_line_is_explained_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "I-8"]) == 0
    page = " ".join(capsys.readouterr().out.split())
    assert page.startswith("I-8 interpretation")
    assert "After a wrong count the cards are counted again" in page
    assert "What to do: Count again." in page


def test_a_name_of_a_code_and_of_an_alert_gives_both() -> None:
    assert [each.kind for each in explained("deck-suspect")] == ["refusal code", "alert (violation)"]


def test_for_programs_there_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "not-cut", "I-8", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert set(first) == {"name", "kind", "means", "do", "paragraphs"}
    assert (first["name"], second["name"]) == ("not-cut", "I-8")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("nor-cut", "did you mean `firmware-host explain not-cut`?\n"),
        ("I-80", "did you mean `firmware-host explain I-8`?\n"),
        ("14.6", "`firmware-host rules 14.6`"),
        ("zzzzz", "`firmware-host explain --help`"),
    ],
)
def test_a_near_miss_is_one_line_with_the_nearest_name(
    word: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", word]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert meant in said


def test_a_refusal_at_the_command_line_names_the_command_that_explains_it() -> None:
    refusal = Refusal(code=Code.LOCKED_OUT, reason="pit-1 is locked out", allowed_by="waiting")
    assert refused_because(refusal) == ("pit-1 is locked out; waiting; see `firmware-host explain locked-out`")


def test_rules_with_an_interpretation_name_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "I-8"]) == 0
    assert "firmware-host explain I-8" in capsys.readouterr().out
