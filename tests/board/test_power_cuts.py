"""The power is cut in the middle of rounds: every published fact is on the record, none is half, the round goes on."""

from __future__ import annotations

import random
from pathlib import Path

from tests.board.conftest import machine_here
from tests.board.power_cuts import cut_often

CUTS = 4


async def test_every_acknowledged_fact_outlasts_power_cuts_and_the_round_goes_on(
    tmp_path: Path, chance: random.Random
) -> None:
    """`python3 -m tests --long board-power-cuts` cuts 200 times."""
    with machine_here() as machine:
        table = await cut_often(machine, tmp_path, chance, cuts=CUTS)
    print(f"{table.cuts} cuts, {table.in_rounds} of them in a round; booted after {table.uptimes} s")
