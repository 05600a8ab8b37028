"""The demo itself: builds the world, lets the robot deal, shows what happens, checks every round."""

import asyncio
import contextlib
import random
import signal
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from firmware_host.errors import UserError, did_you_mean
from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import listed
from firmware_host.journal.upcast import fact_of
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from hil.any_world import DICE, any_world
from hil.auditor.dice_auditor import DiceAuditor
from hil.auditor.poker_auditor import Auditor
from hil.commissioning import FLOOR, PIN, PIT
from hil.demo.pages import announce_pages
from hil.demo.screen import Lines, Picture, Screen
from hil.demo.words import sentence
from hil.dice.world import DiceWorld
from hil.faults.fault_actions import faults
from hil.faults.tour import Stop, Tour, shown_at
from hil.local_api_client import DoorClient
from hil.micropython.interpreter import NoInterpreterError
from hil.robots.dealer import Habits, RobotDealer
from hil.robots.dice_dealer import RobotDiceDealer
from hil.robots.floor_supervisor import RobotFloor
from hil.subscriber import Subscriber
from hil.world import World

THINKS_S = (4.0, 10.0)
"""Seconds for a step at a real table, including betting; divided by the speed."""

DICE_THINKS_S = (2.0, 6.0)
"""The same at a mini-dice table, where the shaking itself is not sped up."""

EVERYBODY_FOLDS = 0.08

CONNECT_S = 5.0

SILENCE_S = 60.0

SETTLE_S = 2.0

RETAINED_S = 0.5
"""The time within which a broker delivers what it retains."""

EVERY = "all"

