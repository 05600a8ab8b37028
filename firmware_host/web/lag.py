"""How late the event loop turns: all that is quick here is quick only as long as nothing holds it up."""

import asyncio

from firmware_host.spread import Spread

EVERY_S = 1.0


async def measure(lag: Spread) -> None:
    """Add one sample a second; until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + EVERY_S
        await asyncio.sleep(EVERY_S)
        lag.add(max(0.0, loop.time() - due))
