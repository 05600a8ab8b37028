"""Putting on record that the broker does not take something, as the host's own word."""

import hashlib
from typing import Protocol

from firmware_host.clock import Clock
from firmware_host.mqtt.window import Item
from firmware_host.rules.answers import Role
from firmware_host.table.contract import Answer, Intent, Via
from firmware_host.table.keeping.acts import ReportSetAside
from firmware_host.table.state import TableState

MOST_IN_A_ROW = 5
"""A broker that takes no fact at all would otherwise be told of each by two more."""


class Table(Protocol):
    """What is needed of the host."""

    @property
    def state(self) -> TableState:
        """Return the table as of the newest durable fact."""
        ...

    async def submit(self, intent: Intent) -> Answer:
        """Return the answer once it is durable."""
        ...


class SetAside:
    """Reports one thing once, also after a crash between the report and the cursor."""

    def __init__(self, *, table: Table, clock: Clock) -> None:
        """Store."""
        self._table = table
        self._clock = clock
        self._in_a_row: list[int] = []

    async def report(self, item: Item, why: str) -> None:
        """Let the table know, unless it has been told of the facts just before this one again and again."""
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
