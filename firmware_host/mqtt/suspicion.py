"""
Which publish it may be that the broker breaks off over.

A connection is lost for many reasons, and hardly ever because of what was sent. But a broker may close it over a packet
that is too large for it, say, and then the outbox would stop for ever at one fact. So after two losses at the same
place what follows is sent one by one: whatever is under way then is alone, on a connection that has just taken the
status. The one that was lost so three times in a row is it.
"""

from firmware_host.mqtt.window import Item

TRIES = 3

Name = tuple[str, int]
"""The topic, and the number of the fact or 0."""


class Suspicion:
    """Remembers across connections."""

    def __init__(self, *, window: int) -> None:
        """Nothing is suspected; so many may have been under way with the one that is at fault."""
        self._window = window
        self._before: Name | None = None
        self._failures = 0
        self._careful = 0
        """So many more are sent one by one."""

    @property
    def is_careful(self) -> bool:
        """Return whether one is sent at a time."""
        return self._careful > 0

    def lost(self, oldest: Item | None) -> None:
        """Hear that a connection was lost, and what was the oldest under way then."""
        name = None if oldest is None else _name(oldest)
        same = name is not None and name == self._before
        if self._careful:
            self._failures = self._failures + 1 if same else int(name is not None)
        elif same:
            self._careful, self._failures = self._window, 0
        self._before = name

    def passed(self) -> None:
        """Hear that one was acknowledged."""
        self._careful = max(0, self._careful - 1)

    def proved(self, item: Item) -> bool:
        """Return whether this has failed alone often enough; it is not suspected any more then."""
        found = self._failures >= TRIES and _name(item) == self._before
        if found:
            self._before, self._failures = None, 0
        return found


def _name(item: Item) -> Name:
    return item.topic, item.number
