"""The players of a mini-dice table: what they wager, whether they accept or pass the shaker. Seeded."""

import random

from firmware_host.table.acts.dice import PlaceWager
from firmware_host.table.view import View

WAGERS, MOST_STEPS = 0.08, 8

TAKES, NOBODY = 0.6, 0.1

PASSES = 0.15


class Gamblers:
    """The players; their choices depend only on the seed and the order of the questions."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def wagers(self, view: View) -> tuple[PlaceWager, ...]:
        """Return their wagers before "no more bets" is called; none if wagers are not tracked."""
        placed: list[PlaceWager] = []
        for seat in view.seats:
            for step in view.steps:
                if not isinstance(step.act, PlaceWager) or step.amounts is None or self._random.random() >= WAGERS:
                    continue
                cents = step.amounts.min + step.amounts.step * self._random.randint(0, MOST_STEPS)
                placed.append(PlaceWager(seat=seat, wager=step.act.wager, cents=cents))
        return tuple(placed)

    def takes_it(self) -> bool:
        """Return whether the player who is asked accepts the shaker."""
        return self._random.random() < TAKES

    def nobody_takes_it(self) -> bool:
        """Return whether all players still to be asked refuse at once."""
        return self._random.random() < NOBODY

    def passes_it(self) -> bool:
        """Return whether the holder of the right passes it now."""
        return self._random.random() < PASSES

    def throws(self, least: int) -> int:
        """Return how often the shaker is shaken, always enough."""
        return least + self._random.randint(1, 3)
