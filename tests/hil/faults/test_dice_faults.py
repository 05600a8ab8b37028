"""Every fault of a mini-dice table at every moment it is for, through the real controller in a process of its own.

A few tables run side by side, each with its share of them one after the other: nearly all that they do is wait.
"""

from collections.abc import Callable
from pathlib import Path

from hil.faults.fault_actions import faults
from tests.hil.faults.fault_matrix import hand_on
from tests.hil.faults.touring import at_dice, shared_out, side_by_side

STOPS = [(fault, moment) for fault in faults().values() for moment in fault.moments]

TABLES = 6


async def test_a_shake_too_short_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    """What the inner loop plays."""
    quick = [(fault, moment) for fault, moment in STOPS if fault.name == "shake-too-short"]
    assert [outcome.wrong for outcome in await at_dice(tmp_path, quick)] == [()]


async def test_the_table_reaches_what_every_fault_says_and_goes_on(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    outcomes = await side_by_side(tmp_path, shared_out(STOPS, tables=TABLES), at_dice)
    hand_on(outcomes, record_property)
    assert {f"{each.fault} at {each.point}": each.wrong for each in outcomes if each.wrong} == {}
