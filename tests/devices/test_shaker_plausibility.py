"""A sensor of the shaker that hangs where it may rest is contradicted, by the others or the dealer; waiting is none."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

import pytest

from drivers.dealer_keys.port import Key, KeyPressed
from drivers.dice_shaker import CoverChanged, DockChanged, ShakenInOneGo, ShakerEvent
from firmware_host.devices import dealer_keys, shaker
from firmware_host.devices.health import DeviceHealth
from firmware_host.host.intents import Asker
from firmware_host.rules.decision import Refusal
from firmware_host.rules.dice.shaker import Moment
from firmware_host.table.acts.dice import CloseBets, CompleteDealerShake, SenseCover, SenseDock, SenseShakes
from firmware_host.table.acts.intent import Accepted, Answer, Intent, Refused
from firmware_host.table.facts.dice import ShakeSpoiled
from firmware_host.table.state.dice import DEVICE
from hil.clock import VirtualClock
from tests.worlds.pure_dice import DiceTable, dice_configuration

THREE = ShakenInOneGo(count=3, at_ms=0)

ON, OFF = CoverChanged(on=True, at_ms=0), CoverChanged(on=False, at_ms=0)

TAKEN, BACK = DockChanged(docked=False, at_ms=0), DockChanged(docked=True, at_ms=0)

SILENTLY_BACK = DockChanged(docked=True, at_ms=0, silent=True)

A_FOUR = KeyPressed(key=Key.DICE_4, held=False, at_ms=0)

NEXT = KeyPressed(key=Key.NEXT, held=False, at_ms=0)

COVER, SHAKE, DOCK = "the reed switch of the cover", "the shake sensor", "the dock switch"


Event = TypeVar("Event")

Told = ShakerEvent | KeyPressed


class OneByOne(Generic[Event]):
    """A device whose next event comes when the one before has been taken in."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Event] = asyncio.Queue()
        self._free = asyncio.Event()

    async def tell(self, event: Event) -> None:
        self._free.clear()
        self._queue.put_nowait(event)
        await self._free.wait()

    async def events(self) -> AsyncIterator[Event]:
        while True:
            yield await self._queue.get()
            self._free.set()

    async def close(self) -> None:
        """It is nobody's but the test's."""


