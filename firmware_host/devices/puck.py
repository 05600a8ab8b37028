"""The button's puck: where the sensors see it."""

import secrets

from drivers.button_puck.port import ButtonPuck
from firmware_host.devices.asker import Asker
from firmware_host.table.button.acts import SensePuck

NAME = "puck"


async def pump(puck: ButtonPuck, asker: Asker) -> None:
    """Tell every change; two pucks seen are as good as none."""
    run_id, count = secrets.token_hex(8), 0
    async for event in puck.events():
        count += 1
        await asker.sensed(f"{run_id}:{count}", SensePuck(seat=event.seat))
