"""Every fault of `hil/faults/*.toml` at every point of the game: the table reaches what the file says, and plays on."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from hil.faults.fault import Fault, Procedure, load
from hil.faults.running import run
from hil.faults.shuffler import DOERS
from tests.fault_matrix import OUTCOME

FAULTS = load({"shuffler": DOERS})
CASES = [
    pytest.param(fault, procedure, id=f"{fault.name}-{procedure}")
    for fault in FAULTS.values()
    for procedure in fault.procedures
]


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "procedure"), CASES)
async def test_the_table_reaches_what_the_fault_says_and_plays_on(
    fault: Fault, procedure: Procedure, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    outcome = await run(fault, procedure, tmp_path / "record")
    record_property(OUTCOME, msgspec.json.encode(outcome).decode())
    assert outcome.wrong == ()
