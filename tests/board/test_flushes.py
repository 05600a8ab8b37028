"""The power fails at any flush of the disk: what was published is on the record, and the record is sound."""

from __future__ import annotations

from pathlib import Path

from hil.board.guest import Guest
from tests.board.boards import needs_device_mapper
from tests.board.flushes import played_and_replayed

EVERY = 12


async def test_at_flushes_of_the_disk_every_published_fact_is_on_a_sound_record(
    guest: Guest, broker: str, tmp_path: Path
) -> None:
    """`python3 -m tests --long board-flushes` looks at every flush."""
    needs_device_mapper()
    replayed = await played_and_replayed(guest, broker, tmp_path, rounds=1, every=EVERY)
    print(replayed)
    assert replayed.looked_at >= 10
    assert replayed.marked >= 30
    assert len(replayed.facts) >= 5
