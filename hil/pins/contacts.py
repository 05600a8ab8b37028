"""Simulated contacts: they bounce when they close and open, and may get stuck."""

import random
from dataclasses import dataclass

from hil.pins.wire import Level
from hil.pins.world import Move, PinWorld

BOUNCE_MS = (0.3, 2.0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Bounce:
    """How a contact bounces: at most `most` times at each change, within these limits of time."""

    most: int = 4
    least_ms: float = BOUNCE_MS[0]
    most_ms: float = BOUNCE_MS[1]


FEW = Bounce()

CLEAN = Bounce(most=0)

"""No bounce, unlike real contacts: for tests of other things."""

WORN = Bounce(most=12, most_ms=3.5)

"""A contact at the end of its life."""


class Contact:
    """A contact to ground. Open at first; `bounce` may be changed during use, as contacts wear."""

    def __init__(self, world: PinWorld, pin: int, *, rng: random.Random, bounce: Bounce = FEW) -> None:
        """Start open, unless the world already drives the pin."""
        self.pin = pin
        self.bounce = bounce
        self._world = world
        self._rng = rng
        if world.level(pin) is None:
            world.drive(pin, 1)

    @property
    def closed(self) -> bool:
        """Return whether the line is pulled to ground, which is what the board sees."""
        return self._world.level(self.pin) == 0

    @property
    def hangs(self) -> bool:
        """Return whether the contact is stuck."""
        return self._world.hangs(self.pin)

    async def close(self) -> None:
        """Close the contact, with bounces."""
        await self._move(0)

    async def open(self) -> None:
        """Open the contact, with bounces."""
        await self._move(1)

    def hang(self, *, closed: bool) -> None:
        """Make the contact stick in this position until `free`."""
        self._world.hang(self.pin, 0 if closed else 1)

    def free(self) -> None:
        """Release the contact; it takes the position of its last move."""
        self._world.free(self.pin)

    def flood(self) -> None:
        """Send more edges at once than any real contact makes; the level afterwards is unchanged."""
        self._world.flood(self.pin)

    async def chatter(self, times: int, *, every_ms: float) -> None:
        """Act like a loose wire: toggle this many times, and end as before."""
        before: Level = 0 if self.closed else 1
        once: tuple[Move, Move] = ((0 if before else 1, every_ms / 1000), (before, every_ms / 1000))
        await self._world.goes_through(self.pin, once * times)

    async def rattle(self, times: int, *, closed_s: float, open_s: float) -> None:
        """Close and open this many times, bouncing each time."""
        moves: list[Move] = []
        for _ in range(times):
            moves += self._resting(0, closed_s)
            moves += self._resting(1, open_s)
        await self._world.goes_through(self.pin, moves)

    async def _move(self, level: Level) -> None:
        await self._world.goes_through(self.pin, self._resting(level, 0.0))

    def _resting(self, level: Level, stays_s: float) -> list[Move]:
        """Return the moves of settling at this level, with bounces."""
        if self._world.hangs(self.pin):
            return [(level, stays_s)]
        other: Level = 0 if level else 1
        bounces = self._rng.randint(0, self.bounce.most)
        moves: list[Move] = []
        for _ in range(bounces):
            moves += [(level, self._between_s()), (other, self._between_s())]
        return [*moves, (level, stays_s)]

    def _between_s(self) -> float:
        return self._rng.uniform(self.bounce.least_ms, self.bounce.most_ms) / 1000
