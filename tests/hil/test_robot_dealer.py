"""The robot dealer where a step cannot be done at once: a clock has just asked for it, or the shuffler still moves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from drivers.shuffler.host_messages import Reconcile
from drivers.shuffler.port import Activity, CommandId
from drivers.shuffler.port import Back as DeviceBack
from firmware_host.rules.decision import Key
from firmware_host.table.acts.decks import SenseDeck
from firmware_host.table.acts.intent import Refused
from firmware_host.table.acts.round import PressKey
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.facts.decks import DeckCut, DecksInspected, DeckWashed
from firmware_host.table.facts.floor import IdleDue, TableIdled
from firmware_host.table.terms import Back
from firmware_host.table.view import public_view
from hil.clock import VirtualClock
from hil.pins.contacts import Puck
from hil.pins.pin_world import PinWorld
from hil.robots.dealer import Habits, RobotDealer
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.trays import Deck
from tests.worlds.hosted_table import HostedTable, hosted_table
from tests.worlds.opening import trusted, trusted_too
from tests.worlds.pure_table import configuration, given_out, report

LOADS_S = 10.0

KEYS_WORK = SenseDevice(device="keys", up=True, detail="working")


class KeysOf:
    """Presses that arrive at a table at once; what it refused is kept."""

    def __init__(self, table: HostedTable) -> None:
        self._table = table
        self.pressed = 0
        self.refused: list[Refused] = []

    async def press(self, key: Key) -> None:
        self.pressed += 1
        answer = await self._table.ask(PressKey(key=key))
        if isinstance(answer, Refused):
            self.refused.append(answer)


def robot_at(
    keys: KeysOf,
    folder: Path,
    shuffler: SimulatedShuffler | None = None,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> RobotDealer:
    """Return a robot that does not think before a step."""
    return RobotDealer(
        keys=keys,
        puck=Puck(PinWorld(folder / "pins")),
        shuffler=shuffler or SimulatedShuffler(),
        habits=Habits(),
        seed=1,
        pause=pause,
    )


@asynccontextmanager
async def dealing(robot: RobotDealer) -> AsyncIterator[None]:
    """Let the robot deal within the `async with`."""
    task = asyncio.create_task(robot.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


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
        await table.does(KEYS_WORK)
        keys = KeysOf(table)
        robot = robot_at(keys, tmp_path, pause=goes_by)
        for fact in table.recorded():
            robot.hear(fact)
        async with dealing(robot):
            robot.see(public_view(table.state))
            await table.until_recorded(TableIdled)
    assert keys.refused == []


async def test_the_robot_takes_the_deck_out_also_where_the_shuffler_moves_at_that_moment(tmp_path: Path) -> None:
    """A deck that stayed in the output would keep the next one on its shelf for ever."""
    async with hosted_table(tmp_path) as table, SimulatedShuffler(speed=20) as shuffler:
        await table.opened()
        await table.does(SenseDeck(back=Back.BLUE))
        await table.does(report(table.order(Back.BLUE), Back.BLUE, journal=table.state.journal))
        await table.does(given_out(table.state, Back.BLUE), KEYS_WORK)
        shuffler.model.trays.output = Deck(back=DeviceBack.BLUE)
        command = CommandId(journal=bytes(16), number=1)
        shuffler.model.order(Reconcile(command=command), time.monotonic_ns() // 1_000_000)
        shuffler.change_speed(20)
        assert shuffler.model.status().activity is Activity.RECONCILING
        robot = robot_at(KeysOf(table), tmp_path, shuffler)
        async with dealing(robot):
            robot.see(public_view(table.state))
            await table.until_recorded(DeckCut)
        assert shuffler.model.trays.output is None


async def test_the_robot_presses_no_key_before_the_keys_have_answered_since_the_start(tmp_path: Path) -> None:
    """They may hear that press, and would hear it twice: the second one then acts for the step after."""
    async with hosted_table(tmp_path) as table:
        await table.does(trusted(), trusted_too())
        keys = KeysOf(table)
        robot = robot_at(keys, tmp_path)
        async with dealing(robot):
            robot.see(public_view(table.state))
            await asyncio.sleep(0)
            assert keys.pressed == 0
            await table.does(KEYS_WORK)
            robot.see(public_view(table.state))
            await table.until_recorded(DecksInspected)
    assert keys.pressed == 1


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(LOADS_S):
        while not so():  # noqa: ASYNC110 - no message of the shuffler tells of it: no link is open
            await asyncio.sleep(0)


async def test_the_robot_puts_a_deck_that_was_washed_again_into_the_shuffler_once_more(tmp_path: Path) -> None:
    """After a power cut without a time server both decks are opened anew in the same round; one was in before."""
    async with hosted_table(tmp_path) as table, SimulatedShuffler() as shuffler:
        await table.opened()
        await table.does(KEYS_WORK)
        robot = robot_at(KeysOf(table), tmp_path, shuffler)
        recorded = table.recorded()
        for fact in recorded:
            robot.hear(fact)
        trays = shuffler.model.trays
        async with dealing(robot):
            robot.see(public_view(table.state))
            await until(lambda: trays.feed is not None)
            deck = shuffler.take_deck()
            for fact in recorded:
                if isinstance(fact.body, DeckWashed):
                    robot.hear(fact)
            robot.see(public_view(table.state))
            await until(lambda: trays.feed == deck)
