"""The players of a mini-dice table: what they wager, whether they take the shaker, whether they pass it. Seeded."""

import random

from firmware_host.table.acts.dice import PlaceWager
from firmware_host.table.view import View

WAGERS, MOST_STEPS = 0.08, 8

TAKES, NOBODY = 0.6, 0.1

PASSES = 0.15


class Gamblers:
    """Everything follows from the seed and from what they are asked, in its order."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def wagers(self, view: View) -> tuple[PlaceWager, ...]:
        """Return what they put on the table before no more bets is called; nothing where that is not tracked."""
        placed: list[PlaceWager] = []
        for seat in view.seats:
            for step in view.steps:
                if not isinstance(step.act, PlaceWager) or step.amounts is None or self._random.random() >= WAGERS:
                    continue
                cents = step.amounts.min + step.amounts.step * self._random.randint(0, MOST_STEPS)
                placed.append(PlaceWager(seat=seat, wager=step.act.wager, cents=cents))
        return tuple(placed)

    def takes_it(self) -> bool:
        """Return whether the one who is asked takes the shaker."""
        return self._random.random() < TAKES

    def nobody_takes_it(self) -> bool:
        """Return whether all who are still to be asked shake their heads at once."""
        return self._random.random() < NOBODY

    def passes_it(self) -> bool:
        """Return whether the one who has the right gives it up now."""
        return self._random.random() < PASSES

    def throws(self, least: int) -> int:
        """Return how often the shaker is shaken by somebody who knows the rule."""
        return least + self._random.randint(1, 3)
