"""Each long run for a few seconds, and what `--long` prints."""

from pathlib import Path

import pytest

from hil.micropython.interpreter import NoInterpreterError
from tests.browser.chromium import needs_chromium
from tests.long.run import listing, long_run, searched
from tests.long.runs import RUNS, LongRun
from tests.long.search import Search


@pytest.mark.slow
@pytest.mark.parametrize(
    "run",
    [
        pytest.param(run, id=name, marks=needs_chromium if name == "pages" else ())
        for name, run in RUNS.items()
        if run.quick
    ],
)
def test_a_short_part_of_each_long_run_finds_nothing(run: LongRun, place: Path, request: pytest.FixtureRequest) -> None:
    seed = int(request.config.getoption("--hypothesis-seed", default=None) or 0)
    search = Search(count=run.quick, seed=seed, place=place, unit=run.unit)
    try:
        run.run(search)
    except NoInterpreterError as why:
        pytest.skip(str(why))
    assert search.done >= run.quick


def test_without_a_name_they_are_listed() -> None:
    lines = [*listing()]
    assert all(any(run.says in line for line in lines) for run in RUNS.values())
    assert lines[-1].startswith("example: python3 -m tests --long")


def test_an_unknown_name_lists_them_and_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert long_run("nonsense", 1) == 2
    assert capsys.readouterr().out.startswith("there is no long run 'nonsense'\nlong runs:")


def counts_to_two(search: Search) -> None:
    while search.left:
        search.did()
        search.noted(odd_ones=1)


def fails_at_once(search: Search) -> None:
    raise AssertionError(f"found with {search.seed}")


@pytest.mark.parametrize(("run", "code"), [(counts_to_two, 0), (fails_at_once, 1)])
def test_it_prints_its_seed_and_its_counts_and_ends_with_an_exit_code(
    run: object, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    row = LongRun(name="two", says="", unit="things", full=20, quick=1, minutes="0", run=run)  # type: ignore[arg-type]  # either of two
    assert searched(row, 7, count=2) == code
    said = capsys.readouterr().out
    assert "two: 2 things, seed 7 (repeat with --seed 7)" in said
    assert ("nothing found: 2 things, 2 odd ones in 0 s, seed 7" in said) is (code == 0)
    assert ("FOUND after 0 things in 0 s, seed 7" in said) is (code == 1)
