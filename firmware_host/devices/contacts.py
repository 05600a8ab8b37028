"""The puck and the tamper contact: what they see becomes the table's acts."""

import secrets

from drivers.button_puck.port import ButtonPuck, PuckSeen
from drivers.tamper.port import TamperChanged, TamperContact
from firmware_host.devices.health import DeviceHealth
from firmware_host.host.intents import Asker
from firmware_host.table.acts.dice import SenseTamper
from firmware_host.table.acts.round import SensePuck
from firmware_host.table.acts.shuffler import SenseHousing

PUCK = "puck"
TAMPER = "tamper"

Guarded = type[SenseTamper] | type[SenseHousing]
"""What it is the contact of: the base of the shaker, or the housing of the shuffler."""


async def pump_puck(puck: ButtonPuck, asker: Asker, health: DeviceHealth) -> None:
    """Tell every change; a puck between two seats and two pucks are as good as none."""
    run_id, count = secrets.token_hex(8), 0
    await health.begin()
    async for event in puck.events():
        if not isinstance(event, PuckSeen):
            await health.hear(event)
            continue
        count += 1
        await asker.sensed(f"{run_id}:{count}", SensePuck(seat=event.seat))


def never() -> bool:
    """What was done while nobody could see it is not known by looking later: it returns with the next start."""
    return False


async def pump_tamper(contact: TamperContact, guarded: Guarded, asker: Asker, health: DeviceHealth) -> None:
    """Tell every change; the contact itself says open where it cannot be believed."""
    run_id, count = secrets.token_hex(8), 0
    await health.begin()
    async for event in contact.events():
        if not isinstance(event, TamperChanged):
            await health.hear(event)
            continue
        count += 1
        await asker.sensed(f"{run_id}:{count}", guarded(open=event.open))


async def taken_away(guarded: Guarded, asker: Asker) -> None:
    """Tell that nothing watches it any more. It changes nothing where nothing was open."""
    told = guarded(open=False, why="table.toml names no tamper contact")
    await asker.sensed(f"{secrets.token_hex(8)}:none", told)
