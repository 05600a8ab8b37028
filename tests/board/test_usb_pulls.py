"""USB pulled at states of the protocol: nothing is done twice, the link is back in time, the rounds go on."""

from __future__ import annotations

from pathlib import Path

from hil.board.board_world import board_table
from hil.board.guest import Guest
from tests.board.usb_pulls import LINK_BACK_S, STATES, in_state, pulled, so_far
from tests.worlds.played_table import played_table

SPEED = 60.0
"""A shuffle lasts long enough to be pulled in its middle."""

OUT_S = 0.5


async def test_nothing_is_done_twice_and_the_link_is_back_within_three_seconds(guest: Guest, broker: str) -> None:
    around = board_table(guest, "usb", broker=broker, speed=SPEED)
    async with played_table(Path(), stop_after=10_000, around=around) as table:
        shuffler, controller = table.world.simulated, table.world.controller
        took_s: dict[str, float] = {}
        since = so_far(shuffler)
        await controller.start()
        for name in STATES:
            await in_state(shuffler, name, since)
            since = so_far(shuffler)
            took_s[name] = await pulled(shuffler, for_s=OUT_S)
        print({name: round(seconds, 2) for name, seconds in took_s.items()})
        table.dealer.stop_after = table.completed + 1
        await table.rounds(table.completed + 1, within_s=180)
        assert await controller.stop() == 0, controller.words()
        assert [bytes(received.data) for received in table.subscriber.facts] == table.recorded()
        assert table.complaints() == []
        assert set(shuffler.model.motor_starts.values()) == {1}, "a shuffle was done twice"
    assert max(took_s.values()) < LINK_BACK_S, took_s
