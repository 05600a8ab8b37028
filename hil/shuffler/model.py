"""
The machine without its wire: trays, motor, camera count, lid, wear, and the events that it keeps.

The caller passes in the time, and only `advance` moves anything. No rank or suit exists here: cards are a number.
"""

import random
from collections import Counter
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from drivers.shuffler.host_messages import Clear, Deliver, Order, Reconcile, SelfTest, Shuffle
from drivers.shuffler.port import (
    ActFailed,
    Activity,
    Back,
    Cleared,
    CommandId,
    CommandStatus,
    DeckLoaded,
    Delivered,
    Emptied,
    EventId,
    FailReason,
    Jammed,
    KeptEvent,
    LidClosed,
    LidOpened,
    Load,
    Mode,
    ModeSwitched,
    Place,
    Progress,
    Reconciled,
    Restarted,
    SelfTested,
    ShuffleFailed,
    ShuffleFinished,
    Status,
    Verdict,
    Wear,
)
from hil.shuffler.trays import DECK_CARDS, Deck, TrayOccupied, Trays
from hil.shuffler.work import CARD_MS, JITTER, LIFE, SERVICE_EVERY, TAKES_MS, Cycle, Faults, Task

__all__ = ["CARD_MS", "DECK_CARDS", "JITTER", "Deck", "Faults", "Happening", "ShufflerModel", "TrayOccupied"]


Happening: TypeAlias = Progress | KeptEvent

ACTIVITY: Final = {
    Shuffle: Activity.SHUFFLING,
    SelfTest: Activity.TESTING,
    Deliver: Activity.DELIVERING,
    Clear: Activity.CLEARING,
    Reconcile: Activity.RECONCILING,
}


