"""The robot dealer: follows the prompts, presses keys, puts decks into the shuffler, moves the puck."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from drivers.shuffler.port import Activity, Back
from firmware_host.rules.decision import Code, Key, Refusal, Role
from firmware_host.rules.game import Tracking
from firmware_host.rules.round_acts import AwardUncontested, RoundAct
from firmware_host.table.acts.decks import CutDeck, LoadDeck, SenseDeck
from firmware_host.table.acts.floor import IdleTable
from firmware_host.table.acts.intent import Act, Answer, Refused, TableStep
from firmware_host.table.acts.seating import AddChips
from firmware_host.table.decks.deck_clocks import REACTION_MS
from firmware_host.table.facts.decks import CardsCounted, DeckClockRanOut, DeckWashed, StubCountDue
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import IdleDue
from firmware_host.table.history import Ledger
from firmware_host.table.state.decks import Place
from firmware_host.table.terms import Counted
from firmware_host.table.view import View
from hil.pins.contacts import Puck
from hil.robots.player_choices import PlayerChoices
from hil.shuffler.bench_shuffler import BenchShuffler
from hil.shuffler.lamps import LampRead
from hil.shuffler.model import TrayOccupied


class Presses(Protocol):
    """The dealer's keys, or hands that do the same at the page."""

    async def press(self, key: Key) -> None:
        """Press a key."""
        ...


class Asks(Protocol):
    """The local socket, or hands that enter the same at the page."""

    async def ask(self, act: Act, *, seen: int, role: Role = Role.DEALER) -> Answer:
        """Request an act and return the answer."""
        ...


KEYS = "keys"

A_PLAYERS_ACT = 0.15
"""The time for one player's act, as a share of the time for a whole step."""

STRUCK = IdleDue | DeckClockRanOut | StubCountDue
"""A clock has changed what the dealer is to do; until a person can have read that, the table refuses its key."""

READS_S = 1.1 * REACTION_MS / 1000

