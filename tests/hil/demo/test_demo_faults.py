"""Faults in the demo: another one of each kind of table in every run, and every name that does not fit."""

import random

import pytest

from hil.faults.fault_actions import faults
from tests.hil.demo.test_demo import demo

POKER = sorted(fault.name for fault in faults().values() if fault.procedures)

DICE = sorted(fault.name for fault in faults().values() if fault.moments)


@pytest.mark.parametrize(("game", "names"), [("holdem", POKER), ("mini-dice", DICE)], ids=["poker", "mini-dice"])
def test_a_fault_happens_is_mended_and_the_game_goes_on(game: str, names: list[str], chance: random.Random) -> None:
    """Every one of them at such a table is in `test_running_faults.py` and `test_mini_dice_faults.py`."""
    name = chance.choice(names)
    result = demo("--game", game, "--fault", name, "--rounds", "1", "--speed", "1000", "--seed", "3")
    assert result.returncode == 0, f"{name}: {result.stdout}{result.stderr}"
    happened, mended = result.stdout.index(f"FAULT {name}: "), result.stdout.index(f"REPAIRED {name}.")
    assert happened < mended < result.stdout.index("played, all right")


SEVERAL_LIES = ("delivered-and-cleared", "garbled-delivered", "cards-astray-at-rest", "feed-is-full-after-delivered")
"""One needs an idle table after others, and one names colours."""


def test_several_lies_in_one_demo_are_all_found_and_the_game_goes_on() -> None:
    result = demo(*(word for name in SEVERAL_LIES for word in ("--fault", name)), "--rounds", "1", "--speed", "200")
    assert result.returncode == 0, f"{result.stdout}{result.stderr}"
    mended = [result.stdout.index(f"REPAIRED {name}.") for name in SEVERAL_LIES]
    assert mended == sorted(mended)


@pytest.mark.parametrize(
    ("game", "asked", "fits"),
    [("holdem", "cocked-die", "jam-in-feed"), ("mini-dice", "jam-in-feed", "cocked-die"), ("stud", "gremlins", "jam")],
)
def test_a_name_that_does_not_fit_the_game_is_one_clear_line_with_those_that_do(
    game: str, asked: str, fits: str
) -> None:
    result = demo("--game", game, "--fault", asked)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    said, listed = result.stderr.split("; the faults are ")
    assert f"has no fault {asked!r}" in said
    assert fits in listed
    assert asked not in listed


def test_a_misspelt_fault_is_answered_with_the_nearest() -> None:
    result = demo("--fault", "jam-in-fed")
    assert result.returncode == 2
    assert result.stderr.endswith("has no fault 'jam-in-fed'; did you mean `jam-in-feed`?\n")
