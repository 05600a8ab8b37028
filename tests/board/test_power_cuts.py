"""The power is cut while a table is played: every published fact is on the record, and none is half."""

from __future__ import annotations

import random
from pathlib import Path

from hil.board.guest import Guest
from tests.board.boards import machine_here
from tests.board.power_cuts import cut_table


async def test_every_acknowledged_fact_outlasts_a_power_cut(tmp_path: Path, chance: random.Random) -> None:
    """`python3 -m tests --long board-power-cuts` cuts 200 times, and lets the round go on to its end."""
    with machine_here() as machine:
        machine.start()
        await Guest(machine).ready()
        async with cut_table(machine, tmp_path, chance, "cut") as table:
            await table.plays_and_is_cut()
