"""
The shaker as a thing: two dice, a cover that can be put on, a place where it stands, and three contacts that see it.

The dice lie as the last shake left them; nobody sees them under the cover. Sometimes one leans on the other.
"""

import asyncio
import random
from dataclasses import dataclass

from hil.pins.contacts import Contact
from hil.pins.world import PinWorld

COVER_PIN, SHAKE_PIN, DOCK_PIN = 2, 3, 4


class NoDiceToBeSeen(Exception):  # noqa: N818 - it says how things are
    """The cover is on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """How whoever has it in hands shakes: throws in milliseconds, and how the sensor rattles with each."""

    pulses: tuple[int, int] = (3, 5)
    pulse_ms: float = 7.0
    between_ms: float = 12.0
    rest_ms: tuple[float, float] = (120.0, 170.0)
    before_ms: float = 150.0
    """From the hand on the shaker to the first throw, and from the last throw to putting it down."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Dice:
    """Two dice as they lie; a cocked one leans, so that it has no uppermost face (13.8(a)1)."""

    faces: tuple[int, int]
    cocked: bool


class ShakerModel:
    """One shaker; everything a hand can do with it. Chance is seeded."""

    def __init__(self, pins: PinWorld, *, seed: int, cocks: float = 0.04, hand: Hand | None = None) -> None:
        """It stands in its place, uncovered. `cocks`: how often a die comes to lean."""
        self._rng = random.Random(seed)
        self._cocks = cocks
        self._hand = hand or Hand()
        self.cover = Contact(pins, COVER_PIN, rng=self._rng)
        self.sensor = Contact(pins, SHAKE_PIN, rng=self._rng)
        self.dock = Contact(pins, DOCK_PIN, rng=self._rng)
        self._covered = False
        self._stands = True
        self._dice = Dice(faces=(1, 1), cocked=False)
        self.cock_next = False
        """Whether a die is made to lean with the next shake."""
        pins.drive(DOCK_PIN, 0)

    @property
    def stands(self) -> bool:
        """Return whether it is in its place before the dealer."""
        return self._stands

    @property
    def covered(self) -> bool:
        """Return whether the cover is on."""
        return self._covered

    def dice(self) -> Dice:
        """Look at the dice. Raises NoDiceToBeSeen."""
        if self._covered:
            raise NoDiceToBeSeen("the cover is on")
        return self._dice

    async def put_cover_on(self) -> None:
        """Put it on."""
        self._covered = True
        await self.cover.close()

    async def take_cover_off(self) -> None:
        """Take it off; the dice lie open."""
        self._covered = False
        await self.cover.open()

    async def take(self) -> None:
        """Take it from its place."""
        if self._stands:
            self._stands = False
            await self.dock.open()
            await asyncio.sleep(self._hand.before_ms / 1000)

    async def put_down(self) -> None:
        """Put it in its place."""
        if not self._stands:
            await asyncio.sleep(self._hand.before_ms / 1000)
            self._stands = True
            await self.dock.close()

    async def shake(self, times: int) -> None:
        """Shake it so many times. Under the cover the dice fall anew."""
        for _ in range(times):
            await self._throw()
        self._dice = Dice(
            faces=(self._rng.randint(1, 6), self._rng.randint(1, 6)),
            cocked=self.cock_next or self._rng.random() < self._cocks,
        )
        self.cock_next = False

    async def _throw(self) -> None:
        hand = self._hand
        await self.sensor.rattle(
            self._rng.randint(*hand.pulses), closed_s=hand.pulse_ms / 1000, open_s=hand.between_ms / 1000
        )
        await asyncio.sleep(self._rng.uniform(*hand.rest_ms) / 1000)
