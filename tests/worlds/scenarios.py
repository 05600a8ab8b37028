"""Every scenario of the regulation, played once in a process however many tests ask about it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hil.scenario.playing import Played, play
from hil.scenario.reading import read_script
from hil.scenario.script import Script

FOLDER = Path(__file__).parent.parent / "scenarios"

SCRIPTS = {path.relative_to(FOLDER).with_suffix("").as_posix(): path for path in sorted(FOLDER.rglob("*.table"))}


@cache
def script(name: str) -> Script:
    return read_script(SCRIPTS[name].read_text(encoding="utf-8"))


@cache
def played(name: str) -> Played:
    return play(script(name))
