"""Contacts as they are: they bounce when they close and when they open, and some of them hang."""

import asyncio
import random
from dataclasses import dataclass

from hil.pins.wire import Level
from hil.pins.world import PinWorld

BOUNCE_MS = (0.3, 2.0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Bounce:
    """At most this often, each time; a contact that never bounces is no contact."""

    most: int = 4
    least_ms: float = BOUNCE_MS[0]
    most_ms: float = BOUNCE_MS[1]


FEW = Bounce()
WORN = Bounce(most=25, most_ms=4.0)
"""A contact at the end of its life."""


class Contact:
    """A contact to ground. Open until it is closed; `bounce` may be changed while it is used, as contacts wear."""

    def __init__(self, world: PinWorld, pin: int, *, rng: random.Random, bounce: Bounce = FEW) -> None:
        """Open, unless the world has it closed already."""
        self.pin = pin
        self.bounce = bounce
        self._world = world
        self._rng = rng
        self._stuck = False
        if world.level(pin) is None:
            world.drive(pin, 1)

    @property
    def closed(self) -> bool:
        """Return whether the line is pulled to ground, which is all that the board can know."""
        return self._world.level(self.pin) == 0

    async def close(self) -> None:
        """Close it and let it come to rest."""
        await self._move(0)

    async def open(self) -> None:
        """Open it and let it come to rest."""
        await self._move(1)

    def hang(self, *, closed: bool) -> None:
        """From now on it is so, whatever is done to it, until `free`."""
        self._stuck = True
        self._world.drive(self.pin, 0 if closed else 1)

    def free(self) -> None:
        """It moves again; where it is it stays until then."""
        self._stuck = False

    async def chatter(self, times: int, *, every_ms: float) -> None:
        """A loose wire: on and off, to end as it was."""
        before: Level = 0 if self.closed else 1
        for _ in range(times):
            self._world.drive(self.pin, 0 if before else 1)
            await asyncio.sleep(every_ms / 1000)
            self._world.drive(self.pin, before)
            await asyncio.sleep(every_ms / 1000)

    async def _move(self, level: Level) -> None:
        if self._stuck:
            return
        self._world.drive(self.pin, level)
        for _ in range(self._rng.randint(0, self.bounce.most)):
            await asyncio.sleep(self._between_s())
            self._world.drive(self.pin, 0 if level else 1)
            await asyncio.sleep(self._between_s())
            self._world.drive(self.pin, level)

    def _between_s(self) -> float:
        return self._rng.uniform(self.bounce.least_ms, self.bounce.most_ms) / 1000
