"""USB pulled at states of the protocol: nothing is done twice, the link is back in time, the rounds go on."""

from __future__ import annotations

from pathlib import Path

from hil.board.board_world import board_table
from hil.board.guest import Guest
from tests.board.endings import ends_well
from tests.board.usb_pulls import LINK_BACK_S, STATES, in_state, pulled, so_far
from tests.worlds.played_table import played_table

SPEED = 60.0
"""A shuffle lasts long enough to be pulled in its middle."""

OUT_S = 0.5

ROUND_S = 180.0


async def test_nothing_is_done_twice_and_the_link_is_back_within_three_seconds(guest: Guest, broker: str) -> None:
    around = board_table(guest, "usb", broker=broker, speed=SPEED)
    async with played_table(Path(), stop_after=10_000, around=around) as table:
        shuffler = table.world.simulated
        took_s: dict[str, float] = {}
        since = so_far(shuffler)
        await table.world.controller.start()
        for name in STATES:
            await in_state(shuffler, name, since)
            since = so_far(shuffler)
            took_s[name] = await pulled(shuffler, for_s=OUT_S)
        print({name: round(seconds, 2) for name, seconds in took_s.items()})
        await ends_well(table, within_s=ROUND_S)
    assert max(took_s.values()) < LINK_BACK_S, took_s
