"""Turns events of the puck sensors and the tamper contact into acts."""

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
"""The act for the guarded thing: the base of the shaker, or the housing of the shuffler."""


async def pump_puck(puck: ButtonPuck, asker: Asker, health: DeviceHealth) -> None:
    """Report every change; a puck between two seats counts as no puck, and so do two pucks."""
    run_id, count = secrets.token_hex(8), 0
    await health.begin()
    async for event in puck.events():
        if not isinstance(event, PuckSeen):
            await health.hear(event)
            continue
        count += 1
        await asker.sensed(f"{run_id}:{count}", SensePuck(seat=event.seat))


def never() -> bool:
    """Never bring the contact up again before a restart: an opening may have been missed while it was down."""
    return False


async def pump_tamper(contact: TamperContact, guarded: Guarded, asker: Asker, health: DeviceHealth) -> None:
    """Report every change; the driver reports a doubtful contact as open."""
    run_id, count = secrets.token_hex(8), 0
    await health.begin()
    async for event in contact.events():
        if not isinstance(event, TamperChanged):
            await health.hear(event)
            continue
        count += 1
        await asker.sensed(f"{run_id}:{count}", guarded(open=event.open))


async def taken_away(guarded: Guarded, asker: Asker) -> None:
    """Report that the table has no tamper contact any more; no effect unless the contact was open."""
    act = guarded(open=False, why="table.toml names no tamper contact")
    await asker.sensed(f"{secrets.token_hex(8)}:none", act)
