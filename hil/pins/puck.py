"""The button's puck and the sensor at each seat that sees it."""

import random
from typing import Final

from hil.pins.contacts import CLEAN, Contact
from hil.pins.world import PinWorld

FIRST_PIN: Final = 2

SEATS: Final = 11


class Puck:
    """It lies before one seat, or nowhere."""

    def __init__(self, pins: PinWorld) -> None:
        """Not on the table yet; a sensor closes while the puck is there."""
        rng = random.Random(0)
        self.sensors = {
            seat: Contact(pins, FIRST_PIN + seat - 1, rng=rng, bounce=CLEAN) for seat in range(1, SEATS + 1)
        }
        self.seat: int | None = None

    async def put(self, seat: int | None) -> None:
        """Take it from where it lies and put it before this seat, or away."""
        if seat == self.seat:
            return
        before, self.seat = self.seat, seat
        if before is not None:
            await self.sensors[before].open()
        if seat is not None:
            await self.sensors[seat].close()
