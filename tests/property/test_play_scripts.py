"""Whatever is written in a script, it is played, said to have gone otherwise, or said to be unreadable. Never worse."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from hil.environment import CLONE
from hil.scenario.filling import filled
from hil.scenario.playing import play
from hil.scenario.reading import read_script
from hil.scenario.script import Unreadable

SCRIPTS = [path.read_text(encoding="utf-8").splitlines() for path in sorted((CLONE / "tests").rglob("*.table"))]

TOPS = [lines[: next(at for at, line in enumerate(lines) if line.startswith("==")) + 1] for lines in SCRIPTS]

DONE = sorted({line for lines, top in zip(SCRIPTS, TOPS, strict=True) for line in lines[len(top) :] if line.strip()})

ANY_LINES = st.lists(st.one_of(st.sampled_from(DONE), st.text(max_size=60)), max_size=25)


@settings(deadline=None)
@given(top=st.sampled_from(TOPS), lines=ANY_LINES)
def test_lines_of_any_scripts_in_any_order_are_played_or_told_to_be_wrong(top: list[str], lines: list[str]) -> None:
    try:
        script = read_script("\n".join([*top, *lines]))
    except Unreadable:
        return
    played = play(script)
    assert all(1 <= one.line <= len(script.source) for one in played.otherwise)


@settings(deadline=None)
@given(at=st.integers(min_value=0, max_value=len(SCRIPTS) - 1), data=st.data())
def test_a_script_with_lines_left_out_or_said_twice_is_played_as_far_as_it_goes(at: int, data: st.DataObject) -> None:
    top, lines = TOPS[at], SCRIPTS[at][len(TOPS[at]) :]
    kept = data.draw(st.lists(st.integers(0, 2), min_size=len(lines), max_size=len(lines)))
    text = "\n".join([*top, *(line for line, times in zip(lines, kept, strict=True) for _ in range(times))])
    try:
        played = play(read_script(text))
    except Unreadable:
        return
    assert played.facts


@settings(deadline=None)
@given(at=st.integers(min_value=0, max_value=len(SCRIPTS) - 1), data=st.data())
def test_expectations_left_open_are_filled_in_so_that_the_script_goes_well(at: int, data: st.DataObject) -> None:
    """All but what leaves no room for a word (`does not offer`, `and not`, and a view without its path)."""
    open_ = ("says: ", "then: ", "refused: ", "turn: ", "pot: ", "button: ", "board: ", "waits for: ", "alert: ")
    lines = list(SCRIPTS[at])
    for number, line in enumerate(lines):
        kind = next((kind for kind in open_ if line.strip().startswith(kind)), None)
        if kind and data.draw(st.booleans()):
            lines[number] = f"  {kind}?"
    script = read_script("\n".join(lines))
    again = play(read_script(filled(script, play(script))))
    assert (again.blank, again.otherwise) == ((), ())


def test_there_are_scripts_to_begin_with() -> None:
    assert len(SCRIPTS) > 30
    assert len(DONE) > 500
    assert Path(CLONE / "tests" / "scenarios").is_dir()
