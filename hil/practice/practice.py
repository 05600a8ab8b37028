"""`python3 -m hil demo --deal`: builds the world, serves the practice page, prints the address and the score."""

import asyncio
import contextlib
import random
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from firmware_host.errors import UserError, did_you_mean
from firmware_host.journal.reader import Reader
from firmware_host.journal.upcast import fact_of
from firmware_host.panel import bundle
from firmware_host.panel.panel_config import SOCKET
from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from hil.any_world import DICE, any_world
from hil.dice.world import DiceWorld
from hil.faults.fault_actions import faults
from hil.faults.tour import shown_at
from hil.practice import practice_score as score
from hil.practice.coach import Coach
from hil.practice.lesson import Lesson
from hil.practice.practice_server import served
from hil.practice.proxy import Gone, Proxy
from hil.subscriber import Subscriber
from hil.world import World

AT_SPEED = 20.0

PACE_S = 1.5
"""Seconds between two players' acts at the demo's usual speed."""

AGAIN_S = 0.2

STOPPED_BY_SIGNAL = (0, -signal.SIGTERM, -signal.SIGKILL)
"""Exit codes after which the controller starts again: an orderly stop by SIGTERM, and the two signals themselves."""

LAST_LOOK_S = 1.0
"""How long the server stays after the end, so that the page shows the score."""

NO_BUNDLE = (
    "the dealer's page was not built, so there is nothing to deal on; run `.venv/bin/python -m "
    "firmware_host.panel.build`, which says why (it needs the npm registry once), then start this command again"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Practice:
    """The options of the command line."""

    game: str
    tracking: str
    kill: str | None = None
    rounds: int | None = None
    seed: int | None = None
    speed: float = AT_SPEED
    faults: tuple[str, ...] = ()
    broker: str | None = None
    data: Path | None = None
    port: int = 0
    json: bool = False


def practise(wishes: Practice) -> int:
    """Run the practice until Ctrl-C or the last round; return 0."""
    if bundle.read().index is None:
        raise UserError(NO_BUNDLE)
    _known(wishes)
    with tempfile.TemporaryDirectory(prefix="firmware-host-") as folder:
        return asyncio.run(_practised(wishes, Path(folder)))


async def _practised(wishes: Practice, folder: Path) -> int:
    async with begun(wishes, folder) as running:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, running.lesson.over.set)
        _say(_head(wishes, running))
        await running.until_over()
        result = running.coach.score()
    if wishes.json:
        print(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())
    else:
        print("", *score.lines(result), sep="\n", flush=True)
    return 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Running:
    """A practice under way."""

    world: World | DiceWorld
    coach: Coach
    lesson: Lesson
    address: str
    seed: int
    tasks: tuple[asyncio.Task[None], ...]

    async def until_over(self) -> None:
        """Wait for the last round or Ctrl-C; then let the page show the score. Raises what went wrong."""
        runs = asyncio.create_task(self._keeps_running())
        over = asyncio.create_task(self.lesson.over.wait())
        try:
            await asyncio.wait((runs, over, *self.tasks), return_when=asyncio.FIRST_COMPLETED)
            failed = next((task.exception() for task in (runs, *self.tasks) if task.done()), None)
            if failed is not None:
                raise failed
            await self.lesson.ends()
            await asyncio.sleep(LAST_LOOK_S)
        finally:
            runs.cancel()
            over.cancel()
            await asyncio.gather(runs, over, return_exceptions=True)

    async def _keeps_running(self) -> None:
        """Start the controller again after a signal ended it, as systemd does. Raises UserError after an error."""
        controller = self.world.controller
        while await controller.ended() in STOPPED_BY_SIGNAL:
            _say("The controller was stopped by a signal and starts again; the round continues from the record.")
            await controller.start()
        raise UserError(f"the controller ended unexpectedly: {controller.how_it_ended()}")


@contextlib.asynccontextmanager
async def begun(wishes: Practice, folder: Path) -> AsyncIterator[Running]:
    """Start everything; stop it on exit."""
    seed = random.SystemRandom().randrange(1_000_000) if wishes.seed is None else wishes.seed
    async with any_world(
        folder,
        game=wishes.game,
        tracking=wishes.tracking,
        kill=wishes.kill,
        seed=seed,
        speed=wishes.speed,
        broker=wishes.broker,
        data=wishes.data,
    ) as world:
        with contextlib.closing(Reader(world.data)) as reader:
            journal = reader.id
            coach = Coach(seed=seed, journal=journal)
            # A folder of --data may hold rounds of an earlier practice.
            coach.catches_up(fact_of(link.data) for link in reader.links())
        subscriber = Subscriber(
            url=world.broker,
            topics=world.topics,
            name=f"practice-{random.SystemRandom().randrange(10**9)}",
            keeps_session=False,
            journal=journal,
        )
        lesson = Lesson(
            world,
            coach=coach,
            subscriber=subscriber,
            title=_title(wishes),
            pace_s=PACE_S * AT_SPEED / wishes.speed,
            rounds=wishes.rounds,
            wanted=wishes.faults,
            say=_say,
        )
        proxy = Proxy(world.data.absolute() / SOCKET, from_page=lesson.hears_page, from_table=lesson.hears_table)
        async with served(lesson, proxy, port=wishes.port) as address:
            tasks = [asyncio.create_task(each) for each in (subscriber.run(), lesson.run())]
            await subscriber.subscribed.wait()
            await world.controller.start()
            signs_in = asyncio.create_task(_sign_in(proxy, lesson))
            try:
                yield Running(world=world, coach=coach, lesson=lesson, address=address, seed=seed, tasks=tuple(tasks))
            finally:
                for task in (signs_in, *tasks):
                    task.cancel()
                await asyncio.gather(signs_in, *tasks, return_exceptions=True)


async def _sign_in(proxy: Proxy, lesson: Lesson) -> None:
    """Become the table's screen as soon as the controller serves its pages."""
    while True:
        with contextlib.suppress(Gone):
            await proxy.sign_in()
            await lesson.serves()
            return
        await asyncio.sleep(AGAIN_S)


def _known(wishes: Practice) -> None:
    fit = [name for name, fault in faults().items() if shown_at(fault, dice=wishes.game == DICE)]
    for name in wishes.faults:
        if name not in fit:
            those = f"the faults are {', '.join(fit)}"
            raise UserError(f"{_title(wishes)} has no fault {name!r}; {did_you_mean(name, fit, otherwise=those)}")


def _title(wishes: Practice) -> str:
    return "Mini-dice" if wishes.game == DICE else GAMES[GameName(wishes.game)].title


def _head(wishes: Practice, running: Running) -> str:
    until = "until Ctrl-C" if wishes.rounds is None else f"{wishes.rounds} round{'s' * (wishes.rounds > 1)}"
    address = running.address
    port = urlsplit(address).port
    return (
        f"Practice: {_title(wishes)}, {wishes.tracking} tracking, {until}, seed {running.seed}.\n"
        f"You deal, robots play. Open in a browser: {address}\n"
        f"On a desktop: xdg-open {address}\n"
        f"From another machine: ssh -L {port}:127.0.0.1:{port} USER@THIS-MACHINE, then open the same address there.\n"
    )


def _say(line: str) -> None:
    """Print for people; standard output is left to the score."""
    print(line, file=sys.stderr, flush=True)
