"""Finding a publish that makes the broker disconnect again and again, and setting it aside on record."""

import hashlib

from firmware_host.host.clock import Clock
from firmware_host.host.intents import TableWithState
from firmware_host.mqtt.outbox import Item
from firmware_host.rules.decision import Role
from firmware_host.table.acts.intent import Intent, Via
from firmware_host.table.acts.system import ReportSetAside

TRIES = 3

Name = tuple[str, int]
"""The topic, and the number of the fact or 0."""

MOST_IN_A_ROW = 5
"""Reports for consecutive facts: if the broker accepts no fact at all, each report would add more facts."""


class PoisonDetector:
    """Remembers the oldest unacknowledged publish over several connections."""

    def __init__(self, *, window: int) -> None:
        """`window` publishes may have been in flight together with the one at fault."""
        self._window = window
        self._before: Name | None = None
        self._failures = 0
        self._careful = 0
        """The number of publishes still to be sent one at a time."""

    @property
    def is_careful(self) -> bool:
        """Return whether publishes are sent one at a time."""
        return self._careful > 0

    def lost(self, oldest: Item | None) -> None:
        """Note a lost connection; `oldest` is its oldest unacknowledged publish."""
        name = None if oldest is None else _name(oldest)
        same = name is not None and name == self._before
        if self._careful:
            self._failures = self._failures + 1 if same else int(name is not None)
        elif same:
            self._careful, self._failures = self._window, 0
        self._before = name

    def passed(self) -> None:
        """Note an acknowledgement."""
        self._careful = max(0, self._careful - 1)

    def proved(self, item: Item) -> bool:
        """Return whether this item alone has failed often enough; if so, clear the suspicion."""
        found = self._failures >= TRIES and _name(item) == self._before
        if found:
            self._before, self._failures = None, 0
        return found


def _name(item: Item) -> Name:
    return item.topic, item.number


class DeadLetters:
    """Reports each skipped message once, even after a crash between the report and the cursor."""

    def __init__(self, *, table: TableWithState, clock: Clock) -> None:
        """The reports go to the record as acts of the host."""
        self._table = table
        self._clock = clock
        self._in_a_row: list[int] = []

    async def report(self, item: Item, why: str) -> None:
        """Record that a message was skipped, unless several facts directly before it were reported."""
        if item.number:
            following = bool(self._in_a_row) and item.number <= self._in_a_row[-1] + 1
            self._in_a_row = [*(self._in_a_row if following else []), item.number]
            if len(self._in_a_row) > MOST_IN_A_ROW:
                return
        what = str(item.number) if item.number else hashlib.sha256(item.topic.encode() + item.payload).hexdigest()[:32]
        await self._table.submit(
            Intent(
                id=f"set-aside:{what}",
                actor="host",
                role=Role.HOST,
                via=Via.SCRIPT,
                at=self._clock.stamp(),
                seen=self._table.state.last,
                act=ReportSetAside(topic=item.topic, of=item.number, why=why),
            )
        )
