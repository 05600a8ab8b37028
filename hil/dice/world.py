"""A whole mini-dice table on this machine: simulated shaker, keys and broker around the real controller."""

import random
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_host.mqtt.topics import Topics
from hil.broker import EmbeddedBroker
from hil.commissioning import commission
from hil.controller import Controller
from hil.dice.shaker import ShakerModel
from hil.pins.contacts import CLEAN, Contact, KeyPad
from hil.pins.world import PinWorld

HOUSE, TABLE = "demo", "dice-1"

SEATS = (1, 2, 4, 5, 7)

TAMPER_PIN = 13

BEEPER_PIN = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class DiceWorld:
    """The simulated world around the controller; it survives the end of the controller."""

    shaker: ShakerModel
    keys: KeyPad
    tamper: Contact
    pins: PinWorld
    broker: str
    topics: Topics
    controller: Controller
    data: Path
    door: Path

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
    more: str = "",
) -> AsyncIterator[DiceWorld]:
    """
    Build the world; start the controller with `world.controller.start()`. Everything is stopped on exit.

    `more` is added to the configuration.
    """
    sockets, door, kept = folder / "pins.socket", folder / "door.socket", data or folder / "data"
    _clear(folder, sockets)
    async with AsyncExitStack() as stack:
        url = broker or (await stack.enter_async_context(EmbeddedBroker())).url
        pins = await stack.enter_async_context(PinWorld(sockets))
        tamper = Contact(pins, TAMPER_PIN, rng=random.Random(seed), bounce=CLEAN)
        await tamper.close()
        text = dice_toml(broker=url, door=door, tracking=tracking, sensors=sensors)
        config = _written(folder / "table.toml", text + more)
        await commission(config, kept)
        controller = Controller(
            config=config, data=kept, pins=sockets, log=folder / "controller.log", environment=environment
        )
        try:
            yield DiceWorld(
                shaker=ShakerModel(pins, seed=seed),
                keys=KeyPad(pins),
                tamper=tamper,
                pins=pins,
                broker=url,
                topics=Topics(house=HOUSE, table=TABLE),
                controller=controller,
                data=kept,
                door=door,
            )
        finally:
            if controller.running:
                await controller.stop()


def _clear(folder: Path, sockets: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    sockets.unlink(missing_ok=True)


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


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
