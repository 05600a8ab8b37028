"""The dealer's keys, and a finger on them that is no faster than a finger."""

import random
from typing import Final

from firmware_host.rules.decision import Key
from hil.pins.contacts import CLEAN, Contact
from hil.pins.world import PinWorld

SHORT_MS: Final = 60

HELD_MS: Final = 900

UP_MS: Final = 50

"""A press that comes with the last one's bounce is none, hence the pause after it."""

HELD_SUFFIX: Final = "-held"

KEY_PINS: Final = {
    Key.NEXT: 16,
    Key.NO_ROLL: 17,
    Key.CALL_FLOOR: 18,
    **{Key(f"dice-{face}"): 18 + face for face in range(1, 7)},
}


class KeyPad:
    """All keys up; each is a contact, which may be made to wear, hang or flood."""

    def __init__(self, pins: PinWorld) -> None:
        """The six lighted keys are there too: at a poker table nobody listens to them."""
        rng = random.Random(0)
        self.contacts = {key: Contact(pins, pin, rng=rng, bounce=CLEAN) for key, pin in KEY_PINS.items()}

    async def press(self, key: Key) -> None:
        """Press it, or hold it where that is what it is called."""
        held = key.endswith(HELD_SUFFIX)
        contact = self.contacts[Key(key.removesuffix(HELD_SUFFIX))]
        await contact.rattle(1, closed_s=(HELD_MS if held else SHORT_MS) / 1000, open_s=UP_MS / 1000)
