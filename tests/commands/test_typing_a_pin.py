"""A PIN as it is typed, and what is said where a person types none."""

import io
import sys
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.commands import terminal
from firmware_host.errors import UserError


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


def test_an_export_that_is_not_there_is_said_not_to_be_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["journal", "verify", str(tmp_path / "nowhere")]) == 2
    assert "cannot read" in capsys.readouterr().err
