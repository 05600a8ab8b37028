"""Simulated contacts that bounce and hang, and what they are built into: the keypad and the puck."""

import random
from dataclasses import dataclass
from typing import Final

from firmware_host.rules.decision import Key
from hil.pins.pin_world import Move, PinWorld
from hil.pins.wire import Level

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
