"""A full file that cannot be sealed (no inodes left, or somebody reads it) is not tried again with every fact."""

from pathlib import Path

import pytest

from firmware_host.journal import segments
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from tests.worlds.busy_table import busy_table


async def test_without_inodes_sealing_is_tried_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was tried 4,678 times in 25 s."""
    tries = []

    def no_inodes(*_: object) -> Path:
        tries.append(1)
        raise OSError(28, "No space left on device")

    async with busy_table(tmp_path / "data") as table:
        await table.play(1)
        with monkeypatch.context() as full:
            full.setattr(segments, "create", no_inodes)
            for number in range(60):
                call = EndFloorCall() if table.state.floor_called else CallFloor()
                await table.tell(1_000 + number, lambda _, call=call: call)  # type: ignore[misc]
        assert 1 <= len(tries) <= 8, "each fact comes a second after the one before"
        for number in range(15):
            call = EndFloorCall() if table.state.floor_called else CallFloor()
            await table.tell(2_000 + number, lambda _, call=call: call)  # type: ignore[misc]
        assert len(segments.listed(tmp_path / "data")) > 1, "with room again it is sealed"
