"""
Whose turn it is to be told facts again: one request for each name, and the names take turns.

Requests are not signed: whoever may read the facts may have them again. So names may be made up, and what keeps a
genuine one from being shut out is that a name that was served goes behind those that were not, and that the names which
a key belongs to wait in a row of their own, whose head is served at every other turn.
"""

import asyncio
from collections.abc import Callable

from firmware_host.mqtt.replaying import ReplayRequest

WAITING = 16
"""In each of the two rows."""
REMEMBERED = 256
"""So many names are known to have been served; who makes up more than that is new again, and behind nobody for it."""


class Row:
    """Those who wait, the one that was not served for longest at the head."""

    def __init__(self) -> None:
        """Nobody waits."""
        self._requests: dict[str, ReplayRequest] = {}
        self._served: dict[str, int] = {}
        self._turn = 0

    def __len__(self) -> int:
        return len(self._requests)

    def take(self, name: str, request: ReplayRequest) -> str | None:
        """Let it wait; return the name there is no room for, this one or one that was served since this one was."""
        if name in self._requests or len(self._requests) < WAITING:
            self._requests[name] = request
            return None
        latest = max(self._requests, key=self._served_at)
        if self._served_at(latest) <= self._served_at(name):
            return name
        del self._requests[latest]
        self._requests[name] = request
        return latest

    def following(self) -> tuple[str, ReplayRequest]:
        """Serve the head; of those that were never served, who came first."""
        name = min(self._requests, key=self._served_at)
        self._turn += 1
        self._served.pop(name, None)
        self._served[name] = self._turn
        if len(self._served) > REMEMBERED:
            del self._served[next(iter(self._served))]
        return name, self._requests.pop(name)

    def _served_at(self, name: str) -> int:
        return self._served.get(name, 0)


class Turns:
    """Who asks again before the first was told means the second."""

    def __init__(self, *, has_key: Callable[[str], bool]) -> None:
        """Nobody waits."""
        self._has_key = has_key
        self._keyed, self._others = Row(), Row()
        self._is_for_others = False
        """Whose turn it is where both wait."""
        self._some = asyncio.Event()

    def take(self, name: str, request: ReplayRequest) -> str | None:
        """Let it wait; return the name there is no room for, if there is one."""
        self._some.set()
        return (self._keyed if self._has_key(name) else self._others).take(name, request)

    async def following(self) -> tuple[str, ReplayRequest]:
        """Return whose turn it is, once there is somebody."""
        await self._some.wait()
        row = self._others if not self._keyed or (self._is_for_others and self._others) else self._keyed
        self._is_for_others = row is self._keyed
        served = row.following()
        if not self._keyed and not self._others:
            self._some.clear()
        return served
