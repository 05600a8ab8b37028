"""What holds for every test: it leaves nothing behind, and its random choices can be repeated."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from firmware_host.journal.store import Journal
from tests import inner_loop
from tests.checks.leaks import loop_left_clean, nothing_left_behind, pytest_fixture_setup, pytest_itemcollected
from tests.hil.faults.fault_matrix import pytest_terminal_summary
from tests.slow import pytest_collection_modifyitems

settings.load_profile(inner_loop.WHOLE)


MEMORY = Path("/dev/shm")  # noqa: S108 - what is tested there loses nothing that a disk would keep, and this is fast


__all__ = [
    "chance",
    "loop_left_clean",
    "nothing_left_behind",
    "pytest_collection_modifyitems",
    "pytest_fixture_setup",
    "pytest_itemcollected",
    "pytest_terminal_summary",
]


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Random choices that `python3 -m tests --seed N` repeats: one seed for hypothesis and for ourselves."""
    seed = request.config.getoption("--hypothesis-seed", default=None)
    return random.Random(f"{seed or 0} {request.node.nodeid}")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """Where a run's files go that commits thousands of times; in memory where there is such a place, and gone after."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else tmp_path) as name:
        yield Path(name)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A new record, which is closed at the end."""
    journal = Journal.open(tmp_path / "data")
    yield journal
    journal.close()
