"""A dealer who does what the table says next: presses the step's key, puts decks into the shuffler, moves the puck."""

import asyncio
import random
from dataclasses import dataclass

from drivers.shuffler.port import Back
from firmware_host.rules.acts import AwardUncontested
from firmware_host.rules.answers import Key
from firmware_host.table.acts import CutDeck, SenseDeck
from firmware_host.table.contract import TableStep
from firmware_host.table.view import View
from hil.pins.world import PinWorld
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.model import TrayOccupied

SHORT_MS = 60
HELD_MS = 900
PINS = {Key.NEXT: 16, Key.NO_ROLL: 17, Key.CALL_FLOOR: 18}
HELD = {Key.NEXT_HELD: Key.NEXT, Key.NO_ROLL_HELD: Key.NO_ROLL, Key.CALL_FLOOR_HELD: Key.CALL_FLOOR}
FIRST_PUCK_PIN = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Habits:
    """How this dealer deals: seconds before each step, and how often all but one player fold."""

    least_s: float = 0.0
    most_s: float = 0.0
    everybody_folds: float = 0.0


class RobotDealer:
    """Give it each new view by `see`; it acts once on each turn, again if the controller was gone meanwhile."""

    def __init__(self, *, pins: PinWorld, shuffler: SimulatedShuffler, habits: Habits, seed: int) -> None:
        """Keys up, no puck on the table."""
        self._pins = pins
        self._shuffler = shuffler
        self._habits = habits
        self._random = random.Random(seed)
        self._views: asyncio.Queue[View] = asyncio.Queue()
        self._acted: tuple[int, int] | None = None
        self._loaded: set[tuple[Back, int, str | None]] = set()
        self._puck: int | None = None
        self.done = asyncio.Event()
        self.stop_after: int | None = None
        """Deals no further round once this many are complete."""
        for pin in PINS.values():
            pins.drive(pin, 1)

    def see(self, view: View) -> None:
        """Look at the table."""
        self._views.put_nowait(view)

    async def run(self) -> None:
        """Deal until cancelled, or until `stop_after` rounds are complete."""
        while True:
            view = await self._views.get()
            while not self._views.empty():
                view = self._views.get_nowait()
            self._move_puck(view)
            for step in view.steps:
                if isinstance(step.act, SenseDeck) and step.expected:
                    await self._load(view, step.act)
            if self.stop_after is not None and view.rounds >= self.stop_after and view.round is None:
                self.done.set()
                continue
            await self._turn(view)

    async def _turn(self, view: View) -> None:
        turn = (view.turn, view.started)
        step = self._choose(view)
        if step is None or step.key is None or turn == self._acted:
            return
        self._acted = turn
        await asyncio.sleep(self._random.uniform(self._habits.least_s, self._habits.most_s))
        if isinstance(step.act, CutDeck):
            self._take_from_shuffler(Back(step.act.back))
        await self._press(step.key)

    def _choose(self, view: View) -> TableStep | None:
        expected = next((step for step in view.steps if step.expected and step.key), None)
        folding = next((step for step in view.steps if isinstance(step.act, AwardUncontested)), None)
        if folding and self._random.random() < self._habits.everybody_folds:
            return folding
        return expected

    async def _press(self, key: Key) -> None:
        held = key in HELD
        await self._pins.press(PINS[HELD.get(key, key)], down_ms=HELD_MS if held else SHORT_MS)

    async def _load(self, view: View, act: SenseDeck) -> None:
        """Put a deck in once; a rejected one is taken out, counted and put in again."""
        deck = next(deck for deck in view.decks if deck.back is act.back)
        back = Back(act.back)
        once = (back, view.rounds, deck.trouble)
        if once in self._loaded:
            return
        self._loaded.add(once)
        if deck.trouble:
            self._shuffler.take_deck()
        try:
            await self._shuffler.load_deck(back)
        except TrayOccupied:
            # It lies there already: the controller was not there to hear of it, and will.
            return

    def _take_from_shuffler(self, back: Back) -> None:
        shelf = self._shuffler.model.shelf
        if shelf is not None and shelf.back is back:
            self._shuffler.take_deck()

    def _move_puck(self, view: View) -> None:
        if view.button is None or view.button == self._puck:
            return
        if self._puck is not None:
            self._pins.drive(FIRST_PUCK_PIN + self._puck - 1, 1)
        self._pins.drive(FIRST_PUCK_PIN + view.button - 1, 0)
        self._puck = view.button
