"""The simulated mini-dice shaker, and what a fault can do to it."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hil.pins.contacts import FEW, WORN, Contact
from hil.pins.pin_world import PinWorld

COVER_PIN, SHAKE_PIN, DOCK_PIN = 2, 3, 4


class NoDiceToBeSeen(Exception):  # noqa: N818 - named after the state of the shaker
    """The dice cannot be seen: the cover is on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """How a person shakes: the timing of throws in milliseconds, and how the sensor rattles with each."""

    pulses: tuple[int, int] = (5, 7)
    """Enough that a rattle which a busy machine tears in two still has a part that counts as a shake."""
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


Doer = Callable[..., Awaitable[None]]

LET_GO_S: Final = 0.5
"""The pause between putting the shaker down and lifting it again, so that the switch settles."""


async def shake(shaker: ShakerModel, times: int) -> None:
    """Lift the shaker, shake it this many times, put it down."""
    await shaker.take()
    await shaker.shake(times)
    await shaker.put_down()
    await asyncio.sleep(LET_GO_S)


async def lift(shaker: ShakerModel) -> None:
    """Lift the shaker and put it down: a doubted switch is trusted again once it has moved."""
    await shaker.put_down()
    await asyncio.sleep(LET_GO_S)
    await shaker.take()
    await asyncio.sleep(LET_GO_S)
    await shaker.put_down()


async def put_cover_on(shaker: ShakerModel) -> None:
    await shaker.put_cover_on()


async def take_cover_off(shaker: ShakerModel) -> None:
    await shaker.take_cover_off()


async def cock_a_die(shaker: ShakerModel) -> None:
    """Make a die lean after the next shake."""
    shaker.cock_next = True


async def hang(shaker: ShakerModel, contact: str, closed: int) -> None:
    _contact(shaker, contact).hang(closed=bool(closed))


async def free(shaker: ShakerModel, contact: str) -> None:
    _contact(shaker, contact).free()


async def flood(shaker: ShakerModel, contact: str) -> None:
    _contact(shaker, contact).flood()


async def wear_out(shaker: ShakerModel) -> None:
    for contact in (shaker.cover, shaker.sensor, shaker.dock):
        contact.bounce = WORN


async def renew(shaker: ShakerModel) -> None:
    for contact in (shaker.cover, shaker.sensor, shaker.dock):
        contact.bounce = FEW


def _contact(shaker: ShakerModel, name: str) -> Contact:
    return {"cover": shaker.cover, "shake": shaker.sensor, "dock": shaker.dock}[name]


SHAKER: Final[Mapping[str, Doer]] = {
    "shake": shake,
    "lift": lift,
    "put-cover-on": put_cover_on,
    "take-cover-off": take_cover_off,
    "cock-a-die": cock_a_die,
    "hang": hang,
    "free": free,
    "flood": flood,
    "wear-out": wear_out,
    "renew": renew,
}
