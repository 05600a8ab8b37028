"""A whole table on this machine: simulated shuffler, pins and broker around the real controller."""

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from drivers.shuffler.messages import MANDATORY_VOCABULARY
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.game import Game, GameName
from firmware_host.rules.games import GAMES
from hil.controller import Controller
from hil.house_key import HOUSE_KEY, sign_list
from hil.micropython.bench_device import MicroPythonShuffler
from hil.pins.contacts import KeyPad, Puck
from hil.shuffler.bench_shuffler import BenchShuffler
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.lamps import FAULT, LEAST_S, READY
from hil.surroundings import PAGES, TAMPER_PIN, Surroundings, TableWorld, surroundings

HOUSE, TABLE = "demo", "poker-1"

TOPICS = Topics(house=HOUSE, table=TABLE)

SEATS = (1, 2, 4, 5, 7, 8, 10)

STUCK_S = 3
"""The time after which a held key counts as stuck: longer than any robot press, but short for a demo."""

TAMPER = f"""
[devices.keys]
stuck_s = {STUCK_S}

[devices.tamper]
pin = {TAMPER_PIN}
"""
"""The extra configuration of a table with a tamper contact."""


@dataclass(frozen=True, kw_only=True, slots=True)
class World(TableWorld):
    """The world around a poker table."""

    shuffler: BenchShuffler
    puck: Puck

    @property
    def simulated(self) -> SimulatedShuffler:
        """Return the simulated shuffler. Raises TypeError at a table with another one."""
        if not isinstance(self.shuffler, SimulatedShuffler):
            raise TypeError(self.shuffler)
        return self.shuffler

    @property
    def things(self) -> Mapping[str, object]:
        """Return the simulated devices by name, for fault files."""
        return {
            "shuffler": self.shuffler,
            "line": self.shuffler,
            "liar": self.shuffler,
            "puck": self.puck,
            "keys": self.keys,
            "tamper": self.tamper,
        }


@asynccontextmanager
async def table_world(
    folder: Path,
    *,
    data: Path | None = None,
    broker: str | None,
    speed: float,
    seed: int,
    game: str = "holdem",
    tracking: str = "procedure",
    lamp_read: bool = False,
    environment: Mapping[str, str] | None = None,
    tamper: bool = False,
    plain: bool = False,
    pages: bool = False,
    micropython: bool = False,
    kill: str | None = None,
) -> AsyncIterator[World]:
    """
    Build the world; start the controller with `world.controller.start()`. Everything is stopped on exit.

    A `lamp_read` table reads the lamps of a shuffler without a protocol. A `plain` shuffler knows only the mandatory
    messages, so its shuffles are not attested. With `micropython` the shuffler is the one in MicroPython, in a process
    of its own. Raises NoInterpreterError if there is no MicroPython.
    """
    async with (
        _on_the_bench(speed=speed, seed=seed, micropython=micropython) as shuffler,
        surroundings(folder, data=data, broker=broker, seed=seed) as around,
    ):
        listed = sign_list(
            folder / "firmware", model=shuffler.identity.model, version="1.0", image=shuffler.image, key=HOUSE_KEY
        )
        if plain and isinstance(shuffler, SimulatedShuffler):
            shuffler.knows(MANDATORY_VOCABULARY)
        text = table_toml(
            broker=around.broker,
            port="" if lamp_read else shuffler.port,
            game=game,
            tracking=tracking,
            kill=kill,
            door=str(around.door),
            firmware=None if lamp_read or plain else listed,
        )
        paired = None if lamp_read else shuffler
        async with around.controller(
            text + TAMPER * tamper + PAGES * pages, environment=environment, shuffler=paired
        ) as controller:
            yield world_of(around, controller, shuffler)


def world_of(
    around: Surroundings,
    controller: Controller,
    shuffler: BenchShuffler,
    *,
    topics: Topics = TOPICS,
    tls: ssl.SSLContext | None = None,
) -> World:
    """Return the world of this shuffler and controller."""
    return World(
        around=around,
        topics=topics,
        controller=controller,
        keys=KeyPad(around.pins),
        tls=tls,
        shuffler=shuffler,
        puck=Puck(around.pins),
    )


def _on_the_bench(*, speed: float, seed: int, micropython: bool) -> AbstractAsyncContextManager[BenchShuffler]:
    if micropython:
        return MicroPythonShuffler(speed=speed)
    return SimulatedShuffler(speed=speed, seed=seed)


def table_toml(
    *,
    broker: str,
    port: str,
    game: str = "holdem",
    tracking: str = "procedure",
    kill: str | None = None,
    door: str | None = None,
    firmware: tuple[Path, str] | None = None,
) -> str:
    """
    Return the configuration of the demo's table. Without a firmware list its shuffles are only `reported`.

    Without a port, the lamps of a shuffler without a protocol are read.
    """
    seats = ", ".join(map(str, SEATS[: GAMES[GameName(game)].most_players]))
    full = tracking == "full"
    return f"""\
[table]
house = "{HOUSE}"
table = "{TABLE}"
game = "{game}"
tracking = "{tracking}"
dealer = "dealer-1"
seats = [{seats}]
accepts = ["{_grade(port, firmware)}"]
shuffle_least_s = 0
{_stakes(GAMES[GameName(game)]) if full else ""}{_kill(kill) if kill else ""}
[mqtt]
url = "{broker}"

{_shuffler(port)}{_listed(*firmware) if firmware else ""}{
        f'''
[door]
path = "{door}"
roles = ["dealer", "floorperson", "casino-supervisor"]
'''
        if door
        else ""
    }"""


def _grade(port: str, firmware: tuple[Path, str] | None) -> str:
    if not port:
        return "witnessed"
    return "reported" if firmware is None else "attested"


def _shuffler(port: str) -> str:
    if port:
        return f'[devices.shuffler]\nport = "{port}"\n'
    return f"[devices.shuffler.lamps]\nready = {READY}\nfault = {FAULT}\nleast_s = {LEAST_S}\n"


def _listed(path: Path, house_key: str) -> str:
    return f'firmware_list = "{path}"\nhouse_key = "{house_key}"\n'


def _kill(kind: str) -> str:
    return f"""
[table.kill]
kind = "{kind}"
times_minimum = 4
"""


def _stakes(game: Game) -> str:
    posted = "blinds_cents = [200, 400]" if game.button else "ante_cents = 50\nforced_cents = 200"
    return f"""\
buy_in_cents = 20000

[table.stakes]
limit = "fixed"
min_cents = 400
max_cents = 800
{posted}
"""
