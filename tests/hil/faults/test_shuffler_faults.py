"""Every fault of the shuffler and its line at every point of the game: the table reaches what the file says, plays on.

The points of one fault are tables of their own that run side by side: nearly all that they do is wait.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from hil.faults.fault import Fault
from hil.faults.fault_actions import faults
from hil.faults.running import DEVICES, run
from tests.hil.faults.fault_matrix import hand_on

FAULTS = [fault for fault in faults().values() if fault.device in DEVICES]


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
async def test_the_table_reaches_what_the_fault_says_and_plays_on(
    fault: Fault, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    outcomes = await asyncio.gather(*(run(fault, point, tmp_path / point) for point in fault.procedures))
    hand_on(outcomes, record_property)
    assert {outcome.point: outcome.wrong for outcome in outcomes if outcome.wrong} == {}
