"""The button's puck: where the sensors see it."""

import secrets

from drivers.button_puck.port import ButtonPuck, PuckSeen
from firmware_host.devices.asker import Asker
from firmware_host.devices.health import DeviceHealth
from firmware_host.table.button.acts import SensePuck

NAME = "puck"


async def pump(puck: ButtonPuck, asker: Asker, health: DeviceHealth) -> None:
    """Tell every change; a puck between two seats and two pucks are as good as none."""
    run_id, count = secrets.token_hex(8), 0
    await health.begin()
    async for event in puck.events():
        if not isinstance(event, PuckSeen):
            await health.hear(event)
            continue
        count += 1
        await asker.sensed(f"{run_id}:{count}", SensePuck(seat=event.seat))
