"""A sample of what `python -m tests.bench link --full` does at full size; see `tests/drivers/link/hostile_wire.py`."""

import pytest

from tests.drivers.link.hostile_wire import HostileSession, fuzz_frames

FRAMES = 20_000

SESSIONS = range(60)


def test_no_changed_replayed_or_reflected_frame_is_believed() -> None:
    told = fuzz_frames(FRAMES, seed=1)
    assert told["forged"] > FRAMES // 3, "most get past the sum, to the tags"
    assert told["replayed"]


@pytest.mark.parametrize("seed", SESSIONS)
def test_whoever_owns_the_wire_makes_nothing_happen_that_was_not_asked_or_happen_twice(seed: int) -> None:
    HostileSession(seed).run()
