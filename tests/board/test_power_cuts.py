"""The power is cut in the middle of rounds: every published fact is on the record, none is half, the round goes on."""

from __future__ import annotations

import random
import time
from pathlib import Path

from tests.board.boards import machine_here
from tests.board.power_cuts import cut_often

CUTS = 10

AS_MANY_AS_FIT_S = 75.0
"""After this no further cut is made, so that the board's tests take a few minutes on a slow machine, too."""


async def test_every_acknowledged_fact_outlasts_power_cuts_and_the_round_goes_on(
    tmp_path: Path, chance: random.Random
) -> None:
    """`python3 -m tests --long board-power-cuts` cuts 200 times."""
    with machine_here() as machine:
        until_s = time.monotonic() + AS_MANY_AS_FIT_S
        table = await cut_often(machine, tmp_path, chance, cuts=CUTS, goes_on=lambda: time.monotonic() < until_s)
    print(f"{table.cuts} cuts, {table.in_rounds} of them in a round; booted after {table.uptimes} s")
