"""Opens and serves every device on the board's GPIO pins; a part of the composition root."""

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from drivers.button_puck.driver import GpioButtonPuck
from drivers.dealer_keys.driver import GpioDealerKeys
from drivers.dealer_keys.port import Key as KeyCap
from drivers.dice_shaker.driver import GpioDiceShaker
from drivers.dice_shaker.sensors import SHAKE, Sensor, ShakerLimits
from drivers.lamps.driver import GpioLamps
from drivers.pins.board import Board, factory_name, is_real
from drivers.pins.pin_errors import PinTrouble
from drivers.shuffler.lamp_cycle import CycleTerms, GpioShufflerLamps
from drivers.tamper.driver import GpioTamperContact
from firmware_host.config.load import Config
from firmware_host.devices import dealer_keys, lamps, puck_and_tamper, shaker
from firmware_host.devices.devices_config import DevicesConfig, KeysConfig, ShakerConfig
from firmware_host.devices.health import DeviceHealth, always
from firmware_host.devices.puck_and_tamper import Guarded
from firmware_host.devices.shaker import LiveCount
from firmware_host.devices.shuffler_lamps import LampsLink
from firmware_host.errors import UserError
from firmware_host.host.clock import Clock
from firmware_host.host.host import Host
from firmware_host.host.intents import Asker, Report, Table
from firmware_host.table.acts.dice import SenseTamper
from firmware_host.table.acts.shuffler import SenseHousing
from firmware_host.table.device_orders import shuffles
from firmware_host.table.terms import DEVICE, Pins
from firmware_host.table.view import public_view

FACES = (KeyCap.DICE_1, KeyCap.DICE_2, KeyCap.DICE_3, KeyCap.DICE_4, KeyCap.DICE_5, KeyCap.DICE_6)
Serve = Callable[[], Coroutine[None, None, None]]


@contextmanager
def board() -> Iterator[Board]:
    """Open the board's pins; on exit every lamp is switched off and every pin released. Raises `UserError`."""
    try:
        with Board.open() as opened:
            yield opened
    except PinTrouble as trouble:
        raise UserError(str(trouble)) from None


def pins() -> Pins:
    """Return whether the pin factory drives real pins."""
    return Pins.REAL if is_real(factory_name()) else Pins.SIMULATED


@dataclass(frozen=True, kw_only=True, slots=True)
class Wired:
    """The devices on GPIO pins that this table has."""

    keys: GpioDealerKeys
    puck: GpioButtonPuck | None
    shaker: GpioDiceShaker | None
    live: LiveCount
    """The shakes counted so far while the shooter shakes."""
    tamper: GpioTamperContact | None
    lamps: GpioLamps | None
    shuffler_lamps: GpioShufflerLamps | None

    @classmethod
    async def open(cls, opened: Board, config: Config) -> Self:
        """Open the pins that table.toml names. Raises `PinTrouble`."""
        devices, dice = config.devices, config.table.mini_dice is not None
        puck_pins, live = dict(enumerate(devices.puck.pins, 1)), LiveCount()
        lamp_pins, beeper = _lamp_pins(devices), devices.keys.beeper
        return cls(
            keys=await GpioDealerKeys.create(
                opened, _key_pins(devices.keys, dice=dice), stuck_ms=1000 * devices.keys.stuck_s
            ),
            puck=None if dice else await GpioButtonPuck.create(opened, puck_pins),
            shaker=await _shaker(opened, devices.shaker, live) if devices.shaker else None,
            live=live,
            tamper=await GpioTamperContact.create(opened, devices.tamper.pin) if devices.tamper else None,
            lamps=await GpioLamps.create(opened, lamp_pins, answering=lamps.STATUS, beeper=beeper)
            if lamp_pins or beeper is not None
            else None,
            shuffler_lamps=await _shuffler_lamps(opened, devices),
        )

    @property
    def _guarded(self) -> Guarded:
        return SenseHousing if self.puck else SenseTamper

    async def begin(self, host: Table, clock: Clock) -> None:
        """Report to the table, before any device does, that its tamper contact was taken out of table.toml."""
        if self.tamper is None:
            await puck_and_tamper.taken_away(
                self._guarded, Asker(table=host, clock=clock, actor=puck_and_tamper.TAMPER)
            )

    def parts(self, host: Host, clock: Clock, report: Report) -> dict[str, Serve]:
        """Return the function that serves each device, by the device's name; each runs until cancelled."""

        def of(name: str, may_return: Callable[[], bool] = always) -> tuple[Asker, DeviceHealth]:
            asker = Asker(table=host, clock=clock, actor=name)
            return asker, DeviceHealth(device=name, asker=asker, report=report, may_return=may_return)

        def returns() -> bool:
            return shaker.may_return(host.state)

        found: dict[str, Serve] = {}
        idle: dealer_keys.Idle = dealer_keys.ignore
        if self.shaker:
            asker, health = of(shaker.NAME, returns)
            watched = shaker.Watched(health, lambda: host.state)
            self.live.report_to(health, lambda: host.state)
            found[shaker.NAME] = partial(_shake, self.shaker, host, asker, watched)
            idle = watched.pressed
        answered = dealer_keys.unanswered if self.lamps is None else self.lamps.answer
        found[dealer_keys.NAME] = partial(dealer_keys.pump, self.keys, *of(dealer_keys.NAME), idle, answered)
        if self.puck:
            found[puck_and_tamper.PUCK] = partial(puck_and_tamper.pump_puck, self.puck, *of(puck_and_tamper.PUCK))
        if self.tamper:
            found[puck_and_tamper.TAMPER] = partial(
                puck_and_tamper.pump_tamper,
                self.tamper,
                self._guarded,
                *of(puck_and_tamper.TAMPER, puck_and_tamper.never),
            )
        if self.shuffler_lamps:
            found[DEVICE] = partial(_witness, self.shuffler_lamps, host, clock, report)
        if self.lamps:
            found[lamps.NAME] = partial(_light, self.lamps, host)
        return found


