"""
The tamper contact: that something was opened which stays shut.

A table that is wired without one is watched by none: what an earlier contact said last would stand for ever.
"""

import secrets

from drivers.tamper.port import TamperChanged, TamperContact
from firmware_host.devices.asker import Asker
from firmware_host.devices.health import DeviceHealth
from firmware_host.table.dice.acts import SenseTamper
from firmware_host.table.shuffler.acts import SenseHousing

NAME = "tamper"

Guarded = type[SenseTamper] | type[SenseHousing]
"""What it is the contact of: the base of the shaker, or the housing of the shuffler."""


def never() -> bool:
    """What was done while nobody could see it is not known by looking later: it returns with the next start."""
    return False


async def pump(contact: TamperContact, guarded: Guarded, asker: Asker, health: DeviceHealth) -> None:
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