GIVES_OUT_WITHIN_S = 2.0
"""How long a controller on a busy machine may take to ask the shuffler for the deck, at any speed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Habits:
    """The habits of a dealer: seconds before each step, and how often all but one player fold."""

    least_s: float = 0.0
    most_s: float = 0.0
    everybody_folds: float = 0.0


class RobotDealer:
    """Reacts to each view passed to `see`; acts once on each turn, and again after a restart of the controller."""

    def __init__(
        self,
        *,
        keys: Presses,
        puck: Puck,
        shuffler: BenchShuffler,
        habits: Habits,
        seed: int,
        door: Asks | None = None,
        floor: Asks | None = None,
        lamps: LampRead | None = None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """
        Prepare. At the full level the robot enters acts through the local socket, `door`.

        With `lamps` the decks go into a shuffler without a protocol: the dealer enters which deck, then starts it.
        """
        self._keys = keys
        self._puck = puck
        self._shuffler = shuffler
        self._habits = habits
        self._random = random.Random(seed)
        self._views: asyncio.Queue[View] = asyncio.Queue()
        self._acted: tuple[int, int, bool | None, int] | None = None
        self._loaded: set[tuple[Back, int, str | None]] = set()
        self._button: int | None = None
        self._empties = False
        """Whether to empty the shuffler before the next deck is put in."""
        self._idles = False
        """Whether to idle the table next."""
        self._lamps = lamps
        self._pause = pause
        self._struck = self._read = 0
        """The newest fact by which a clock has changed the step, and the one after which the robot has read it."""
        self._said: set[tuple[str, int, str | None]] = set()
        self._started: set[tuple[str, int]] = set()
        self._door = door
        self._floor = floor
        self._choices = PlayerChoices(seed)
        self._ledger: Ledger | None = None
        self.refused: list[Refusal] = []
        """Refusals by the table; empty if both work, because the dealer does only what is offered."""
        self.done = asyncio.Event()
        self.stop_after: int | None = None
        """The number of rounds after which no further round is dealt."""

    def hear(self, fact: Fact) -> None:
        """Follow a fact: to enter cards, the robot must know which cards are out."""
        self._ledger = (self._ledger or Ledger.empty(fact.journal)).with_fact(fact)
        if isinstance(fact.body, STRUCK):
            self._struck = fact.number
        if isinstance(fact.body, CardsCounted) and fact.body.what is Counted.DECK:
            # A held deck that was counted complete goes into the shuffler again; it was in someone's hands.
            self.retry()
            self._empties = True
        if isinstance(fact.body, DeckWashed):
            self._has_washed(Back(fact.body.back), self._ledger.state.rounds)

    def _has_washed(self, back: Back, rounds: int) -> None:
        """Put a deck in once more that was in before in this round: the robot had it in hands since then."""
        before = {each for each in self._loaded if each[:2] == (back, rounds)}
        if before:
            self._loaded -= before
            self._empties = True

    def retry(self) -> None:
        """Retry after a repair: put in a rejected deck once more."""
        self._loaded.clear()

    def idle_table(self) -> None:
        """Idle the table as soon as no round is played and both decks are out of the shuffler."""
        self._idles = True

    def see(self, view: View) -> None:
        """Take in a new view of the table."""
        self._views.put_nowait(view)

    async def run(self) -> None:
        """Deal until cancelled, or until `stop_after` rounds are complete."""
        while True:
            view = await self._views.get()
            while not self._views.empty():
                view = self._views.get_nowait()
            await self._move_puck(view)
            if await self._idle(view):
                continue
            await self._put_in(view)
            await self._lift_off(view)
            for step in view.steps:
                if isinstance(step.act, SenseDeck) and step.expected:
                    await self._load(view, step.act)
                if isinstance(step.act, AddChips):
                    await self._tell(step.act, view)
            if self.stop_after is not None and view.rounds >= self.stop_after and view.round is None:
                self.done.set()
                continue
            await self._turn(view)

    async def _turn(self, view: View) -> None:
        if view.seen < self._struck:
            return
        # A press that was lost is repeated when the keys work again; so is one that came when a clock struck.
        turn = (view.turn, view.started, view.devices.get(KEYS), self._struck)
        if not any(step.expected and step.key for step in view.steps) and view.round is None:
            # A step that is offered again after no step was offered is done again, even on the same turn.
            self._acted = None
        if turn == self._acted:
            return
        wanted = next((step for step in view.steps if step.expected and step.role is Role.FLOORPERSON), None)
        if wanted is not None and self._floor is not None:
            self._acted = turn
            await self._think(1.0)
            await self._floor.ask(wanted.act, seen=view.seen, role=Role.FLOORPERSON)
            return
        step = self._choose(view)
        if step is None or (step.key is not None and KEYS not in view.devices) or await self._reads_something_else():
            # Keys that have not answered since the start may hear a press all the same, and then hear it twice.
            return
        self._acted = turn
        if step.key is not None:
            await self._think(1.0)
            if isinstance(step.act, CutDeck):
                await self._take_from_shuffler(Back(step.act.back))
            await self._keys.press(step.key)
        elif self._ledger is not None and self._ledger.state.round is not None:
            await self._think(A_PLAYERS_ACT)
            await self._tell(self._choices.fill(step, self._ledger.state.round), view)

    async def _idle(self, view: View) -> bool:
        """Idle the table if that is wanted and possible now; return whether it was done."""
        step = next((step for step in view.steps if isinstance(step.act, IdleTable)), None)
        if not self._idles or step is None or any(deck.place is Place.SHUFFLER for deck in view.decks):
            return False
        self._idles = False
        self._empties = True
        self.retry()
        await self._tell(step.act, view)
        return True

    async def _reads_something_else(self) -> bool:
        """Take the time to read a step that a clock has changed; return whether a newer view came meanwhile."""
        if self._read == self._struck:
            return False
        self._read = self._struck
        await self._pause(READS_S)
        return not self._views.empty()

    async def _think(self, share: float) -> None:
        await asyncio.sleep(share * self._random.uniform(self._habits.least_s, self._habits.most_s))

    async def _tell(self, act: Act, view: View) -> None:
        if self._door is None:
            raise RuntimeError("a table at the full level needs a local socket for its robot")
        answer = await self._door.ask(act, seen=view.seen)
        if isinstance(answer, Refused):
            self._acted = None
            if answer.refusal.code is not Code.OUT_OF_DATE:
                self.refused.append(answer.refusal)

    def _choose(self, view: View) -> TableStep | None:
        if view.tracking is Tracking.FULL and view.round is not None:
            return self._choices.choose(tuple(step for step in view.steps if isinstance(step.act, RoundAct)))
        keyed = (step for step in view.steps if step.key and not isinstance(step.act, LoadDeck))
        expected = next((step for step in keyed if step.expected), None)
        folding = next((step for step in view.steps if isinstance(step.act, AwardUncontested)), None)
        if folding and self._random.random() < self._habits.everybody_folds:
            return folding
        return expected

    async def _load(self, view: View, act: SenseDeck) -> None:
        """Put a deck in once; a deck without a sufficient proof is taken out, counted and put in again."""
        deck = next(deck for deck in view.decks if deck.back is act.back)
        back = Back(act.back)
        once = (back, view.rounds, deck.trouble)
        if once in self._loaded:
            return
        self._loaded.add(once)
        if deck.trouble or deck.proof or self._empties:
            self._empties = False
            await self._shuffler.resting.wait()
            while self._shuffler.take_deck() is not None:
                """Take out every deck within reach."""
        try:
            await self._shuffler.load_deck(back)
        except TrayOccupied:
            # The deck is already in: the controller was down when it was put in, and will notice it.
            return

    async def _put_in(self, view: View) -> None:
        """For a shuffler without a protocol, enter which deck goes in, again after each problem; then start it."""
        troubles = {deck.back: deck.trouble for deck in view.decks}
        for step in view.steps:
            if not isinstance(step.act, LoadDeck) or step.key is None:
                continue
            once = (step.act.back, view.rounds, troubles[step.act.back])
            if once not in self._said:
                self._said.add(once)
                self._started.discard((step.act.back, view.rounds))
                await self._keys.press(step.key)
        for deck in view.decks:
            if self._lamps is not None and deck.shuffling and (deck.back, view.rounds) not in self._started:
                self._started.add((deck.back, view.rounds))
                self._lamps.start()

    async def _lift_off(self, view: View) -> None:
        """Take the deck off the shelf of a machine that gives none out, when the table waits for it."""
        waits = "" if view.waiting_for is None else view.waiting_for.reason
        shelf = self._shuffler.model.trays.shelf
        if view.round is not None or shelf is None or waits != f"the {shelf.back} deck is in the shuffler":
            return
        if not self._shuffler.gives_out:
            await self._shuffler.resting.wait()
            self._shuffler.take_deck()

    async def _take_from_shuffler(self, back: Back) -> None:
        """Take the deck from the shuffler, after waiting until a shuffler that delivers decks has delivered it."""
        with suppress(TimeoutError):
            await self._shuffler.wait_until(lambda: not self._waits_for(back), within_s=GIVES_OUT_WITHIN_S)
        # It lets nobody reach in while it moves, be it that it delivers or that it compares its cards.
        if self._shuffler.model.status().activity is not Activity.IDLE and self._lies_in_shuffler(back):
            await self._shuffler.resting.wait()
        if self._lies_in_shuffler(back):
            self._shuffler.take_deck()

    def _lies_in_shuffler(self, back: Back) -> bool:
        trays = self._shuffler.model.trays
        return back in {deck.back for deck in (trays.shelf, trays.output) if deck is not None}

    def _waits_for(self, back: Back) -> bool:
        idle = self._shuffler.model.status().activity is Activity.IDLE
        return idle and self._shuffler.will_give_out(back)

    async def _move_puck(self, view: View) -> None:
        """Move the puck when the button moves; the table itself alerts if anyone else moves it."""
        if view.button is not None and view.button != self._button:
            self._button = view.button
            await self._puck.put(view.button)
