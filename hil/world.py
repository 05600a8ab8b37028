"""A whole table on this machine: simulated shuffler, pins and broker around the real controller."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_host.mqtt.topics import Topics
from hil.broker import EmbeddedBroker
from hil.controller import Controller
from hil.pins.world import PinWorld
from hil.shuffler.device import SimulatedShuffler

HOUSE, TABLE = "demo", "poker-1"
SEATS = (1, 2, 4, 5, 7, 8, 10)


@dataclass(frozen=True, kw_only=True, slots=True)
class World:
    """What stands around the controller; it goes on when the controller dies."""

    shuffler: SimulatedShuffler
    pins: PinWorld
    broker: str
    topics: Topics
    controller: Controller
    data: Path


@asynccontextmanager
async def table_world(
    folder: Path, *, broker: str | None, speed: float, seed: int, environment: Mapping[str, str] | None = None
) -> AsyncIterator[World]:
    """Build everything but start nothing of the product: `world.controller.start()` does. Ends what it began."""
    if broker is None:
        async with EmbeddedBroker() as embedded:
            async with table_world(folder, broker=embedded.url, speed=speed, seed=seed, environment=environment) as world:
                yield world
        return
    folder.mkdir(parents=True, exist_ok=True)
    sockets = folder / "pins.socket"
    sockets.unlink(missing_ok=True)
    async with SimulatedShuffler(speed=speed, seed=seed) as shuffler, PinWorld(sockets) as pins:
        config = folder / "table.toml"
        config.write_text(table_toml(broker=broker, port=shuffler.port))
        controller = Controller(
            config=config, data=folder / "data", pins=sockets, log=folder / "controller.log", environment=environment
        )
        topics = Topics(house=HOUSE, table=TABLE)
        try:
            yield World(
                shuffler=shuffler, pins=pins, broker=broker, topics=topics, controller=controller, data=folder / "data"
            )
        finally:
            if controller.running:
                await controller.stop()


def table_toml(*, broker: str, port: str) -> str:
    """Return the configuration of the demo's table: the simulated shuffler proves nothing about itself, so `reported`."""
    seats = ", ".join(map(str, SEATS))
    return f"""\
[table]
house = "{HOUSE}"
table = "{TABLE}"
game = "holdem"
dealer = "dealer-1"
seats = [{seats}]
accepts = ["reported"]

[mqtt]
url = "{broker}"

[devices.shuffler]
port = "{port}"
"""
