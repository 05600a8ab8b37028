"""
A simulated shaker: two dice, a cover, a place where it stands, and three contacts that sense it.

The dice stay as the last shake left them, hidden under the cover. Sometimes one die leans on the other.
"""

import asyncio
import random
from dataclasses import dataclass

from hil.pins.contacts import Contact
from hil.pins.world import PinWorld

COVER_PIN, SHAKE_PIN, DOCK_PIN = 2, 3, 4


class NoDiceToBeSeen(Exception):  # noqa: N818 - named after the state of the shaker
    """The dice cannot be seen: the cover is on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """How a person shakes: the timing of throws in milliseconds, and how the sensor rattles with each."""

    pulses: tuple[int, int] = (3, 5)
    pulse_ms: float = 7.0
    between_ms: float = 12.0
    rest_ms: tuple[float, float] = (120.0, 170.0)
    before_ms: float = 150.0
    """From lifting the shaker to the first throw, and from the last throw to putting it down."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Dice:
    """Two dice at rest; a cocked die leans and so has no uppermost face (13.8(a)1)."""

    faces: tuple[int, int]
    cocked: bool


class ShakerModel:
    """One shaker and everything a hand can do with it. Chance is seeded."""

    def __init__(self, pins: PinWorld, *, seed: int, cocks: float = 0.04, hand: Hand | None = None) -> None:
        """Start docked and uncovered. `cocks` is how often a die ends up leaning."""
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
        """Whether a die will lean after the next shake."""
        pins.drive(DOCK_PIN, 0)

    @property
    def stands(self) -> bool:
        """Return whether the shaker is docked in front of the dealer."""
        return self._stands

    @property
    def covered(self) -> bool:
        """Return whether the cover is on."""
        return self._covered

    def dice(self) -> Dice:
        """Return the dice. Raises NoDiceToBeSeen under the cover."""
        if self._covered:
            raise NoDiceToBeSeen("the cover is on")
        return self._dice

    async def put_cover_on(self) -> None:
        """Put the cover on."""
        self._covered = True
        await self.cover.close()

    async def take_cover_off(self) -> None:
        """Take the cover off, so that the dice can be seen."""
        self._covered = False
        await self.cover.open()

    async def take(self) -> None:
        """Lift the shaker."""
        if self._stands:
            self._stands = False
            await self.dock.open()
            await asyncio.sleep(self._hand.before_ms / 1000)

    async def put_down(self) -> None:
        """Put the shaker back in its place."""
        if not self._stands:
            await asyncio.sleep(self._hand.before_ms / 1000)
            self._stands = True
            await self.dock.close()

    async def shake(self, times: int) -> None:
        """Shake this many times and roll the dice."""
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
