"""The shaker's sensors: what they saw of cover, shakes and dock, as the table's acts."""

import asyncio
import secrets
from typing import assert_never

from drivers.dice_shaker.port import CoverChanged, DiceShaker, DockChanged, ShakenInOneGo, ShakerEvent
from drivers.dice_shaker.shakes import ShakeTerms
from drivers.pins.health import InputFailed, InputHealth, InputRecovered
from firmware_host.devices.asker import Asker
from firmware_host.devices.config import ShakesConfig
from firmware_host.devices.health import DeviceHealth
from firmware_host.rules.shaker import Moment
from firmware_host.table.dice.acts import SenseCover, SenseDock, SenseShakes, ShakerSensed
from firmware_host.table.dice.state import DEVICE
from firmware_host.table.state import TableState

NAME = DEVICE


def terms(shakes: ShakesConfig) -> ShakeTerms:
    """Return what counts as a shake, as table.toml says."""
    return ShakeTerms(
        pulses=shakes.pulses, length_ms=shakes.length_ms, rest_ms=shakes.rest_ms, go_rest_ms=shakes.go_rest_ms
    )


def may_return(state: TableState) -> bool:
    """
    Say whether sensors that failed may be relied on again at this moment: only before a shake has begun.

    What was done on the dealer's word meanwhile they did not see, and by what they saw they would spoil it.
    """
    return state.dice is not None and state.dice.shaker.moment in (Moment.IDLE, Moment.WAGERS)


async def pump(shaker: DiceShaker, asker: Asker, health: DeviceHealth, changed: asyncio.Event) -> None:
    """Tell what the sensors see while they can be relied on; `changed` is set whenever the table's state is new."""
    sensors = _Sensors(asker, health)
    await health.begin()
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
    """Remembers how cover and dock are: relied on anew, they are told again, as the table may think otherwise."""

    def __init__(self, asker: Asker, health: DeviceHealth) -> None:
        self._asker = asker
        self._health = health
        self._run_id = secrets.token_hex(8)
        self._count = 0
        self._latest: dict[type[ShakerSensed], ShakerSensed] = {}

    async def hear(self, event: ShakerEvent | InputHealth) -> None:
        match event:
            case CoverChanged(on=on):
                await self._keep(SenseCover(on=on))
            case DockChanged(docked=docked):
                await self._keep(SenseDock(docked=docked))
            case ShakenInOneGo(count=count):
                await self._tell(SenseShakes(count=count))
            case InputFailed() | InputRecovered():
                if await self._health.hear(event):
                    await self._tell_again()
            case _:
                assert_never(event)

    async def reconsider(self) -> None:
        if await self._health.reconsider():
            await self._tell_again()

    async def _keep(self, act: ShakerSensed) -> None:
        self._latest[type(act)] = act
        await self._tell(act)

    async def _tell_again(self) -> None:
        for act in tuple(self._latest.values()):
            await self._tell(act)

    async def _tell(self, act: ShakerSensed) -> None:
        if self._health.up:
            self._count += 1
            await self._asker.sensed(f"{self._run_id}:{self._count}", act)