async def _shake(driver: GpioDiceShaker, host: Host, asker: Asker, watched: shaker.Watched) -> None:
    with host.watch() as changed:
        await shaker.pump(driver, asker, watched, changed)


async def _witness(driver: GpioShufflerLamps, host: Host, clock: Clock, report: Report) -> None:
    link = LampsLink(
        lamps=driver,
        asker=Asker(table=host, clock=clock, actor=DEVICE),
        shuffles=lambda: shuffles(host.state),
        report=report,
    )
    with host.watch() as changed:
        await link.run(changed)


async def _light(driver: GpioLamps, host: Host) -> None:
    with host.watch() as changed:
        await lamps.serve(driver, lambda: public_view(host.state), changed)


def _key_pins(wired: KeysConfig, *, dice: bool) -> dict[KeyCap, int]:
    pins = {KeyCap.NEXT: wired.next, KeyCap.NO_ROLL: wired.no_roll, KeyCap.CALL_FLOOR: wired.call_floor}
    return {**pins, **dict(zip(FACES, wired.dice, strict=True))} if dice else pins


async def _shaker(opened: Board, wired: ShakerConfig, live: LiveCount) -> GpioDiceShaker:
    limits = ShakerLimits(shake=replace(SHAKE, settle_ms=wired.shakes.settle_ms))
    pins = {Sensor.COVER: wired.cover, Sensor.SHAKE: wired.shake, Sensor.DOCK: wired.dock}
    return await GpioDiceShaker.create(opened, pins, terms=shaker.terms(wired.shakes), limits=limits, live=live)


async def _shuffler_lamps(opened: Board, devices: DevicesConfig) -> GpioShufflerLamps | None:
    wired = None if devices.shuffler is None else devices.shuffler.lamps
    if wired is None:
        return None
    terms = CycleTerms(least_ms=1000 * wired.least_s, most_ms=1000 * wired.most_s)
    return await GpioShufflerLamps.create(opened, ready=wired.ready, fault=wired.fault, terms=terms)


def _lamp_pins(devices: DevicesConfig) -> dict[str, int]:
    wired = devices.lamps
    three = {} if wired is None else {lamps.STATUS: wired.status, lamps.GATE: wired.gate, lamps.CALL: wired.call}
    six = {} if devices.lights is None else dict(zip(lamps.FACES, devices.lights.pins, strict=True))
    return {**three, **six}
