"""Another program reads the shuffler's port, and a key hangs, while a table is played."""

from __future__ import annotations

from hil.board.guest import Guest
from tests.board.line_faults import lines_fail


async def test_a_second_reader_of_the_port_and_a_key_that_hangs_are_said_and_got_over(
    guest: Guest, broker: str
) -> None:
    """`python3 -m tests --long board-faults` starts with a port that another program has locked."""
    await lines_fail(guest, broker, also_busy=False)
