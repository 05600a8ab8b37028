"""The common part of every simulated table: pins, a broker, a closed housing, and the controller."""

import random
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_host.mqtt.topics import Topics
from hil.broker import EmbeddedBroker
from hil.commissioning import commission
from hil.controller import Controller
from hil.pins.contacts import CLEAN, Contact, KeyPad
from hil.pins.pin_world import PinWorld
from hil.shuffler.bench_shuffler import BenchShuffler

TAMPER_PIN = 13

PAGES = """
[web]
port = 0

[panel]
own_pin = false
"""
"""The dealer's screen on a free port. The dealers of a simulated table have no PINs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Surroundings:
    """Everything that exists before the configuration is written."""

    folder: Path
    data: Path
    broker: str
    pins: PinWorld
    tamper: Contact
    sockets: Path

    @property
    def door(self) -> Path:
        """Return the path of the local API's socket."""
        return self.folder / "door.socket"

    @asynccontextmanager
    async def controller(
        self, text: str, *, environment: Mapping[str, str] | None, shuffler: BenchShuffler | None = None
    ) -> AsyncIterator[Controller]:
        """Write this `table.toml`, commission the table, and stop its controller at the end if it still runs."""
        config = self.folder / "table.toml"
        config.write_text(text)
        await commission(config, self.data, shuffler)
        controller = Controller(
            config=config,
            data=self.data,
            pins=self.sockets,
            log=self.folder / "controller.log",
            environment=environment,
        )
        try:
            yield controller
        finally:
            if controller.running:
                await controller.stop()


@dataclass(frozen=True, kw_only=True, slots=True)
class TableWorld:
    """The simulated world around the controller; it survives the end of the controller."""

    around: Surroundings
    topics: Topics
    controller: Controller
    keys: KeyPad
    tls: ssl.SSLContext | None = None
    """What consumers need at a broker with TLS."""

    @property
    def tamper(self) -> Contact:
        return self.around.tamper

    @property
    def pins(self) -> PinWorld:
        return self.around.pins

    @property
    def broker(self) -> str:
        return self.around.broker

    @property
    def data(self) -> Path:
        return self.around.data

    @property
    def door(self) -> Path:
        return self.around.door


@asynccontextmanager
async def surroundings(
    folder: Path, *, data: Path | None, broker: str | None, seed: int
) -> AsyncIterator[Surroundings]:
    """Start the pins with the housing closed, and a broker unless `broker` names one."""
    sockets = _cleared(folder) / "pins.socket"
    async with AsyncExitStack() as stack:
        url = broker or (await stack.enter_async_context(EmbeddedBroker())).url
        pins = await stack.enter_async_context(PinWorld(sockets))
        tamper = Contact(pins, TAMPER_PIN, rng=random.Random(seed), bounce=CLEAN)
        await tamper.close()
        yield Surroundings(
            folder=folder, data=data or folder / "data", broker=url, pins=pins, tamper=tamper, sockets=sockets
        )


def _cleared(folder: Path) -> Path:
    """Make the folder, without the sockets of an earlier table."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pins.socket").unlink(missing_ok=True)
    return folder
