"""The disk under the record is nearly full, then answers writes with errors, while a table is played."""

from __future__ import annotations

from hil.board.guest import Guest
from tests.board.boards import needs_device_mapper
from tests.board.disk_faults import disk_fails


async def test_a_disk_without_room_closes_the_gate_and_one_that_fails_stops_the_table(
    guest: Guest, broker: str
) -> None:
    """`python3 -m tests --long board-faults` lets it turn read-only, too."""
    needs_device_mapper()
    await disk_fails(guest, broker, also_read_only=False)