SHOWN_S = 60.0
"""Seconds for which a fault is shown before it is repaired; divided by the speed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Wishes:
    """The options of the command line."""

    rounds: int | None
    speed: float
    seed: int | None
    broker: str | None
    data: Path | None
    game: str
    tracking: str
    faults: tuple[str, ...] = ()
    micropython: bool = False
    kill: str | None = None


def demo(wishes: Wishes) -> int:
    """Run the demo; return 0 if every round was right."""
    with tempfile.TemporaryDirectory(prefix="firmware-host-") as folder:
        try:
            return asyncio.run(_demo(wishes, Path(folder)))
        except NoInterpreterError as why:
            raise UserError(f"--device micropython: {why}") from None


async def _demo(wishes: Wishes, folder: Path) -> int:
    seed = random.SystemRandom().randrange(1_000_000) if wishes.seed is None else wishes.seed
    stops = _stops(wishes)
    if wishes.broker:
        await _reachable(wishes.broker)
    if wishes.data:
        _usable(wishes.data)
    async with any_world(
        folder,
        game=wishes.game,
        tracking=wishes.tracking,
        seed=seed,
        speed=wishes.speed,
        broker=wishes.broker,
        data=wishes.data,
        micropython=wishes.micropython,
        kill=wishes.kill,
    ) as world:
        show = _Show(world, wishes, seed, stops)
        with _screen(_head(world, wishes, seed)) as screen:
            await show.run(screen)
        return show.verdict(kept=wishes.data)


def _stops(wishes: Wishes) -> tuple[Stop, ...]:
    """Return the requested faults, each at its point in the game. Raises UserError with the list of those that fit."""
    title = DICE if wishes.game == DICE else GAMES[GameName(wishes.game)].title
    fit = {name: fault for name, fault in faults().items() if shown_at(fault, dice=wishes.game == DICE)}
    asked = tuple(fit) if wishes.faults == (EVERY,) else wishes.faults
    for name in asked:
        if name not in fit:
            those = f"the faults are {', '.join(fit)}, or {EVERY}"
            raise UserError(f"{title} has no fault {name!r}; {did_you_mean(name, fit, otherwise=those)}")
    return tuple((fit[name], point) for name in asked for point in shown_at(fit[name], dice=wishes.game == DICE)[:1])


class _Show:
    """One run of the demo."""

    def __init__(self, world: World | DiceWorld, wishes: Wishes, seed: int, stops: tuple[Stop, ...]) -> None:
        self._world = world
        self._wishes = wishes
        self._dealer = _dealer(world, wishes, seed)
        self._subscriber = Subscriber(
            url=world.broker,
            topics=world.topics,
            name=f"demo-{random.SystemRandom().randrange(10**9)}",
            keeps_session=False,
            journal=_journal(world.data),
            on_message=self._look,
        )
        self._auditor = DiceAuditor() if wishes.game == DICE else Auditor()
        self._catch_up(world.data)
        self._rounds_before = self._auditor.rounds
        self._taken = 0
        self._screen: Screen | None = None
        self._stopped = asyncio.Event()
        self._failure: str | None = None
        self._floor = RobotFloor(world.door, world.shuffler if isinstance(world, World) else None)
        self._tour = Tour(
            stops,
            things=world.things,
            people=self,
            say=self._say,
            shown_s=SHOWN_S / wishes.speed,
        )

    async def run(self, screen: Screen) -> None:
        """Run until the rounds are played, Ctrl-C, or the controller ends."""
        self._screen = screen
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._stopped.set)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._subscriber.run()), group.create_task(self._dealer.run())]
            tasks += [group.create_task(self._tours()), group.create_task(self._floor.run())]
            tasks += [group.create_task(announce_pages(self._world.data, screen.announce))]
            await self._subscriber.subscribed.wait()
            if await self._is_alone():
                await self._world.controller.start()
                await self._until_over()
            for task in tasks:
                task.cancel()
        if self._subscriber.other is not None:
            raise UserError(
                f"another table {self._world.topics.base} runs on {self._world.broker}; stop it, or name another "
                "broker with --broker"
            )

    async def _is_alone(self) -> bool:
        """Return whether no other table is online under the topics of this one."""
        with contextlib.suppress(TimeoutError):
            await self._subscriber.until(lambda: self._subscriber.other is not None, within_s=RETAINED_S)
        return self._subscriber.other is None

    async def _until_over(self) -> None:
        over = {
            asyncio.ensure_future(self._dealer.done.wait()),
            asyncio.ensure_future(self._stopped.wait()),
            asyncio.ensure_future(self._world.controller.ended()),
        }
        try:
            while not any(task.done() for task in over):
                heard = self._taken
                await asyncio.wait(over, return_when=asyncio.FIRST_COMPLETED, timeout=SILENCE_S)
                if heard == self._taken and not any(task.done() for task in over):
                    self._failure = f"nothing has happened at the table for {SILENCE_S:.0f} seconds"
                    break
            if not self._world.controller.running:
                self._failure = f"the controller ended unexpectedly: {self._world.controller.how_it_ended()}"
                return
            await self._world.controller.stop()
            with contextlib.suppress(TimeoutError):
                await self._subscriber.until(self._is_offline, within_s=SETTLE_S)
        finally:
            for task in over:
                task.cancel()
            await asyncio.gather(*over, return_exceptions=True)

    def verdict(self, *, kept: Path | None) -> int:
        """Print the result; return the exit code."""
        expected = self._tour.complaints_to_be_expected
        complaints = [said for said in self._auditor.complaints if not any(known in said for known in expected)]
        complaints += [self._failure] if self._failure else []
        complaints += [f"fault {each.fault}: {wrong}" for each in self._tour.outcomes for wrong in each.wrong]
        refused = (*self._dealer.refused, *self._floor.refused)
        complaints += [f"the dealer was refused: {refusal.reason}" for refusal in refused]
        complaints += [f"fact {missed} arrived out of order" for missed in self._subscriber.out_of_order]
        rounds = self._auditor.rounds - self._rounds_before
        if rounds < (self._wishes.rounds or 0) and not self._stopped.is_set() and not complaints:
            complaints.append(f"only {rounds} of {self._wishes.rounds} rounds were played")
        for complaint in complaints:
            print(f"WRONG: {complaint}")
        facts = f"{len(self._subscriber.facts)} facts received in order, their hash chain checked"
        right = "not all right" if complaints else "all right"
        print(f"{rounds} {'round' if rounds == 1 else 'rounds'} played, {right}; {facts}.", flush=True)
        if kept:
            print(f"The record is in {kept}: `firmware-host journal show --data {kept}`.")
        return 1 if complaints else 0

    def _catch_up(self, folder: Path) -> None:
        """Pass an older record in the folder to the auditor and the dealer."""
        if not listed(folder):
            return
        with contextlib.closing(Reader(folder)) as reader:
            for link in reader.links():
                self._auditor.hear(link.data, link.hash.hex())
                self._dealer.hear(fact_of(link.data))

    def _say(self, sentence: str) -> None:
        if self._screen:
            self._screen.say(sentence)

    def _is_offline(self) -> bool:
        return self._subscriber.status is not None and not self._subscriber.status.online

    def _look(self) -> None:
        subscriber = self._subscriber
        if subscriber.other is not None:
            self._stopped.set()
        for received in subscriber.facts[self._taken :]:
            self._taken += 1
            if int(received.sequence) <= self._auditor.last:
                continue
            self._auditor.hear(bytes(received.data), received.factdigest)
            fact = received.fact()
            self._dealer.hear(fact)
            self._tour.hear(fact)
            said = sentence(fact)
            if said and self._screen and not self._screen.say(said):
                self._stopped.set()
        if self._screen:
            device = "shaker" if self._wishes.game == DICE else "shuffler"
            alerts = tuple(subscriber.alerts.values())
            self._screen.show(subscriber.view, subscriber.devices.get(device), alerts)
        self.look()

    def look(self) -> None:
        """Show the present view to dealer and floor, but no view that the broker retains of an earlier run."""
        view, status = self._subscriber.view, self._subscriber.status
        if view is None or status is None or not status.online or status.journal != view.journal:
            return
        self._floor.see(view)
        if self._tour.may_be_seen(view):
            self._dealer.see(view)

    async def _tours(self) -> None:
        """Show all faults; then stop after the requested number of rounds, or at once if something was wrong."""
        await self._tour.run()
        if self._wishes.rounds is not None or any(outcome.wrong for outcome in self._tour.outcomes):
            self._dealer.stop_after = self._rounds_before + (self._wishes.rounds or 0)
            self.look()

    def idle_table(self) -> None:
        """Let the dealer idle the table."""
        self._dealer.idle_table()

    def fault_begins(self) -> None:
        """Make the floor wait until the fault is repaired."""
        self._floor.pause()

    def fault_ends(self) -> None:
        """Let dealer and floor continue."""
        self._dealer.retry()
        self._floor.resume()
        self.look()


def _dealer(world: World | DiceWorld, wishes: Wishes, seed: int) -> RobotDealer | RobotDiceDealer:
    thinks = DICE_THINKS_S if isinstance(world, DiceWorld) else THINKS_S
    least, most = (seconds / wishes.speed for seconds in thinks)
    habits = Habits(least_s=least, most_s=most, everybody_folds=EVERYBODY_FOLDS)
    door = DoorClient(world.door, actor="dealer-1")
    if isinstance(world, DiceWorld):
        return RobotDiceDealer(
            keys=world.keys,
            shaker=world.shaker,
            habits=habits,
            seed=seed,
            door=door if wishes.tracking == "full" else None,
        )
    floor = DoorClient(world.door, actor=FLOOR, pin=PIN)
    return RobotDealer(
        keys=world.keys,
        puck=world.puck,
        shuffler=world.shuffler,
        habits=habits,
        seed=seed,
        door=door,
        floor=floor,
    )


def _journal(folder: Path) -> str:
    """Return the id of the record in the folder, which the commissioning has begun."""
    with contextlib.closing(Reader(folder)) as reader:
        return reader.id


def _usable(folder: Path) -> None:
    """Raise `UserError` for a folder in which no record can be kept."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(f"--data: cannot keep a record in {folder} ({error.strerror}); give another folder") from None


