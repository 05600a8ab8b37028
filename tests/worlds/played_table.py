"""
World: the controller in a process of its own, devices and broker around it, and a robot dealer who plays.

`played_table` is one of poker, `shaken_table` one of mini-dice; both start everything but the controller itself, which
a test starts with `table.world.controller.start()`. What stands around the controller is `hil.world` and
`hil.dice.world`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import listed
from firmware_host.table.dice.dice_view import DiceView
from firmware_host.table.facts.fact import Fact
from firmware_host.table.view import View
from hil.auditor.dice_auditor import DiceAuditor
from hil.auditor.poker_auditor import Auditor
from hil.commissioning import FLOOR, PIN
from hil.dice.world import DiceWorld, dice_world
from hil.faults.tour import Tour
from hil.local_api_client import DoorClient
from hil.robots.dealer import Asks, Habits, Presses, RobotDealer
from hil.robots.dice_dealer import RobotDiceDealer
from hil.robots.floor_supervisor import RobotFloor
from hil.shuffler.lamps import LampRead
from hil.subscriber import Subscriber
from hil.world import World, table_world
from tests.support.brokers import any_broker

SPEED = 300.0


class Hands(Presses, Asks, Protocol):
    """Hands at the page, in place of keys and socket."""

    def see(self, view: View) -> None:
        """Take in what the robot sees."""
        ...


WorldT = TypeVar("WorldT", World, DiceWorld)

DealerT = TypeVar("DealerT", RobotDealer, RobotDiceDealer)


@dataclass(kw_only=True, slots=True)
class WatchedTable(Generic[WorldT, DealerT]):
    """The parts a test asks and pushes; what its subscriber hears its dealer sees."""

    world: WorldT
    subscriber: Subscriber
    dealer: DealerT
    heard: int = 0
    hands: Hands | None = None
    _tour: Tour | None = None
    _floor: RobotFloor | None = None

    def watched_by(self, tour: Tour, floor: RobotFloor) -> None:
        """From now on the dealer sees what the tour lets it see."""
        self._tour, self._floor = tour, floor

    def look(self) -> None:
        """Let everybody hear and see what is new."""
        subscriber = self.subscriber
        while self.heard < len(subscriber.facts):
            fact = subscriber.facts[self.heard].fact()
            self.heard += 1
            self.dealer.hear(fact)
            if self._tour:
                self._tour.hear(fact)
        view, status = subscriber.view, subscriber.status
        if view and status and view.journal == status.journal:
            if self._floor:
                self._floor.see(view)
            if self._tour is None or self._tour.may_be_seen(view):
                if self.hands is not None:
                    self.hands.see(view)
                self.dealer.see(view)

    @property
    def kinds(self) -> list[str]:
        """Return what the subscriber has heard, by kind."""
        return [received.type.removeprefix("fh1.fact.") for received in self.subscriber.facts]

    def facts(self) -> list[Fact]:
        return [received.fact() for received in self.subscriber.facts]

    def recorded(self) -> list[bytes]:
        """Return the facts in the journal file, byte for byte."""
        if not listed(self.world.data):
            return []
        with closing(Reader(self.world.data)) as reader:
            return [link.data for link in reader.links()]

    async def told(self, kind: str, count: int = 1) -> None:
        await self.subscriber.until(lambda: self.kinds.count(kind) >= count)

    def auditor(self) -> Auditor | DiceAuditor:
        """Return one who has heard nothing yet."""
        raise NotImplementedError

    def complaints(self) -> list[str]:
        """Return what an auditor finds wrong with all that was received."""
        auditor = self.auditor()
        for received in self.subscriber.facts:
            auditor.hear(bytes(received.data), received.factdigest)
        return auditor.complaints


@dataclass(kw_only=True, slots=True)
class PlayedTable(WatchedTable[World, RobotDealer]):
    """A table of poker."""

    lamps: LampRead | None = None

    def auditor(self) -> Auditor:
        return Auditor()

    async def rounds(self, count: int, *, within_s: float = 90.0) -> None:
        """Wait until so many rounds are complete at the subscriber."""
        await self.subscriber.until(lambda: self.completed >= count, within_s=within_s)

    @property
    def completed(self) -> int:
        """Return the rounds the subscriber has seen complete."""
        return self.kinds.count("button-moved")

    async def at_rest(self) -> None:
        """Wait until nothing more will happen by itself and the subscriber has all that is recorded."""

        def rests() -> bool:
            view = self.subscriber.view
            return (
                view is not None
                and view.round is None
                and view.puck == view.button
                and view.devices == {"shuffler": True, "keys": True, "puck": True}
                and not any(deck.shuffling for deck in view.decks)
                and not view.commands
                and view.seen == len(self.subscriber.facts) == len(self.recorded())
            )

        await self.subscriber.until(rests)


@dataclass(kw_only=True, slots=True)
class ShakenTable(WatchedTable[DiceWorld, RobotDiceDealer]):
    """A table of mini-dice."""

    def auditor(self) -> DiceAuditor:
        return DiceAuditor()

    @property
    def view(self) -> View:
        assert self.subscriber.view is not None
        return self.subscriber.view

    @property
    def dice(self) -> DiceView:
        assert self.view.dice is not None
        return self.view.dice


@asynccontextmanager
async def played_table(
    folder: Path,
    *,
    broker: str | None = None,
    environment: dict[str, str] | None = None,
    speed: float = SPEED,
    stop_after: int = 1,
    game: str = "holdem",
    tracking: str = "procedure",
    tamper: bool = False,
    lamp_read: bool = False,
    plain: bool = False,
    hands: Hands | None = None,
    around: AbstractAsyncContextManager[World] | None = None,
) -> AsyncIterator[PlayedTable]:
    """
    Everything but the controller is running; start that with `table.world.controller.start()`.

    With `hands` the table has pages, and the robot acts by these hands and not by keys and socket. `around` is a world
    that was made elsewhere, in place of the one of these options.
    """
    async with AsyncExitStack() as stack:
        if around is None:
            around = table_world(
                folder,
                broker=broker or await stack.enter_async_context(any_broker(folder)),
                speed=speed,
                seed=1,
                environment=environment,
                game=game,
                tracking=tracking,
                tamper=tamper,
                lamp_read=lamp_read,
                plain=plain,
                pages=hands is not None,
            )
        world = await stack.enter_async_context(around)
        lamps = LampRead(world.pins) if lamp_read else None
        if lamps is not None:
            stack.callback(lamps.switch_off)
        dealer = RobotDealer(
            keys=hands or world.keys,
            puck=world.puck,
            shuffler=world.shuffler,
            habits=Habits(),
            seed=1,
            door=hands or stack.enter_context(closing(DoorClient(world.door, actor="dealer-1"))),
            floor=stack.enter_context(closing(DoorClient(world.door, actor=FLOOR, pin=PIN))),
            lamps=lamps,
        )
        dealer.stop_after = stop_after
        table = PlayedTable(world=world, subscriber=_subscriber(world), dealer=dealer, lamps=lamps, hands=hands)
        async with _running(table, on_message=table.look):
            yield table


@asynccontextmanager
async def shaken_table(
    folder: Path,
    *,
    stop_after: int | None = None,
    tracking: str = "procedure",
    sensors: bool = True,
    seed: int = 1,
    hands: Hands | None = None,
    around: AbstractAsyncContextManager[DiceWorld] | None = None,
) -> AsyncIterator[ShakenTable]:
    """Everything but the controller is running; without `stop_after` the robot keeps its hands off the table."""
    async with AsyncExitStack() as stack:
        if around is None:
            url = await stack.enter_async_context(any_broker(folder))
            around = dice_world(
                folder, broker=url, seed=seed, tracking=tracking, sensors=sensors, pages=hands is not None
            )
        world = await stack.enter_async_context(around)
        door: Asks | None = hands
        if door is None and tracking == "full":
            door = stack.enter_context(closing(DoorClient(world.door, actor="dealer-1")))
        dealer = RobotDiceDealer(keys=hands or world.keys, shaker=world.shaker, habits=Habits(), seed=seed, door=door)
        dealer.stop_after = stop_after
        table = ShakenTable(world=world, subscriber=_subscriber(world), dealer=dealer, hands=hands)
        async with _running(table, on_message=None if stop_after is None else table.look):
            yield table


def _subscriber(world: World | DiceWorld) -> Subscriber:
    return Subscriber(url=world.broker, topics=world.topics, name="test", keeps_session=True, tls=world.tls)


@asynccontextmanager
async def _running(table: PlayedTable | ShakenTable, *, on_message: Callable[[], None] | None) -> AsyncIterator[None]:
    """Run subscriber and dealer; at the end the controller is stopped before they are."""
    table.subscriber.on_message = on_message
    tasks = [asyncio.create_task(table.subscriber.run()), asyncio.create_task(table.dealer.run())]
    try:
        async with asyncio.timeout(10):
            await table.subscriber.subscribed.wait()
        yield
    finally:
        if table.world.controller.running:
            await table.world.controller.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
