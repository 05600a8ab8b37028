"""The simulated mini-dice shaker, and what a fault can do to it."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hil.pins.contacts import FEW, WORN, Contact
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


Doer = Callable[..., Awaitable[None]]

LET_GO_S: Final = 0.5

"""A hand that has let go does not take it again at once: the switch is to settle in between."""


async def shake(shaker: ShakerModel, times: int) -> None:
    """Take it, shake it so many times, put it down."""
    await shaker.take()
    await shaker.shake(times)
    await shaker.put_down()
    await asyncio.sleep(LET_GO_S)


async def lift(shaker: ShakerModel) -> None:
    """Take it and put it down again: a switch that was doubted is believed again once it has moved."""
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
    """A die leans after the next shake."""
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
