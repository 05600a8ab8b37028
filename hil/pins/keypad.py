"""The dealer's keys, pressed at human speed."""

import random
from typing import Final

from firmware_host.rules.decision import Key
from hil.pins.contacts import CLEAN, Contact
from hil.pins.world import PinWorld

SHORT_MS: Final = 60

HELD_MS: Final = 900

UP_MS: Final = 50

"""The pause after a press: a press within the bounce of the last one would not count."""

HELD_SUFFIX: Final = "-held"

KEY_PINS: Final = {
    Key.NEXT: 16,
    Key.NO_ROLL: 17,
    Key.CALL_FLOOR: 18,
    **{Key(f"dice-{face}"): 18 + face for face in range(1, 7)},
}


class KeyPad:
    """All keys; each is a contact that can wear, stick or flood."""

    def __init__(self, pins: PinWorld) -> None:
        """Start with all keys up, including the six lighted keys, which a poker table ignores."""
        rng = random.Random(0)
        self.contacts = {key: Contact(pins, pin, rng=rng, bounce=CLEAN) for key, pin in KEY_PINS.items()}

    async def press(self, key: Key) -> None:
        """Press the key; a `-held` key is held down."""
        held = key.endswith(HELD_SUFFIX)
        contact = self.contacts[Key(key.removesuffix(HELD_SUFFIX))]
        await contact.rattle(1, closed_s=(HELD_MS if held else SHORT_MS) / 1000, open_s=UP_MS / 1000)
