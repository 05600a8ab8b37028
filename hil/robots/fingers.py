"""Who presses the dealer's keys, as fast as a finger and no faster."""

import asyncio

from firmware_host.rules.answers import Key
from hil.pins.world import PinWorld

SHORT_MS = 60
HELD_MS = 900
UP_MS = 50
KEY_PINS = {
    Key.NEXT: 16,
    Key.NO_ROLL: 17,
    Key.CALL_FLOOR: 18,
    **{Key(f"dice-{face}"): 18 + face for face in range(1, 7)},
}
HELD_SUFFIX = "-held"


async def press(pins: PinWorld, key: Key) -> None:
    """A press that comes with the last one's bounce is none, hence the pause after it."""
    held = key.endswith(HELD_SUFFIX)
    pin = KEY_PINS[Key(key.removesuffix(HELD_SUFFIX))]
    await pins.press(pin, down_ms=HELD_MS if held else SHORT_MS)
    await asyncio.sleep(UP_MS / 1000)
