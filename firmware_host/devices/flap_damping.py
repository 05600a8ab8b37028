"""
Flap damping: a machine that tells the same again and again is one fault with a life, not a storm of facts.

It may happen a few times in a row, as hands do it. What goes on and on is told once; then nothing is believed until the
machine has kept still, and each time it begins anew it has to keep still for longer. The end of an order is no flap: an
order ends once. A second end, or the end of an order that this table does not wait for, is heard all the same, as it
may be of before a restart, of another record, or a technician's; it is only not heard without end.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, assert_never

from drivers.shuffler import port
from firmware_host.rules.cards import DECK

BURST: Final = 20
"""So often in a row is taken: nobody recovers from a jam with more turns of the lid."""

EACH_S: Final = 30.0
"""Once in so long may go on for ever."""

REST_S: Final = 10.0
REST_LONGEST_S: Final = 120.0

REMEMBERED: Final = 64
"""As many orders as a device has to remember."""

End = (
    port.ShuffleFinished
    | port.ShuffleFailed
    | port.Cleared
    | port.Delivered
    | port.Reconciled
    | port.SelfTested
    | port.ActFailed
)


HELD_ENDS: Final = 2 * REMEMBERED
"""More ends of the table's own orders cannot wait. Past this none is held; an event not held is told again."""

Held = port.KeptEvent | port.UnreadableEvent


class Unrest(StrEnum):
    """What never rests, in words for the record."""

    LINK = "its session opens and ends again and again"
    LID = "its lid opens and closes again and again"
    SWITCH = "its switch is turned again and again"
    POWER = "it restarts again and again"
    JAM = "it jams again and again"
    FEED = "decks come to lie in its feed again and again, and none is shuffled"
    ENDS = "it tells again and again of the end of what it was not ordered"


class FlapDamping:
    """Knows only the times that it is told, in seconds."""

    def __init__(self, *, burst: int = BURST, each_s: float = EACH_S, rest_s: float = REST_S) -> None:
        """Steady to begin with."""
        self._burst = burst
        self._each_s = each_s
        self._first_rest_s = self._rest_s = rest_s
        self._levels: dict[Unrest, tuple[float, float]] = {}
        self._last_s = 0.0
        self.unrest: Unrest | None = None
        """Why it is not believed."""

    def disturbed(self, why: Unrest, at_s: float) -> bool:
        """Take one more in; return whether this is the one that makes it unsteady."""
        level, since_s = self._levels.get(why, (0.0, at_s))
        level = max(0.0, level - (at_s - since_s) / self._each_s)
        if level == 0 and self.unrest is None:
            self._rest_s = self._first_rest_s
        self._levels[why] = (min(level + 1, self._burst + 1), at_s)
        self._last_s = at_s
        if self.unrest is not None or level + 1 <= self._burst:
            return False
        self.unrest = why
        return True

    def came_to_its_end(self, why: Unrest) -> None:
        """Forget how often this was, now that it has come to what it is for."""
        self._levels.pop(why, None)

    @property
    def rests_at_s(self) -> float:
        """When it has kept still for long enough, if it does from now on."""
        return self._last_s + self._rest_s

    def moved(self, at_s: float) -> None:
        """Let the rest begin anew, while it is unsteady: it is there only now."""
        self._last_s = at_s

    def believe(self) -> None:
        """Let it be steady again; the next rest is twice as long."""
        self.unrest = None
        self._rest_s = min(2 * self._rest_s, REST_LONGEST_S)


class Orders:
    """The latest of the table's own orders, and which event told the end of each."""

    def __init__(self) -> None:
        """Knows of none."""
        self._ends: dict[port.CommandId, port.EventId | None] = {}

    def given(self, commands: Iterable[port.CommandId]) -> None:
        """Know of these: whatever is told of them once is what they were given for."""
        for command in commands:
            self._ends.setdefault(command, None)
        while len(self._ends) > REMEMBERED:
            del self._ends[next(iter(self._ends))]

    def unrest(self, event: port.KeptEvent | port.UnreadableEvent) -> Unrest | None:
        """Return what it is if that is told again and again; none for the end of an order, however often told."""
        match event:
            case port.LidOpened() | port.LidClosed():
                return Unrest.LID
            case port.ModeSwitched():
                return Unrest.SWITCH
            case port.Restarted():
                return Unrest.POWER
            case port.Jammed():
                return Unrest.JAM
            case port.DeckLoaded() | port.Emptied():
                return Unrest.FEED
            case port.UnreadableEvent():
                return Unrest.ENDS
            case (
                port.ShuffleFinished()
                | port.ShuffleFailed()
                | port.Cleared()
                | port.Delivered()
                | port.Reconciled()
                | port.SelfTested()
                | port.ActFailed()
            ):
                return None if self._ends_one(event) else Unrest.ENDS
            case _:
                assert_never(event)

    def _ends_one(self, event: End) -> bool:
        if event.command not in self._ends:
            return False
        told = self._ends[event.command]
        self._ends[event.command] = told or event.event
        return told in (None, event.event)


class Quarantine:
    """
    What a machine told while it was not believed, of one session: in the next it tells again what nobody acknowledged.

    How the table's own orders ended is kept whole, and of what nobody asked for the latest of each kind; but one that
    says that something is wrong gives way only to another that does, for counts are told once.
    """

    def __init__(self) -> None:
        """Holds nothing."""
        self._latest: dict[type[Held], Held] = {}
        self._ends: list[Held] = []

    def end(self, event: Held) -> None:
        """Keep for later how an order ended, each event once however often it is told."""
        known = any(type(held) is type(event) and held.event == event.event for held in self._ends)
        if not known and len(self._ends) < HELD_ENDS:
            self._ends.append(event)

    def hold(self, event: Held) -> port.EventId | None:
        """
        Keep what nobody asked for, for later. Return the event that is not kept for it.

        That one may be acknowledged: the fault that is on record stands for it.
        """
        before = self._latest.get(type(event))
        if before is not None and _says_wrong(before) and not _says_wrong(event):
            return event.event
        self._latest[type(event)] = event
        return None if before is None else before.event

    def taken(self) -> tuple[Held, ...]:
        """Return them in their order, and hold nothing any more."""
        held = sorted((*self._latest.values(), *self._ends), key=lambda it: (it.event.boot, it.event.number))
        self._latest.clear()
        self._ends.clear()
        return tuple(held)


def _says_wrong(event: Held) -> bool:
    match event:
        case port.Reconciled():
            return bool(event.astray) or event.went_in != event.came_out + event.lying
        case port.Delivered(counted=counted):
            return counted != DECK
        case port.SelfTested():
            parts = (event.feed, event.camera, event.shelves, event.output, event.lid, event.memory)
            return port.Verdict.FAILED in parts
        case _:
            return False
