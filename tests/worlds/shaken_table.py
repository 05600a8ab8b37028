"""A whole mini-dice table for a test: world, subscriber and robot dealer, run together and ended together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from firmware_host.table.dice.dice_view import DiceView
from firmware_host.table.facts.fact import Fact
from firmware_host.table.view import View
from hil.dice.auditor import DiceAuditor
from hil.dice.world import DiceWorld, dice_world
from hil.faults.tour import Tour
from hil.local_api_client import DoorClient
from hil.robots.dealer import Habits
from hil.robots.dice_dealer import RobotDiceDealer
from hil.robots.floor import RobotFloor
from hil.subscriber import Subscriber
from tests.support.brokers import any_broker


@dataclass(kw_only=True, slots=True)
class ShakenTable:
    """The parts a test asks and pushes."""

    world: DiceWorld
    subscriber: Subscriber
    dealer: RobotDiceDealer
    heard: int = 0
    _tour: Tour | None = None
    _floor: RobotFloor | None = None

    def watched_by(self, tour: Tour, floor: RobotFloor) -> None:
        """From now on the dealer sees what the tour lets it see."""
        self._tour, self._floor = tour, floor

    def look(self) -> None:
        """Let everybody hear and see what is new."""
        while self.heard < len(self.subscriber.facts):
            fact = self.subscriber.facts[self.heard].fact()
            self.heard += 1
            if self._tour:
                self._tour.hear(fact)
        view, status = self.subscriber.view, self.subscriber.status
        if view and status and view.journal == status.journal:
            if self._floor:
                self._floor.see(view)
            if self._tour is None or self._tour.may_be_seen(view):
                self.dealer.see(view)

    @property
    def view(self) -> View:
        assert self.subscriber.view is not None
        return self.subscriber.view

    @property
    def dice(self) -> DiceView:
        assert self.view.dice is not None
        return self.view.dice

    @property
    def kinds(self) -> list[str]:
        return [received.type.removeprefix("fh1.fact.") for received in self.subscriber.facts]

    def facts(self) -> list[Fact]:
        return [received.fact() for received in self.subscriber.facts]

    async def told(self, kind: str, count: int = 1) -> None:
        await self.subscriber.until(lambda: self.kinds.count(kind) >= count)

    def complaints(self) -> list[str]:
        """Return what an auditor finds wrong with all that was received."""
        auditor = DiceAuditor()
        for received in self.subscriber.facts:
            auditor.hear(bytes(received.data), received.factdigest)
        return auditor.complaints


@asynccontextmanager
async def shaken_table(
    folder: Path, *, stop_after: int | None = None, tracking: str = "procedure", sensors: bool = True, seed: int = 1
) -> AsyncIterator[ShakenTable]:
    """Everything but the controller is running; without `stop_after` the robot keeps its hands off the table."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(any_broker(folder))
        world = await stack.enter_async_context(
            dice_world(folder, broker=url, seed=seed, tracking=tracking, sensors=sensors)
        )
        door = stack.enter_context(closing(DoorClient(world.door, actor="dealer-1"))) if tracking == "full" else None
        dealer = RobotDiceDealer(keys=world.keys, shaker=world.shaker, habits=Habits(), seed=seed, door=door)
        dealer.stop_after = stop_after
        subscriber = Subscriber(url=world.broker, topics=world.topics, name="test", keeps_session=True)
        table = ShakenTable(world=world, subscriber=subscriber, dealer=dealer)

        subscriber.on_message = table.look if stop_after is not None else None
        tasks = [asyncio.create_task(subscriber.run()), asyncio.create_task(dealer.run())]
        try:
            async with asyncio.timeout(10):
                await subscriber.subscribed.wait()
            yield table
        finally:
            if world.controller.running:
                await world.controller.stop()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
