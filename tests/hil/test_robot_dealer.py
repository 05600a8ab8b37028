"""The robot dealer: a clock changes the step, and a key pressed at once is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

from firmware_host.rules.decision import Key
from firmware_host.table.acts.intent import Refused
from firmware_host.table.acts.round import PressKey
from firmware_host.table.facts.floor import IdleDue, TableIdled
from firmware_host.table.view import public_view
from hil.clock import VirtualClock
from hil.pins.contacts import Puck
from hil.pins.world import PinWorld
from hil.robots.dealer import Habits, RobotDealer
from hil.shuffler.device import SimulatedShuffler
from tests.worlds.hosted_table import HostedTable, hosted_table
from tests.worlds.pure_table import configuration


class KeysOf:
    """Presses that arrive at a table at once; what it refused is kept."""

    def __init__(self, table: HostedTable) -> None:
        self._table = table
        self.refused: list[Refused] = []

    async def press(self, key: Key) -> None:
        answer = await self._table.ask(PressKey(key=key))
        if isinstance(answer, Refused):
            self.refused.append(answer)


async def test_the_robot_reads_the_step_that_a_clock_asked_for_before_it_presses_its_key(tmp_path: Path) -> None:
    """After a power cut between rounds both decks are to be spread; a press within 1.5 s of that changes nothing."""
    config = configuration(idle_without_round_minutes=15)
    async with hosted_table(tmp_path, config) as table:
        await table.opened()
    clock = VirtualClock(boot="boot-2", synced=False)

    async def goes_by(seconds: float) -> None:
        await clock.advance(round(seconds * 1000))

    async with hosted_table(tmp_path, config, clock) as table:
        await table.until_recorded(IdleDue)
        keys = KeysOf(table)
        robot = RobotDealer(
            keys=keys,
            puck=Puck(PinWorld(tmp_path / "pins")),
            shuffler=SimulatedShuffler(),
            habits=Habits(),
            seed=1,
            pause=goes_by,
        )
        for fact in table.recorded():
            robot.hear(fact)
        dealing = asyncio.create_task(robot.run())
        robot.see(public_view(table.state))
        await table.until_recorded(TableIdled)
        dealing.cancel()
        await asyncio.gather(dealing, return_exceptions=True)
    assert keys.refused == []