class ShufflerModel:
    """`faults` are set from outside; `motor_starts` shows whether an act was done twice."""

    def __init__(self, *, speed: float = 1.0, seed: int = 0) -> None:
        self.boot = 1
        self.mode = Mode.SHUFFLE
        self.faults = Faults()
        self.lid_open = False
        self.jam: Place | None = None
        self.trays = Trays()
        self.kept: dict[EventId, KeptEvent] = {}
        self.commands: dict[CommandId, CommandStatus] = {}
        self.motor_starts: Counter[CommandId] = Counter()
        self.cycles = 0
        self.since_service = 0
        self._speed = speed
        self._random = random.Random(seed)
        self._events = 0
        self._work: Cycle | Task | None = None
        self._told = 0
        self._nobodys: CommandId | None = None
        """The order that ran during a new pairing: its end is not reported."""

    def load_deck(self, deck: Deck) -> KeptEvent:
        """Put a deck into the feed. Raises TrayOccupied."""
        self.trays.load(deck)
        return self._keep(DeckLoaded(event=self.next_event(), back=deck.back))

    def take_deck(self) -> Deck | None:
        """Take the deck from output or shelf, else the cards in feed and path; None if there are none."""
        if self._work is not None:
            return None
        trays = self.trays
        if trays.output is not None:
            taken, trays.output = trays.output, None
            return taken
        return trays.lifted_off(leaving=self.faults.left_inside) or trays.by_hand()

    def emptied(self, place: Place) -> KeptEvent:
        """Return the event that people have taken the deck from this place."""
        return self._keep(Emptied(event=self.next_event(), place=place))

    def go_wrong(self, faults: Faults) -> None:
        """Apply these faults from now on, also to the cycle under way."""
        self.faults = faults
        if self._work is not None:
            self._work = replace(self._work, faults=faults)

    def open_lid(self) -> list[Happening]:
        if self.lid_open:
            return []
        self.lid_open = True
        return [self._keep(LidOpened(event=self.next_event())), *self._stopped(FailReason.LID)]

    def close_lid(self) -> list[Happening]:
        if not self.lid_open:
            return []
        self.lid_open = False
        return [self._keep(LidClosed(event=self.next_event()))]

    def switch(self, mode: Mode) -> list[Happening]:
        """Turn the switch; a cycle under way keeps its mode."""
        if mode is self.mode:
            return []
        self.mode = mode
        return [self._keep(ModeSwitched(event=self.next_event(), mode=mode))]

    def power_cycle(self) -> list[Happening]:
        """Lose the power for a moment: events, commands and cards survive it, motion does not."""
        self.boot += 1
        self._events = 0
        return [self._keep(Restarted(event=self.next_event())), *self._stopped(FailReason.POWER)]

    def acknowledge(self, event: EventId) -> None:
        """Forget an event. An event that is not kept is ignored: a host may acknowledge twice."""
        self.kept.pop(event, None)

    def forget_results(self) -> None:
        """Forget all events and commands: the new host gave none of them. The order that runs is not reported."""
        self.kept.clear()
        self.commands.clear()
        self._nobodys = None if self._work is None else self._work.command

    def status_of(self, command: CommandId) -> CommandStatus:
        return self.commands.get(command, CommandStatus.UNKNOWN)

    def status(self) -> Status:
        trays = self.trays
        return Status(
            activity=Activity.IDLE if self._work is None else self._work.activity,
            mode=self.mode,
            lid_open=self.lid_open,
            jam=self.jam,
            feed=trays.feed.back if trays.feed else None,
            shelf=trays.shelf.back if trays.shelf else None,
            shelf_cards=trays.shelf.cards if trays.shelf else 0,
            output=trays.output.back if trays.output else None,
            output_cards=trays.output.cards if trays.output else 0,
            astray=trays.under_way,
        )

    def load(self) -> Load:
        return Load(back=self.trays.feed.back if self.trays.feed else None, fill=self.trays.fill())

    def wear(self) -> Wear:
        return Wear(cycles=self.cycles, since_service=self.since_service, service_every=SERVICE_EVERY, life=LIFE)

    def order(self, order: Order, now_ms: int) -> CommandStatus:
        """Answer a known command by its status; start a new one. A command moves something once."""
        command = order.command
        if command in self.commands:
            return self.commands[command]
        if self._work is not None:
            return CommandStatus.BUSY
        self.commands[command] = self._start(order, now_ms)
        return self.commands[command]

    def _start(self, order: Order, now_ms: int) -> CommandStatus:
        if self._cannot(order):
            return CommandStatus.REFUSED
        self.motor_starts[order.command] += 1
        jitter = 1 + self._random.uniform(-JITTER, JITTER)
        feed = self.trays.feed
        if isinstance(order, Shuffle) and feed is not None:
            card_ms = CARD_MS * jitter / self._speed
            self._told = 0
            self.cycles += 1
            self.since_service += 1
            self._work = Cycle(
                command=order.command,
                nonce=order.nonce,
                deck=feed,
                mode=self.mode,
                faults=self.faults,
                started_ms=now_ms,
                card_ms=card_ms,
            )
        else:
            activity = ACTIVITY[type(order)]
            ends_ms = now_ms + 1 + int(TAKES_MS[activity] * jitter / self._speed)
            self._work = Task(command=order.command, activity=activity, faults=self.faults, ends_ms=ends_ms)
        return CommandStatus.RUNNING

    def _cannot(self, order: Order) -> bool:
        trays = self.trays
        if self.lid_open or (self.jam is not None and not isinstance(order, Clear)):
            return True
        match order:
            case Shuffle(back=back):
                in_the_way = trays.shelf is not None or trays.path is not None
                return in_the_way or trays.feed is None or trays.feed.back is not back
            case Deliver():
                return trays.shelf is None or trays.output is not None
            case SelfTest():
                return trays.shelf is not None or trays.path is not None
            case Clear() | Reconcile():
                return False
            case _:
                assert_never(order)

    def change_speed(self, speed: float, now_ms: int) -> None:
        """Continue this many times as fast as a real machine; the cards that have moved stay where they are."""
        work = self._work
        if isinstance(work, Cycle):
            card_ms = work.card_ms * self._speed / speed
            started_ms = now_ms - int((now_ms - work.started_ms) * self._speed / speed)
            self._work = replace(work, card_ms=card_ms, started_ms=started_ms)
        self._speed = speed

    def hide(self, cards: int) -> None:
        """Hide this many cards between the shelves, where no sensor sees them before the path is run empty."""
        self.trays.stuck = cards

    def next_due(self) -> int | None:
        """Return when the next card is in, or the motor stops."""
        match self._work:
            case None:
                return None
            case Cycle() as cycle:
                return cycle.due_ms(min(self._told + 1, cycle.last))
            case Task(ends_ms=ends_ms):
                return ends_ms
            case _:
                assert_never(self._work)

    def advance(self, now_ms: int) -> list[Happening]:
        """Return what has happened by now and is told: at most one Progress, and the end of the act."""
        return [happening for happening in self._advanced(now_ms) if not self._is_nobodys(happening)]

    def _advanced(self, now_ms: int) -> list[Happening]:
        match self._work:
            case None:
                return []
            case Cycle() as cycle:
                return self._turned(cycle, now_ms)
            case Task(ends_ms=ends_ms) as task:
                return [self._done(task)] if now_ms >= ends_ms else []
            case _:
                assert_never(self._work)

    def _turned(self, cycle: Cycle, now_ms: int) -> list[Happening]:
        happened: list[Happening] = []
        fed = cycle.fed(now_ms)
        if fed > self._told:
            self._told = fed
            happened.append(Progress(command=cycle.command, done=fed, of=max(fed, DECK_CARDS)))
        if fed >= cycle.last:
            happened += self._end(cycle, now_ms)
        return happened

    def _end(self, cycle: Cycle, now_ms: int) -> list[Happening]:
        faults = cycle.faults
        if faults.jam_at is not None and faults.jam_at <= cycle.last:
            self.jam = faults.jam_place
            return [self._keep(Jammed(event=self.next_event(), place=self.jam)), *self._stopped(FailReason.JAM)]
        if faults.double_feed_at is not None and faults.double_feed_at <= cycle.last:
            return self._stopped(FailReason.DOUBLE_FEED)
        self._rest()
        counted = cycle.deck.cards if faults.counted is None else faults.counted
        self.trays.shuffled(counted)
        finished = ShuffleFinished(
            event=self.next_event(),
            command=cycle.command,
            mode=cycle.mode,
            counted=counted,
            back=faults.seen_back or _seen_back(cycle.deck),
            duration_ms=now_ms - cycle.started_ms,
            nonce=cycle.nonce,
        )
        return [self._keep(finished)]

    def _done(self, task: Task) -> KeptEvent:
        self._rest()
        event, trays = self.next_event(), self.trays
        match task.activity:
            case Activity.DELIVERING:
                trays.output = trays.give_out(leaving=task.faults.left_inside)
                if trays.output is None:
                    return self._keep(ActFailed(event=event, command=task.command, reason=FailReason.EMPTY))
                out = trays.output
                return self._keep(Delivered(event=event, command=task.command, back=out.back, counted=out.cards))
            case Activity.CLEARING:
                self.jam = None
                return self._keep(Cleared(event=event, command=task.command, found=trays.run_empty()))
            case Activity.RECONCILING:
                lying = 0 if trays.shelf is None else trays.shelf.cards
                astray = trays.stuck + trays.under_way
                went_in, came_out = trays.compared()
                return self._keep(
                    Reconciled(
                        event=event,
                        command=task.command,
                        went_in=went_in,
                        came_out=came_out,
                        lying=lying,
                        astray=astray,
                    )
                )
            case Activity.TESTING:
                return self._keep(self._tested(event, task))
            case Activity.IDLE | Activity.SHUFFLING:
                raise AssertionError(task)
            case _:
                assert_never(task.activity)

    def _tested(self, event: EventId, task: Task) -> SelfTested:
        good = Verdict.WORN if self.since_service > SERVICE_EVERY else Verdict.GOOD
        verdicts = {place: Verdict.FAILED if place is task.faults.broken else good for place in Place}
        return SelfTested(
            event=event,
            command=task.command,
            feed=verdicts[Place.FEED],
            camera=verdicts[Place.CAMERA],
            shelves=verdicts[Place.SHELVES],
            output=verdicts[Place.OUTPUT],
            lid=Verdict.GOOD,
            memory=Verdict.GOOD,
        )

    def _stopped(self, reason: FailReason) -> list[Happening]:
        """Stop what moves, and report it."""
        work = self._work
        if work is None:
            return []
        self._rest()
        event = self.next_event()
        failed: KeptEvent = ActFailed(event=event, command=work.command, reason=reason)
        if isinstance(work, Cycle):
            self.trays.stopped_after(self._told)
            failed = ShuffleFailed(event=event, command=work.command, reason=reason)
        return [] if self._is_nobodys(failed) else [self._keep(failed)]

    def _rest(self) -> None:
        if self._work is not None and self._work.command != self._nobodys:
            self.commands[self._work.command] = CommandStatus.DONE
        self._work = None

    def _is_nobodys(self, happening: Happening) -> bool:
        return self._nobodys is not None and getattr(happening, "command", None) == self._nobodys

    def _keep(self, event: KeptEvent) -> KeptEvent:
        if not self._is_nobodys(event):
            self.kept[event.event] = event
        return event

    def next_event(self) -> EventId:
        """Return the number of the next event."""
        self._events += 1
        return EventId(boot=self.boot, number=self._events)


def _seen_back(deck: Deck) -> Back:
    """Return the back that the camera names: of several colours one that is not the deck's."""
    return deck.back if not deck.mixed else next(back for back in Back if back is not deck.back)
