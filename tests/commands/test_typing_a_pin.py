"""A PIN as it is typed, and what is said where a person types none."""

import io
import sys
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.commands import terminal
from firmware_host.errors import UserError

SEND = ("--url", "mqtt://127.0.0.1:1", "--table", "demo/poker-1", "--key", "/no/such/key")


class Terminal(io.StringIO):
    """Somebody sits there."""

    def isatty(self) -> bool:
        return True


def test_a_person_who_ends_the_input_is_told_that_nothing_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(_prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(terminal, "getpass", ended)
    with pytest.raises(UserError, match="nothing was changed"):
        terminal.secret("PIN: ")


def test_a_program_gives_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("24680\n"))
    assert terminal.secret("PIN: ") == "24680"


@pytest.mark.parametrize(("typed", "words"), [(b"", "no input"), (b"\n", "no input"), (b"caf\xe9\n", "not UTF-8 text")])
@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_what_is_no_pin_is_not_sent_as_a_wrong_one(
    monkeypatch: pytest.MonkeyPatch, typed: bytes, words: str, errors: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8", errors=errors))
    with pytest.raises(UserError, match=f"PIN of pit-1: .*{words}.*nothing was changed"):
        terminal.secret("PIN of pit-1: ")


def test_an_argument_that_is_not_utf_8_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mqtt", "send", '{"kind": "caf\udce9"}', *SEND]) == 2
    assert "is not UTF-8 text" in capsys.readouterr().err


def test_an_export_that_is_not_there_is_said_not_to_be_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["journal", "verify", str(tmp_path / "nowhere")]) == 2
    assert "cannot read" in capsys.readouterr().err
