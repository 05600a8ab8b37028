"""The button's puck, and the sensor for it at each seat."""

import random
from typing import Final

from hil.pins.contacts import CLEAN, Contact
from hil.pins.world import PinWorld

FIRST_PIN: Final = 2

SEATS: Final = 11


class Puck:
    """The puck, in front of one seat or off the table."""

    def __init__(self, pins: PinWorld) -> None:
        """Start off the table; a sensor is closed while the puck is in front of its seat."""
        rng = random.Random(0)
        self.sensors = {
            seat: Contact(pins, FIRST_PIN + seat - 1, rng=rng, bounce=CLEAN) for seat in range(1, SEATS + 1)
        }
        self.seat: int | None = None

    async def put(self, seat: int | None) -> None:
        """Move the puck to this seat, or off the table."""
        if seat == self.seat:
            return
        before, self.seat = self.seat, seat
        if before is not None:
            await self.sensors[before].open()
        if seat is not None:
            await self.sensors[seat].close()
