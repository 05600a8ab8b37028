"""How far a long run is, for a person who looks on and for nobody else."""

import io
import sys
import time

import pytest

from firmware_host.commands.terminal import EVERY_S, Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that moves by changing its only entry."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def looked_at(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Called by the test itself: between set-up and test pytest puts its own back."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    return shown


def test_what_is_done_at_once_shows_nothing(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = looked_at(monkeypatch)
    with Progress("facts", of=10) as progress:
        progress.tell(10)
    assert clock == [0.0]
    assert terminal.getvalue() == ""


def test_a_bar_where_it_is_known_how_many_there_are(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = looked_at(monkeypatch)
    with Progress("facts", of=2_000) as progress:
        clock[0] = EVERY_S
        progress.tell(1_000)
        progress.tell(1_001)
    assert terminal.getvalue() == f"\r[{'#' * 20}{'.' * 20}] 1,000 of 2,000 facts\r\x1b[K"


def test_the_line_is_gone_also_when_it_went_wrong(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = looked_at(monkeypatch)

    def fails() -> None:
        with Progress("hands") as progress:
            clock[0] = EVERY_S
            progress.tell(3)
            raise ValueError("no hand")

    with pytest.raises(ValueError, match="no hand"):
        fails()
    assert terminal.getvalue() == "\r3 hands\r\x1b[K"


def test_nobody_looks_on_at_a_pipe(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with Progress("hands") as progress:
        clock[0] = EVERY_S
        progress.tell(3)
    assert pipe.getvalue() == ""
