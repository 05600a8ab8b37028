"""A whole mini-dice table on this machine: simulated shaker, keys and broker around the real controller."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_host.mqtt.topics import Topics
from hil.controller import Controller
from hil.dice.shaker import ShakerModel
from hil.pins.contacts import KeyPad
from hil.surroundings import PAGES, Surroundings, TableWorld, surroundings

HOUSE, TABLE = "demo", "dice-1"

SEATS = (1, 2, 4, 5, 7)

BEEPER_PIN = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceWorld(TableWorld):
    """The world around a mini-dice table."""

    shaker: ShakerModel

    @property
    def things(self) -> Mapping[str, object]:
        """Return the simulated devices by name, for fault files."""
        return {"shaker": self.shaker, "keys": self.keys, "tamper": self.tamper}


@asynccontextmanager
async def dice_world(
    folder: Path,
    *,
    data: Path | None = None,
    broker: str | None = None,
    seed: int,
    tracking: str = "procedure",
    sensors: bool = True,
    environment: Mapping[str, str] | None = None,
    pages: bool = False,
) -> AsyncIterator[DiceWorld]:
    """Build the world; start the controller with `world.controller.start()`. Everything is stopped on exit."""
    async with surroundings(folder, data=data, broker=broker, seed=seed) as around:
        text = dice_toml(broker=around.broker, door=around.door, tracking=tracking, sensors=sensors)
        async with around.controller(text + PAGES * pages, environment=environment) as controller:
            yield world_of(around, controller, seed=seed)


def world_of(around: Surroundings, controller: Controller, *, seed: int) -> DiceWorld:
    """Return the world of a new shaker and this controller."""
    return DiceWorld(
        around=around,
        topics=Topics(house=HOUSE, table=TABLE),
        controller=controller,
        keys=KeyPad(around.pins),
        shaker=ShakerModel(around.pins, seed=seed),
    )


def dice_toml(*, broker: str, door: Path, tracking: str = "procedure", sensors: bool = True) -> str:
    """Return the configuration of this table, with all devices on their default pins."""
    shaker = "[devices.shaker]\n\n[devices.tamper]\n" if sensors else ""
    return f"""\
[table]
house = "{HOUSE}"
table = "{TABLE}"
game = "mini-dice"
tracking = "{tracking}"
dealer = "dealer-1"
seats = [{", ".join(map(str, SEATS))}]

[mqtt]
url = "{broker}"

[devices.lamps]

[devices.lights]

{shaker}
[door]
path = "{door}"
roles = ["dealer", "floorperson", "casino-supervisor"]

[devices.keys]
stuck_s = 3
beeper = {BEEPER_PIN}
"""
