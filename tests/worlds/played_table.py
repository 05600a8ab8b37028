"""A whole table for a test: world, subscriber and robot dealer, run together and ended together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import listed
from hil.auditor import Auditor
from hil.commissioning import FLOOR, PIN
from hil.faults.tour import Tour
from hil.local_api_client import DoorClient
from hil.robots.dealer import Habits, RobotDealer
from hil.robots.floor import RobotFloor
from hil.shuffler.lamps import LampRead
from hil.subscriber import Subscriber
from hil.world import World, table_world
from tests.support.brokers import any_broker

SPEED = 300.0


@dataclass(kw_only=True, slots=True)
class PlayedTable:
    """The parts a test asks and pushes."""

    world: World
    subscriber: Subscriber
    dealer: RobotDealer
    lamps: LampRead | None = None
    heard: int = 0
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
                self.dealer.see(view)

    async def rounds(self, count: int, *, within_s: float = 90.0) -> None:
        """Wait until so many rounds are complete at the subscriber."""
        await self.subscriber.until(lambda: self.completed >= count, within_s=within_s)

    @property
    def completed(self) -> int:
        """Return the rounds the subscriber has seen complete."""
        return self.kinds.count("button-moved")

    @property
    def kinds(self) -> list[str]:
        """Return what the subscriber has heard, by kind."""
        return [received.type.removeprefix("fh1.fact.") for received in self.subscriber.facts]

    def recorded(self) -> list[bytes]:
        """Return the facts in the journal file, byte for byte."""
        if not listed(self.world.data):
            return []
        with closing(Reader(self.world.data)) as reader:
            return [link.data for link in reader.links()]

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

    def complaints(self) -> list[str]:
        """Return what an auditor finds wrong with all that was received."""
        auditor = Auditor()
        for received in self.subscriber.facts:
            auditor.hear(bytes(received.data), received.factdigest)
        return auditor.complaints


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
) -> AsyncIterator[PlayedTable]:
    """Everything but the controller is running; start that with `table.world.controller.start()`."""
    async with AsyncExitStack() as stack:
        url = broker or await stack.enter_async_context(any_broker(folder))
        world = await stack.enter_async_context(
            table_world(
                folder,
                broker=url,
                speed=speed,
                seed=1,
                environment=environment,
                game=game,
                tracking=tracking,
                tamper=tamper,
                lamp_read=lamp_read,
                plain=plain,
            )
        )
        lamps = LampRead(world.pins) if lamp_read else None
        if lamps is not None:
            stack.callback(lamps.switch_off)
        door = stack.enter_context(closing(DoorClient(world.door, actor="dealer-1")))
        floor = stack.enter_context(closing(DoorClient(world.door, actor=FLOOR, pin=PIN)))
        dealer = RobotDealer(
            keys=world.keys,
            puck=world.puck,
            shuffler=world.shuffler,
            habits=Habits(),
            seed=1,
            door=door,
            floor=floor,
            lamps=lamps,
        )
        dealer.stop_after = stop_after
        subscriber = Subscriber(url=world.broker, topics=world.topics, name="test", keeps_session=True)
        table = PlayedTable(world=world, subscriber=subscriber, dealer=dealer, lamps=lamps)

        subscriber.on_message = table.look
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
