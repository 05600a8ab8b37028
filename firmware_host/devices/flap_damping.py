"""
Flap damping: a machine that repeats itself is one fault, not a storm of facts.

A few events in a row are normal: hands make them. More of them are one fact, and the machine is not used until it has
been quiet; each new storm needs a longer quiet. The end of an order is no flap: an order ends once. A second end, or
the end of an order that the table does not wait for, reaches the table too, up to the same limit.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, assert_never

from drivers.shuffler import port
from firmware_host.rules.cards import DECK

BURST: Final = 20
"""So many in a row are normal: no jam takes more turns of the lid."""

EACH_S: Final = 30.0
"""One event in this time never adds up to a storm."""

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
    """What repeats without end, in words for the record."""

    LINK = "the connection to the shuffler opens and ends again and again"
    LID = "the lid of the shuffler opens and closes again and again"
    SWITCH = "the switch of the shuffler is turned again and again"
    POWER = "the shuffler restarts again and again"
    JAM = "the shuffler jams again and again"
    FEED = "the shuffler reports new decks in its feed again and again, and none is shuffled"
    ENDS = "the shuffler reports again and again the end of orders that it was not given"


class FlapDamping:
    """Counts events against time; the caller passes the time, in seconds."""

    def __init__(self, *, burst: int = BURST, each_s: float = EACH_S, rest_s: float = REST_S) -> None:
        """Start as steady."""
        self._burst = burst
        self._each_s = each_s
        self._first_rest_s = self._rest_s = rest_s
        self._levels: dict[Unrest, tuple[float, float]] = {}
        self._last_s = 0.0
        self.unrest: Unrest | None = None
        """Why the machine is not used; none while it is."""

    def disturbed(self, why: Unrest, at_s: float) -> bool:
        """Count one event; return whether it makes the machine unsteady."""
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
        """Reset the count: these events led to a result."""
        self._levels.pop(why, None)

    @property
    def rests_at_s(self) -> float:
        """When the machine has been quiet long enough, if nothing else happens."""
        return self._last_s + self._rest_s

    def moved(self, at_s: float) -> None:
        """Restart the quiet time of an unsteady machine that has just come back."""
        self._last_s = at_s

    def believe(self) -> None:
        """Use the machine again; the next quiet time is twice as long."""
        self.unrest = None
        self._rest_s = min(2 * self._rest_s, REST_LONGEST_S)


class Orders:
    """The latest orders of this table, and the event that ended each."""

    def __init__(self) -> None:
        """Start without orders."""
        self._ends: dict[port.CommandId, port.EventId | None] = {}

    def given(self, commands: Iterable[port.CommandId]) -> None:
        """Add these orders: one end of each is expected."""
        for command in commands:
            self._ends.setdefault(command, None)
        while len(self._ends) > REMEMBERED:
            del self._ends[next(iter(self._ends))]

    def unrest(self, event: port.KeptEvent | port.UnreadableEvent) -> Unrest | None:
        """Return the kind of storm this event may belong to; None for the first end of an order."""
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
    Events of one session of an unsteady machine. It sends unacknowledged events again in the next session.

    The ends of the table's own orders are all kept; of other events the latest of each kind. An event that reports a
    fault gives way only to another that does, because the machine reports its counts once only.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._latest: dict[type[Held], Held] = {}
        self._ends: list[Held] = []

    def end(self, event: Held) -> None:
        """Hold the end of an order, once for each event."""
        known = any(type(held) is type(event) and held.event == event.event for held in self._ends)
        if not known and len(self._ends) < HELD_ENDS:
            self._ends.append(event)

    def hold(self, event: Held) -> port.EventId | None:
        """
        Hold an event that no order asked for. Return the event that it replaces.

        The caller may acknowledge that one: the fault on record covers it.
        """
        before = self._latest.get(type(event))
        if before is not None and _says_wrong(before) and not _says_wrong(event):
            return event.event
        self._latest[type(event)] = event
        return None if before is None else before.event

    def taken(self) -> tuple[Held, ...]:
        """Return the held events in order, and start empty again."""
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