async def _reachable(url: str) -> None:
    try:
        host, port = MqttConfig(url=url).address()
    except ValueError as error:
        raise UserError(str(error)) from None
    try:
        async with asyncio.timeout(CONNECT_S):
            _, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError):
        raise UserError(f"no broker answers at {url}; start it, or leave out --broker to use the demo's own") from None
    writer.close()
    await writer.wait_closed()


def _screen(head: str) -> Screen:
    if sys.stdout is None or not sys.stdout.isatty():
        print(head, flush=True)
        return Lines()
    from rich.console import Console  # noqa: PLC0415 - loaded only for a terminal

    return Picture(Console(), head=head)


def _head(world: World | DiceWorld, wishes: Wishes, seed: int) -> str:
    parts = urlsplit(world.broker)
    until = "until Ctrl-C" if wishes.rounds is None else f"{wishes.rounds} round{'s' * (wishes.rounds > 1)}"
    dice = isinstance(world, DiceWorld)
    title = DICE if dice else GAMES[GameName(wishes.game)].title
    shuffler = "shuffler (in MicroPython)" if wishes.micropython else "shuffler"
    things = "shaker, keys and lamps" if dice else f"{shuffler}, keys and puck"
    return (
        f"A table of {title} at {wishes.speed:g} times real speed, {wishes.tracking} tracking, {until}, seed {seed}.\n"
        f"Real controller, journal and MQTT; simulated {things}; a robot deals.\n"
        f"Listen: mosquitto_sub -h {parts.hostname} -p {parts.port or 1883} -v -t '{world.topics.base}/#'\n"
        f"Try commands with --data {world.data}, as {PIT} (casino supervisor) or {FLOOR}, PIN {PIN}.\n"
    )
