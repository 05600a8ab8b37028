"""Where a code, an interpretation or a paragraph is printed at a terminal, the command that explains it is, too."""

import argparse
import os
import pty
import subprocess
import sys

import pytest

from firmware_host.cli import Program, run
from firmware_host.commands.command import Command, Entry
from firmware_host.commands.explain import explained
from firmware_host.errors import UserError, with_explanation
from firmware_host.rules.decision import Code, Refusal, refused_because


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("nine seats are too many (14.11(A)(b), I-4)", "; see `firmware-host explain '14.11(A)(b)' I-4`"),
        ("count again (14.6(e)4) or (14.6(e)4)", "; see `firmware-host explain '14.6(e)4'`"),
        ("no broker answers at 192.168.14.6 (refused)", ""),
        ("it costs $14.50 (in coin)", ""),
        ("refused; see `firmware-host explain not-cut`, 14.5(b)1", ""),
    ],
)
def test_an_error_that_cites_a_paragraph_names_the_command_that_explains_it(text: str, ends: str) -> None:
    assert with_explanation(text) == text + ends
    for word in ends.partition("explain ")[2].rstrip("`").split():
        assert explained(word.strip("'"))


def test_the_command_line_does_so_for_every_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Program(name="x", description="", epilog="", commands=FAILING), ["fails"]) == 2
    assert capsys.readouterr().err == "x: too many seats (14.8(a)); see `firmware-host explain '14.8(a)'`\n"


def fails(_: argparse.Namespace) -> int:
    raise UserError("too many seats (14.8(a))")


FAILS = Command(example="x fails", add_arguments=lambda _: None, run=fails)

FAILING = {"fails": Entry(__name__, "fail", "FAILS")}


@pytest.fixture(autouse=True)
def _at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line find this module by its name."""
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])


@pytest.mark.parametrize("code", Code)
def test_a_refusal_names_its_code_which_can_be_explained(code: Code) -> None:
    said = refused_because(Refusal(code=code, reason="so it is", allowed_by="nothing"))
    assert said.endswith(f"; see `firmware-host explain {code}`")
    assert explained(code)


def test_a_refusal_whose_remedy_is_a_whole_sentence_is_written_in_sentences() -> None:
    said = refused_because(Refusal(code=Code.NOT_NOW, reason="the cover is on", allowed_by="Take the cover off."))
    assert said == "the cover is on. Take the cover off. See `firmware-host explain not-now`"


@pytest.mark.parametrize(
    "words", ["pay field 5 --dice 1,2 --chip 3", "showdown holdem --board 2h7c8dKsQc --seat 1=AsAd 2=QdQh --pot 10"]
)
def test_at_a_terminal_a_last_line_says_how_to_read_more(words: str) -> None:
    at_terminal = on_terminal(words.split())
    assert "firmware-host explain '14.6(e)4', for example" in at_terminal.replace("\r\n", " ")
    piped = subprocess.run(
        [sys.executable, "-m", "firmware_host", *words.split()], capture_output=True, text=True, check=False, timeout=60
    )
    assert "explain" not in piped.stdout + piped.stderr


def on_terminal(words: list[str]) -> str:
    """What is printed with a terminal for both outputs."""
    ours, theirs = pty.openpty()
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "firmware_host", *words], stdout=theirs, stderr=theirs, check=False, timeout=60
        )
        assert ran.returncode == 0
        return os.read(ours, 100_000).decode()
    finally:
        os.close(ours)
        os.close(theirs)
