"""A learner at a table on paper, with the coach listening: deals right unless told to make a mistake."""

import random
from collections.abc import Callable, Iterator
from itertools import count

from msgspec.structs import replace

from firmware_host.rules.decision import Refusal, Role
from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.struct import Seat
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.dice import SenseCover, SenseDock, SenseShakes
from firmware_host.table.acts.intent import Accepted, Act, Refused
from firmware_host.table.acts.seating import AddChips
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.dice import DEVICE
from firmware_host.table.state.table import TableState
from hil.practice.coach import Coach
from hil.practice.due import FacesUp
from hil.practice.hand_moves import Doing, Hand
from hil.practice.practice_score import Mistake
from tests.worlds.pure_dice import dice_configuration
from tests.worlds.pure_table import JOURNAL, PureTable, configuration, given_out, report

MOST_STEPS = 4000

Ask = Callable[[Act], Act]


def config_of(game: GameName, tracking: Tracking, limit: Limit = Limit.FIXED) -> TableConfig:
    """Return the configuration of the practice table of this game."""
    if game is GameName.MINI_DICE:
        return dice_configuration(tracking=tracking)
    rules = GAMES[game]
    seats = (1, 2, 4, 5, 7, 8, 10)[: rules.most_players]
    stakes = None
    if tracking is Tracking.FULL:
        posted = {"blinds_cents": (200, 400)} if rules.button else {"ante_cents": 50, "forced_cents": 200}
        stakes = Stakes(limit=limit, min_cents=400, max_cents=800, **posted)
    config = configuration(seats=seats)
    return replace(config, game=game, tracking=tracking, stakes=stakes, buy_in_cents=20_000 if stakes else 0)


class Practice:
    """A table on paper; `deals` does what is due until so many rounds are over."""

    def __init__(self, game: GameName, tracking: Tracking, *, seed: int, limit: Limit = Limit.FIXED) -> None:
        self.table = PureTable(config_of(game, tracking, limit))
        self.coach = Coach(seed=seed, journal=JOURNAL)
        self._chance = random.Random(seed)
        self._ids = count(1)
        self._heard = 0
        self.now_s = 0.0
        self.lie: FacesUp | None = None
        self.table.opened()
        if game is GameName.MINI_DICE:
            self.table.does(SenseDevice(device=DEVICE, up=True, detail="three sensors"))
            self.table.does(SenseDock(docked=True))
        for seat, _ in _without_chips(self.table.state):
            self.table.does(AddChips(seat=seat, cents=20_000))
        self.hears()

    @property
    def state(self) -> TableState:
        return self.table.state

    def hears(self) -> None:
        """Let the coach hear what is new."""
        for fact in self.table.facts[self._heard :]:
            self.coach.hear(fact)
        self._heard = len(self.table.facts)
        self.coach.see(self.now_s)

    def waits_for_players(self) -> None:
        while self.coach.proceed(self.now_s):
            self.now_s += 1.0

    def asks(self, act: Act, *, role: Role = Role.DEALER, id_: str = "") -> Mistake | None:
        """Enter an act; return what the coach says to it."""
        name = id_ or f"page:{next(self._ids)}"
        self.now_s += 1.0
        self.coach.asked(name, act, self.now_s)
        answer = self.table.ask(act, role=role)
        if isinstance(answer, Refusal):
            return self.coach.answered(name, Refused(id=name, refusal=answer))
        self.hears()
        return self.coach.answered(name, Accepted(id=name, numbers=tuple(fact.number for fact in answer)))

    def takes_back(self) -> None:
        mistake = self.asks(TakeBack())
        assert mistake is None

    def moves(self, hand: Hand) -> Mistake | None:
        """Do something with the hands; the devices report it."""
        self.now_s += 1.0
        mistake = self.coach.did(hand, self.now_s)
        for act in self._reported(hand):
            self.table.ask(act)
        self.hears()
        return mistake

    def does_what_is_due(self, change: Ask | None = None) -> Mistake | None:
        """Do the next thing, with `change` another one; return the mistake."""
        self.waits_for_players()
        if self.coach.player_shakes:
            self.table.does(SenseDock(docked=False))
            self.table.does(SenseShakes(count=4))
            self.hears()
            return None
        due = self.coach.due
        if due is not None and due.act is not None:
            return self.asks(change(due.act) if change else due.act)
        assert due is not None, f"nothing is due: {[step.say for step in next_steps(self.state) if step.expected]}"
        assert due.hands, due
        return self.moves(due.hands[0])

    def deals(self, rounds: int) -> None:
        """Deal until so many rounds are over."""
        for _ in range(MOST_STEPS):
            if self.is_over(rounds):
                return
            assert self.does_what_is_due() is None, self.coach.mistakes[-1]
        raise AssertionError(f"no end after {MOST_STEPS} steps")

    def until(self, kind: type[Act] | tuple[type[Act], ...]) -> Act:
        """Deal until such an act is due; return it."""
        for _ in range(MOST_STEPS):
            due = self.coach.due
            if due is not None and isinstance(due.act, kind):
                return due.act
            self.does_what_is_due()
        raise AssertionError(f"{kind} was never due")

    def is_over(self, rounds: int) -> bool:
        if self.state.dice is not None:
            return self.state.rounds > rounds and self.state.dice.shaker.moment is Moment.WAGERS
        return self.state.rounds >= rounds and self.state.round is None

    def _reported(self, hand: Hand) -> Iterator[Act]:
        match hand.do:
            case Doing.LOAD if hand.back is not None:
                order = self.table.loaded(hand.back)
                yield report(order, hand.back)
                yield given_out(self.state, hand.back)
            case Doing.COVER:
                yield SenseCover(on=True)
            case Doing.UNCOVER:
                yield SenseCover(on=False)
                faces = (self._chance.randint(1, 6), self._chance.randint(1, 6))
                self.lie = FacesUp(faces=faces, cocked=self._chance.random() < 0.1)
                self.coach.dice_lie(self.lie)
            case Doing.SHAKE:
                yield SenseShakes(count=hand.times)
            case Doing.DOCK:
                yield SenseDock(docked=True)
            case _:
                return


def facts_of(practice: Practice) -> list[Fact]:
    return practice.table.facts


def _without_chips(state: TableState) -> Iterator[tuple[Seat, int]]:
    if state.config is not None and state.config.stakes is not None:
        yield from ((seat, 0) for seat in state.seats)
