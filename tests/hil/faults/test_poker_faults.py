"""Every fault of a poker table, once, through the real controller in a process of its own, heard by its broker.

A few tables run side by side, each with its share of the faults one after the other: nearly all that they do is wait.
At every point of the game the shuffler's are tried in `test_faults.py`.
"""

from collections.abc import Callable
from pathlib import Path

from hil.faults.fault_actions import faults
from hil.faults.running import DEVICES
from hil.faults.tour import shown_at
from tests.hil.faults.fault_matrix import hand_on
from tests.hil.faults.touring import at_poker, shared_out, side_by_side

POKER = [fault for fault in faults().values() if fault.procedures]

ONE_LIE = "says-51-after-delivered"
"""Every lie is tried in `test_faults.py`; one here, through the real controller."""

TRIED = [fault for fault in POKER if fault.device != "liar" or fault.name == ONE_LIE]

ONCE = [(fault, shown_at(fault, dice=False)[0]) for fault in TRIED if fault.device in DEVICES]

ON_PINS = [(fault, point) for fault in POKER if fault.device not in DEVICES for point in fault.procedures]

TABLES = 6


async def test_the_table_reaches_what_every_fault_says_and_plays_on(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    outcomes = await side_by_side(tmp_path, shared_out([*ONCE, *ON_PINS], tables=TABLES), at_poker)
    hand_on(outcomes, record_property)
    assert {f"{each.fault} at {each.point}": each.wrong for each in outcomes if each.wrong} == {}
