"""The machine without its wire: trays, motor, camera count, lid, and what it keeps while nobody listens.

Time is what the caller says it is and moves only by `advance`. No rank or suit exists here either: cards are a count.
"""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Final, TypeAlias

from drivers.shuffler.port import (
    Back,
    CommandId,
    CommandStatus,
    DeckLoaded,
    EventId,
    FailReason,
    KeptEvent,
    Mode,
    Progress,
    ShuffleFailed,
    ShuffleFinished,
)

DECK_CARDS: Final = 52
CARD_MS: Final = 865
"""45 s for a deck of 52, as common single-deck machines take."""
JITTER: Final = 0.05

Happening: TypeAlias = Progress | KeptEvent


class TrayOccupied(Exception):  # noqa: N818 - named for what is so
    """A deck is in the feed tray already: take it out first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Deck:
    back: Back
    cards: int = DECK_CARDS


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """What goes wrong in the next cycle; None leaves the machine honest."""

    counted: int | None = None
    """The camera counts so many, whatever was fed."""
    jam_at: int | None = None
    """The motor stops with this card half in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Cycle:
    command: CommandId
    deck: Deck
    mode: Mode
    faults: Faults
    started_ms: int
    card_ms: float

    @property
    def last(self) -> int:
        """The card at which this cycle ends, one way or the other."""
        return self.deck.cards if self.faults.jam_at is None else min(self.faults.jam_at, self.deck.cards)

    def fed(self, now_ms: int) -> int:
        return min(int((now_ms - self.started_ms) / self.card_ms), self.last)

    def due_ms(self, cards: int) -> int:
        return self.started_ms + int(cards * self.card_ms) + 1


class ShufflerModel:
    """`faults`, `mode` and `lid_open` are set from outside; `motor_starts` shows whether an act was done twice."""

    def __init__(self, *, speed: float = 1.0, seed: int = 0) -> None:
        self.boot = 1
        self.mode = Mode.SHUFFLE
        self.faults = Faults()
        self.lid_open = False
        self.feed: Deck | None = None
        self.shelf: Deck | None = None
        self.kept: dict[EventId, KeptEvent] = {}
        self.commands: dict[CommandId, CommandStatus] = {}
        self.motor_starts: Counter[CommandId] = Counter()
        self._speed = speed
        self._random = random.Random(seed)
        self._events = 0
        self._cycle: _Cycle | None = None
        self._told = 0

    def load_deck(self, deck: Deck) -> KeptEvent:
        if self.feed is not None:
            raise TrayOccupied
        self.feed = deck
        return self._keep(DeckLoaded(event=self._next_event(), back=deck.back))

    def take_deck(self) -> Deck | None:
        """What lies on the shelf, else what is in the feed tray (a jam is cleared so), else nothing."""
        taken = self.shelf
        if taken is not None:
            self.shelf = None
        elif self._cycle is None:
            taken, self.feed = self.feed, None
        return taken

    def status(self, command: CommandId) -> CommandStatus:
        return self.commands.get(command, CommandStatus.UNKNOWN)

    def shuffle(self, command: CommandId, back: Back, now_ms: int) -> CommandStatus:
        """A command seen before is only answered, whatever became of it: the motor starts once for each id."""
        if command in self.commands:
            return self.commands[command]
        self.commands[command] = self._start(command, back, now_ms)
        return self.commands[command]

    def _start(self, command: CommandId, back: Back, now_ms: int) -> CommandStatus:
        feed = self.feed
        blocked = self.lid_open or self._cycle is not None or self.shelf is not None
        if blocked or feed is None or feed.back is not back:
            return CommandStatus.REFUSED
        self.motor_starts[command] += 1
        jitter = 1 + self._random.uniform(-JITTER, JITTER)
        self._cycle = _Cycle(
            command=command,
            deck=feed,
            mode=self.mode,
            faults=self.faults,
            started_ms=now_ms,
            card_ms=CARD_MS * jitter / self._speed,
        )
        self._told = 0
        return CommandStatus.RUNNING

    def next_due(self) -> int | None:
        """When the next card is in."""
        if self._cycle is None:
            return None
        return self._cycle.due_ms(min(self._told + 1, self._cycle.last))

    def advance(self, now_ms: int) -> list[Happening]:
        """What happened up to now: at most one Progress, however much time went by, and how the cycle ended."""
        cycle = self._cycle
        if cycle is None:
            return []
        if self.lid_open:
            return [self._fail(cycle, FailReason.LID)]
        happened: list[Happening] = []
        fed = cycle.fed(now_ms)
        if fed > self._told:
            self._told = fed
            happened.append(Progress(command=cycle.command, done=fed, of=max(fed, DECK_CARDS)))
        if fed >= cycle.last:
            happened.append(self._end(cycle, now_ms))
        return happened

    def power_cycle(self) -> list[Happening]:
        """Kept events, command results and cards outlast the power; a running cycle does not."""
        self.boot += 1
        self._events = 0
        return [] if self._cycle is None else [self._fail(self._cycle, FailReason.POWER)]

    def acknowledge(self, event: EventId) -> None:
        """One that is not kept (any more) is no fault: the host says so again after a restart."""
        self.kept.pop(event, None)

    def _end(self, cycle: _Cycle, now_ms: int) -> KeptEvent:
        if cycle.faults.jam_at is not None:
            return self._fail(cycle, FailReason.JAM)
        self._stop(cycle)
        self.feed, self.shelf = None, cycle.deck
        counted = cycle.deck.cards if cycle.faults.counted is None else cycle.faults.counted
        return self._keep(
            ShuffleFinished(
                event=self._next_event(),
                command=cycle.command,
                mode=cycle.mode,
                counted=counted,
                back=cycle.deck.back,
                duration_ms=now_ms - cycle.started_ms,
            )
        )

    def _fail(self, cycle: _Cycle, reason: FailReason) -> KeptEvent:
        self._stop(cycle)
        return self._keep(ShuffleFailed(event=self._next_event(), command=cycle.command, reason=reason))

    def _stop(self, cycle: _Cycle) -> None:
        self._cycle = None
        self.commands[cycle.command] = CommandStatus.DONE

    def _keep(self, event: KeptEvent) -> KeptEvent:
        self.kept[event.event] = event
        return event

    def _next_event(self) -> EventId:
        self._events += 1
        return EventId(boot=self.boot, number=self._events)
