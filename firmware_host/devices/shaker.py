"""
Turns events of the shaker's sensors (cover, shakes, dock) into acts.

A sensor that the others contradict is reported to the device's health here, where the awaited act is known, too.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final, assert_never

from drivers.dice_shaker.port import CoverChanged, DiceShaker, DockChanged, ShakenInOneGo, ShakerEvent
from drivers.dice_shaker.sensors import NAMES, Sensor
from drivers.dice_shaker.shakes import ShakeTerms
from drivers.pins.input import InputFailed, InputFault, InputHealth, InputRecovered
from firmware_host.devices.devices_config import ShakesConfig
from firmware_host.devices.health import DeviceHealth
from firmware_host.devices.shaker_plausibility import Doubts
from firmware_host.host.intents import Asker
from firmware_host.rules.decision import Key
from firmware_host.rules.dice.shaker import LEAST_SHAKES, Moment
from firmware_host.table.acts.dice import SenseCover, SenseDock, SenseShakes, ShakerSensed
from firmware_host.table.dice.dice_steps import next_steps
from firmware_host.table.state.dice import DEVICE
from firmware_host.table.state.table import TableState

NAME = DEVICE

TOLD_BY: Final[dict[type[ShakerEvent], Sensor]] = {
    CoverChanged: Sensor.COVER,
    DockChanged: Sensor.DOCK,
    ShakenInOneGo: Sensor.SHAKE,
}


def terms(shakes: ShakesConfig) -> ShakeTerms:
    """Return the settings in table.toml for what counts as a shake."""
    return ShakeTerms(
        pulses=shakes.pulses, length_ms=shakes.length_ms, rest_ms=shakes.rest_ms, go_rest_ms=shakes.go_rest_ms
    )


def may_return(state: TableState) -> bool:
    """
    Return whether recovered sensors may be used again now: only before a shake has begun.

    Later in the roll the dealer has confirmed steps that the sensors missed, so their reports would not fit.
    """
    return state.dice is not None and state.dice.shaker.moment in (Moment.IDLE, Moment.WAGERS)


def waits_for(state: TableState) -> ShakerSensed | None:
    """Return the sensor report that the table waits for; None if it waits for a key."""
    waited = (step.act for step in next_steps(state) if step.expected and step.key is None)
    return next((act for act in waited if isinstance(act, ShakerSensed)), None)


class LiveCount:
    """Turns the shakes of the current go into reports. The driver is opened before the health of its device exists."""

    def __init__(self) -> None:
        """Drop every count until `report_to`."""
        self._health: DeviceHealth | None = None
        self._state: Callable[[], TableState] | None = None

    def report_to(self, health: DeviceHealth, state: Callable[[], TableState]) -> None:
        """Report through `health` from now on; `state` returns the current state of the table."""
        self._health, self._state = health, state

    def __call__(self, count: int) -> None:
        """Report this many shakes, or that the go has ended if there are none."""
        if self._health is None or self._state is None:
            return
        config = self._state().config
        dice = None if config is None else config.mini_dice
        if count:
            self._health.progress(count, LEAST_SHAKES if dice is None else dice.shakes)
        else:
            self._health.progress(None)


class Watched:
    """
    The shaker's health. A contradicted sensor is a fault until the sensor itself reports a change.

    Key presses are checked here, too, because the faces that the dealer enters may contradict a sensor.
    """

    def __init__(self, health: DeviceHealth, state: Callable[[], TableState]) -> None:
        """`state` returns the current state of the table."""
        self.health = health
        self._state = state
        self._doubts = Doubts()
        self._doubted: set[Sensor] = set()

    async def saw(self, event: ShakerEvent) -> bool:
        """Process an event of the sensors; return whether the device came up."""
        moved = TOLD_BY[type(event)]
        sensor = self._doubts.saw(event, waits_for(self._state()))
        if sensor is not None:
            await self._doubt(sensor, event.at_ms)
        if moved not in self._doubted:
            return False
        self._doubted.remove(moved)
        return await self.health.hear(InputRecovered(name=NAMES[moved], at_ms=event.at_ms))

    async def pressed(self, key: Key, at_ms: int) -> None:
        """Process a key press that did nothing."""
        sensor = self._doubts.called(key, waits_for(self._state()))
        if sensor is not None:
            await self._doubt(sensor, at_ms)

    async def _doubt(self, sensor: Sensor, at_ms: int) -> None:
        self._doubted.add(sensor)
        await self.health.hear(InputFailed(name=NAMES[sensor], why=InputFault.CONTRADICTED, at_ms=at_ms))


async def pump(shaker: DiceShaker, asker: Asker, watched: Watched, changed: asyncio.Event) -> None:
    """Report events while the sensors are up; `changed` is set whenever the table's state changes."""
    sensors = _Sensors(asker, watched)
    await watched.health.begin()
    async with asyncio.TaskGroup() as group:
        returning = group.create_task(_return(sensors, changed), name="shaker returns")
        async for event in shaker.events():
            await sensors.hear(event)
        returning.cancel()


async def _return(sensors: "_Sensors", changed: asyncio.Event) -> None:
    while True:
        await changed.wait()
        changed.clear()
        await sensors.reconsider()


class _Sensors:
    """Remembers cover and dock, and reports them again when the sensors come up, since the table may be out of date."""

    def __init__(self, asker: Asker, watched: Watched) -> None:
        self._asker = asker
        self._watched = watched
        self._health = watched.health
        self._run_id = secrets.token_hex(8)
        self._count = 0
        self._latest: dict[type[ShakerSensed], ShakerSensed] = {}

    async def hear(self, event: ShakerEvent | InputHealth) -> None:
        match event:
            case CoverChanged(on=on):
                self._latest[SenseCover] = SenseCover(on=on)
                await self._saw(event, SenseCover(on=on))
            case DockChanged(docked=docked):
                self._latest[SenseDock] = SenseDock(docked=docked)
                await self._saw(event, SenseDock(docked=docked))
            case ShakenInOneGo(count=count):
                await self._saw(event, SenseShakes(count=count))
            case InputFailed() | InputRecovered():
                if await self._health.hear(event):
                    await self._tell_again()
            case _:
                assert_never(event)

    async def reconsider(self) -> None:
        if await self._health.reconsider():
            await self._tell_again()

    async def _saw(self, event: ShakerEvent, act: ShakerSensed) -> None:
        if await self._watched.saw(event):
            await self._tell_again()
        await self._tell(act)

    async def _tell_again(self) -> None:
        for act in tuple(self._latest.values()):
            await self._tell(act)

    async def _tell(self, act: ShakerSensed) -> None:
        if self._health.up:
            self._count += 1
            await self._asker.sensed(f"{self._run_id}:{self._count}", act)
