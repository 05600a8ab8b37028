"""
Flap damping: a shuffler that reports the same event again and again causes one fault, not a storm of facts.

A few repeats in a row are normal: people open and close lids. Endless repeats are reported once as a fault; then the
shuffler's events are held back until it has been quiet, and each relapse needs a longer quiet time. The end of one of
the table's orders is never damped. A repeated end, or the end of an unknown order, may stem from before a restart,
from another record or from a technician, so it is accepted, but damped.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, assert_never

from drivers.shuffler import port
from firmware_host.rules.cards import DECK

BURST: Final = 20
"""Repeats accepted in a row (the size of the bucket); clearing a jam never opens the lid more often."""

EACH_S: Final = 30.0
"""The interval at which repeats are accepted without limit (the leak rate of the bucket)."""

REST_S: Final = 10.0
REST_LONGEST_S: Final = 120.0

REMEMBERED: Final = 64
"""How many orders are remembered; the same number as the protocol requires of a device."""

End = (
    port.ShuffleFinished
    | port.ShuffleFailed
    | port.Cleared
    | port.Delivered
    | port.Reconciled
    | port.SelfTested
    | port.ActFailed
)


class Unrest(StrEnum):
    """The kind of event that repeats; the values are sentences for the record."""

    LINK = "its session opens and ends again and again"
    LID = "its lid opens and closes again and again"
    SWITCH = "its mode switch is turned again and again"
    POWER = "it restarts again and again"
    JAM = "it jams again and again"
    FEED = "decks are put into its feed again and again, but none is shuffled"
    ENDS = "it reports the end of orders that the table did not give, again and again"


class FlapDamping:
    """A leaky bucket for each kind of event; the caller passes in the time, in seconds."""

    def __init__(self, *, burst: int = BURST, each_s: float = EACH_S, rest_s: float = REST_S) -> None:
        """Start with an empty bucket for every kind of event."""
        self._burst = burst
        self._each_s = each_s
        self._first_rest_s = self._rest_s = rest_s
        self._levels: dict[Unrest, tuple[float, float]] = {}
        self._last_s = 0.0
        self.unrest: Unrest | None = None
        """Why the shuffler's events are held back; None while they are accepted."""

    def disturbed(self, why: Unrest, at_s: float) -> bool:
        """Count one more event; return whether it is the one that makes the bucket overflow."""
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
        """Empty the bucket: these events led to a regular end."""
        self._levels.pop(why, None)

    @property
    def rests_at_s(self) -> float:
        """The time at which the shuffler has been quiet for long enough, if no further event comes."""
        return self._last_s + self._rest_s

    def moved(self, at_s: float) -> None:
        """Restart the quiet time, for example after a reconnect."""
        self._last_s = at_s

    def believe(self) -> None:
        """Accept events again; the next quiet time is twice as long."""
        self.unrest = None
        self._rest_s = min(2 * self._rest_s, REST_LONGEST_S)


class Orders:
    """The table's latest orders, and the event that reported the end of each."""

    def __init__(self) -> None:
        """Start without any orders."""
        self._ends: dict[port.CommandId, port.EventId | None] = {}

    def given(self, commands: Iterable[port.CommandId]) -> None:
        """Remember these orders, so that their ends are not damped."""
        for command in commands:
            self._ends.setdefault(command, None)
        while len(self._ends) > REMEMBERED:
            del self._ends[next(iter(self._ends))]

    def unrest(self, event: port.KeptEvent) -> Unrest | None:
        """Return the kind under which to count this event; None for the first end of a known order."""
        match event:
            case port.LidOpened() | port.LidClosed():
                return Unrest.LID
            case port.ModeSwitched():
                return Unrest.SWITCH
            case port.Restarted():
                return Unrest.POWER
            case port.Jammed():
                return Unrest.JAM
            case port.DeckLoaded():
                return Unrest.FEED
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
    The events of one session that are held back; the shuffler repeats unacknowledged events in the next session.

    Every end of the table's own orders is kept. Of unsolicited events only the latest of each kind is kept, but an
    event that reports a wrong count or a fault is replaced only by another such event, because counts are sent once.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._latest: dict[type[port.KeptEvent], port.KeptEvent] = {}
        self._ends: list[port.KeptEvent] = []

    def end(self, event: port.KeptEvent) -> None:
        """Keep the end of an order."""
        self._ends.append(event)

    def hold(self, event: port.KeptEvent) -> port.EventId | None:
        """
        Keep an unsolicited event. Return the event that it replaces, or itself if it is not kept.

        The returned event may be acknowledged: the recorded fault covers it.
        """
        before = self._latest.get(type(event))
        if before is not None and _says_wrong(before) and not _says_wrong(event):
            return event.event
        self._latest[type(event)] = event
        return None if before is None else before.event

    def taken(self) -> tuple[port.KeptEvent, ...]:
        """Return the kept events in order, and become empty."""
        held = sorted((*self._latest.values(), *self._ends), key=lambda it: (it.event.boot, it.event.number))
        self._latest.clear()
        self._ends.clear()
        return tuple(held)


def _says_wrong(event: port.KeptEvent) -> bool:
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
