"""Fixtures with the devices behind their ports: real ones if a rig is given, otherwise simulated ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.button_puck.driver import GpioButtonPuck
from drivers.button_puck.port import ButtonPuck
from drivers.dealer_keys.driver import GpioDealerKeys
from drivers.dealer_keys.port import DealerKeys, Key
from drivers.dice_shaker.driver import GpioDiceShaker
from drivers.dice_shaker.port import DiceShaker
from drivers.dice_shaker.sensors import Sensor
from drivers.lamps.driver import GpioLamps
from drivers.lamps.port import Lamps
from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.lamp_cycle import FAULT, READY, CycleTerms, GpioShufflerLamps
from drivers.shuffler.port import Back, SpeakingShuffler
from drivers.tamper.driver import GpioTamperContact
from drivers.tamper.port import TamperContact
from firmware_host.devices.pairing_key_file import PairingKeyFile
from hil.contract.rig import Rig
from hil.contract.wiring import Contacts, Eye, Wiring, section, wired
from hil.shuffler.device import SimulatedShuffler

FAST = 200.0

LAMP = "gate"

# The GPIO numbers of the simulated contacts.
KEYS: dict[str, int] = {Key.NEXT: 4, Key.NO_ROLL: 17, Key.CALL_FLOOR: 27}

SEATS: dict[str, int] = {"1": 22, "2": 23, "3": 24}

SHAKER: dict[str, int] = {Sensor.COVER: 5, Sensor.SHAKE: 6, Sensor.DOCK: 12}

TAMPER: dict[str, int] = {"pin": 13}

SHUFFLER_LAMPS: dict[str, int] = {"ready": 20, "fault": 21}

CYCLE = CycleTerms(least_ms=250, most_ms=600)
"""Short cycles, so that the simulated shuffle takes no time."""

CLOSED = (SHAKER[Sensor.COVER], SHAKER[Sensor.DOCK], TAMPER["pin"], SHUFFLER_LAMPS["ready"])

LAMPS: dict[str, int] = {"pin": 18, "seen_by": 19}


@dataclass(frozen=True, kw_only=True)
class Machine:
    """A shuffler. `simulated` does what a person does at a real machine; `deck` is the deck for its feed."""

    driver: SpeakingShuffler
    simulated: SimulatedShuffler | None
    deck: Back | None

    def by_hand(self) -> SimulatedShuffler:
        if self.simulated is None:
            pytest.skip("needs a person at a real machine")
        return self.simulated


@pytest.fixture
async def machine(rig: Rig | None) -> AsyncIterator[Machine]:
    if rig is not None:
        if rig.shuffler is None:
            pytest.skip("the rig has no section [shuffler]")
        there = rig.shuffler
        driver = SerialShuffler(url=there.port, keyring=PairingKeyFile(Path(there.data)))
        async with _running(driver):
            yield Machine(driver=driver, simulated=None, deck=None if there.deck is None else Back(there.deck))
        return
    async with SimulatedShuffler(speed=FAST) as device:
        await device.load_deck(Back.BLUE)
        driver = SerialShuffler(url=device.port, keyring=device.host_keys)
        async with _running(driver):
            yield Machine(driver=driver, simulated=device, deck=Back.BLUE)


@asynccontextmanager
async def _running(driver: SerialShuffler) -> AsyncIterator[None]:
    running = asyncio.create_task(driver.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
async def wiring(rig: Rig | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wiring]:
    async with wired(rig, tmp_path, monkeypatch, closed=CLOSED) as wiring:
        yield wiring


@dataclass(frozen=True, kw_only=True)
class Keys:
    device: DealerKeys
    contacts: Contacts[Key]


@pytest.fixture
async def keys(wiring: Wiring, rig: Rig | None) -> AsyncIterator[Keys]:
    pins = {Key(name): pin for name, pin in section(rig, "dealer_keys", KEYS).items()}
    contacts = wiring.contacts(pins)
    device = await GpioDealerKeys.create(wiring.board, pins)
    yield Keys(device=device, contacts=contacts)
    await device.close()


@dataclass(frozen=True, kw_only=True)
class Puck:
    device: ButtonPuck
    contacts: Contacts[int]


@pytest.fixture
async def puck(wiring: Wiring, rig: Rig | None) -> AsyncIterator[Puck]:
    pins = {int(seat): pin for seat, pin in section(rig, "button_puck", SEATS).items()}
    contacts = wiring.contacts(pins)
    device = await GpioButtonPuck.create(wiring.board, pins)
    yield Puck(device=device, contacts=contacts)
    await device.close()


@dataclass(frozen=True, kw_only=True)
class Shaker:
    device: DiceShaker
    contacts: Contacts[Sensor]
    live: list[int]
    """The live counts of shakes so far."""


@pytest.fixture
async def shaker(wiring: Wiring, rig: Rig | None) -> AsyncIterator[Shaker]:
    pins = {Sensor(name): pin for name, pin in section(rig, "dice_shaker", SHAKER).items()}
    contacts = wiring.contacts(pins)
    contacts.close(Sensor.COVER)
    contacts.close(Sensor.DOCK)
    live: list[int] = []
    device = await GpioDiceShaker.create(wiring.board, pins, live=live.append)
    yield Shaker(device=device, contacts=contacts, live=live)
    await device.close()


@dataclass(frozen=True, kw_only=True)
class LampRead:
    device: GpioShufflerLamps
    contacts: Contacts[str]


@pytest.fixture
async def lamp_read(wiring: Wiring, rig: Rig | None) -> AsyncIterator[LampRead]:
    pins = section(rig, "shuffler_lamps", SHUFFLER_LAMPS)
    contacts = wiring.contacts({READY: pins["ready"], FAULT: pins["fault"]})
    contacts.close(READY)
    contacts.open(FAULT)
    device = await GpioShufflerLamps.create(wiring.board, ready=pins["ready"], fault=pins["fault"], terms=CYCLE)
    yield LampRead(device=device, contacts=contacts)
    await device.close()


@dataclass(frozen=True, kw_only=True)
class Tamper:
    device: TamperContact
    contacts: Contacts[str]


@pytest.fixture
async def tamper(wiring: Wiring, rig: Rig | None) -> AsyncIterator[Tamper]:
    pins = section(rig, "tamper", TAMPER)
    contacts = wiring.contacts(pins)
    contacts.close("pin")
    device = await GpioTamperContact.create(wiring.board, pins["pin"])
    yield Tamper(device=device, contacts=contacts)
    await device.close()


@dataclass(frozen=True, kw_only=True)
class Lit:
    device: Lamps
    eye: Eye


@pytest.fixture
async def lamps(wiring: Wiring, rig: Rig | None) -> AsyncIterator[Lit]:
    pins = section(rig, "lamps", LAMPS)
    device = await GpioLamps.create(wiring.board, {LAMP: pins["pin"]}, answering=LAMP)
    yield Lit(device=device, eye=wiring.eye(pins["pin"], pins["seen_by"]))
    await device.close()