class Played:
    """A table, its shaker and its keys, joined as the controller joins them."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.table = DiceTable(dice_configuration(seats=seats), sensors=True)
        self._shaker: OneByOne[ShakerEvent] = OneByOne()
        self._keys: OneByOne[KeyPressed] = OneByOne()

    async def submit(self, intent: Intent) -> Answer:
        facts = self.table.put(intent)
        if isinstance(facts, Refusal):
            return Refused(id=intent.id, refusal=facts)
        return Accepted(id=intent.id, numbers=tuple(fact.number for fact in facts))

    async def tell(self, *events: Told) -> None:
        """Let these happen, each when the one before is done."""
        for event in events:
            if isinstance(event, KeyPressed):
                await self._keys.tell(event)
            else:
                await self._shaker.tell(event)

    async def pumped(self) -> None:
        clock, changed = VirtualClock(), asyncio.Event()
        asker, pressing = (Asker(table=self, clock=clock, actor=name) for name in (DEVICE, dealer_keys.NAME))
        health, other = (
            DeviceHealth(
                device=name, asker=by, report=lambda _: None, may_return=lambda: shaker.may_return(self.table.state)
            )
            for name, by in ((DEVICE, asker), (dealer_keys.NAME, pressing))
        )
        watched = shaker.Watched(health, lambda: self.table.state)
        async with asyncio.TaskGroup() as group:
            group.create_task(shaker.pump(self._shaker, asker, watched, changed))
            group.create_task(dealer_keys.pump(self._keys, pressing, other, watched.pressed))

    def relied_on(self) -> bool:
        """A call, for its answer differs from one event to the next."""
        return self.table.state.devices[DEVICE]

    @property
    def doubted(self) -> list[str]:
        """What is told of each alert about the shaker."""
        return [alert.say for alert in self.table.state.alerts if alert.about == DEVICE]


@asynccontextmanager
async def at(moment: Moment, *, shaken: bool = False, player: bool = True) -> AsyncIterator[Played]:
    """A table that waits there for its sensors; who shakes after the dealer is a player, or nobody takes it."""
    played = Played(seats=(2,))
    table = played.table
    if moment is Moment.COVERING:
        table.does(CloseBets())
    else:
        table.does(SenseCover(on=True))
    if moment is Moment.SHOOTER_SHAKES:
        table.does(SenseShakes(count=3))
        table.does(CompleteDealerShake())
        table.offers_until(2 if player else None)
        table.does(SenseDock(docked=False))
    if shaken:
        table.does(SenseShakes(count=3))
    assert table.at() is moment
    task = asyncio.create_task(played.pumped())
    try:
        yield played
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def contradicted(name: str) -> str:
    return f"{name} contradicts the other sensors"


async def test_a_cover_that_hangs_off_is_doubted_by_whole_shakes() -> None:
    async with at(Moment.COVERING) as played:
        await played.tell(TAKEN, THREE, BACK)
        assert played.relied_on()
        await played.tell(TAKEN, THREE)
        assert not played.relied_on()
        assert contradicted(COVER) in played.doubted[-1]
        await played.tell(NEXT)
        assert played.table.at() is Moment.DEALER_SHAKES, "the dealer's word stands in its place"


async def test_a_cover_that_hangs_on_is_doubted_by_the_dealers_call() -> None:
    async with at(Moment.SHOOTER_SHAKES, shaken=True) as played:
        await played.tell(BACK, A_FOUR)
        assert played.relied_on()
        await played.tell(A_FOUR)
        assert not played.relied_on()
        assert contradicted(COVER) in played.doubted[-1]
        await played.tell(NEXT, A_FOUR, A_FOUR)
        assert played.table.at() is Moment.COLLECTING
        await played.tell(NEXT, NEXT)
        assert played.table.at() is Moment.WAGERS


async def test_a_shake_sensor_that_hangs_open_is_doubted_by_a_shaker_that_is_taken_and_put_back() -> None:
    async with at(Moment.DEALER_SHAKES) as played:
        await played.tell(TAKEN, SILENTLY_BACK, TAKEN, SILENTLY_BACK)
        assert played.relied_on()
        await played.tell(TAKEN, SILENTLY_BACK)
        assert not played.relied_on()
        assert contradicted(SHAKE) in played.doubted[-1]
        await played.tell(NEXT)
        assert played.table.at() is Moment.OFFERED


@pytest.mark.parametrize("player", [True, False])
async def test_a_dock_that_hangs_open_is_doubted_when_the_cover_comes_off_twice(player: bool) -> None:  # noqa: FBT001
    async with at(Moment.SHOOTER_SHAKES, shaken=True, player=player) as played:
        await played.tell(TAKEN, OFF)
        spoiled = [body for body in played.table.bodies() if isinstance(body, ShakeSpoiled)]
        assert len(spoiled) == int(player)
        assert played.relied_on()
        if not player:
            await played.tell(A_FOUR, A_FOUR, NEXT, NEXT)
        await played.tell(ON, THREE, NEXT)
        if not player:
            played.table.offers_until(None)
        await played.tell(THREE, OFF)
        assert not played.relied_on()
        assert contradicted(DOCK) in played.doubted[-1]
        await played.tell(NEXT)
        assert played.table.at() is Moment.UNCOVERED, "the dice are not spoiled: they are read on the dealer's word"


async def test_a_doubted_sensor_is_believed_again_once_it_tells_something_before_the_next_shake() -> None:
    async with at(Moment.SHOOTER_SHAKES, shaken=True) as played:
        await played.tell(BACK, A_FOUR, A_FOUR, NEXT, A_FOUR, A_FOUR, NEXT, NEXT)
        assert played.table.at() is Moment.WAGERS
        assert not played.relied_on()
        await played.tell(OFF)
        assert played.relied_on()
        assert not played.table.shaker.covered


@pytest.mark.parametrize(
    ("moment", "shaken", "slowly"),
    [
        (Moment.COVERING, False, (NEXT, NEXT, NEXT, A_FOUR, A_FOUR, A_FOUR)),
        (Moment.COVERING, False, (TAKEN, THREE, BACK, ON, OFF, TAKEN, THREE, BACK)),
        (Moment.COVERING, False, (TAKEN, ShakenInOneGo(count=2, at_ms=0), BACK) * 4),
        (Moment.COVERING, False, (TAKEN, SILENTLY_BACK) * 4),
        (Moment.DEALER_SHAKES, False, (TAKEN, BACK) * 4),
        (Moment.DEALER_SHAKES, False, (TAKEN, SILENTLY_BACK) * 2),
        (Moment.DEALER_SHAKES, False, (NEXT, A_FOUR) * 4),
        (Moment.DEALER_SHAKES, False, (OFF, ON, OFF, ON)),
        (Moment.DEALER_SHAKES, True, (TAKEN, SILENTLY_BACK) * 4),
        (Moment.SHOOTER_SHAKES, False, (TAKEN, SILENTLY_BACK, TAKEN, THREE, TAKEN, SILENTLY_BACK)),
        (Moment.SHOOTER_SHAKES, True, (NEXT, A_FOUR) * 4),
        (Moment.SHOOTER_SHAKES, True, (BACK, A_FOUR, NEXT, NEXT, NEXT)),
        (Moment.SHOOTER_SHAKES, True, (TAKEN, OFF, ON, BACK, TAKEN, THREE, NEXT, THREE, OFF)),
    ],
)
async def test_what_slow_and_clumsy_hands_do_contradicts_nothing(
    moment: Moment,
    shaken: bool,  # noqa: FBT001
    slowly: tuple[Told, ...],
) -> None:
    async with at(moment, shaken=shaken) as played:
        await played.tell(*slowly)
        assert played.relied_on()
        assert played.doubted == []


async def test_whole_shakes_in_good_order_contradict_nothing() -> None:
    async with at(Moment.COVERING) as played:
        for _ in range(8):
            await played.tell(ON, TAKEN, THREE, BACK, NEXT)
            played.table.offers_until(2)
            await played.tell(TAKEN, THREE, BACK, OFF, A_FOUR, A_FOUR, NEXT, NEXT)
            assert played.table.at() is Moment.WAGERS
        assert played.relied_on()
        assert played.doubted == []
