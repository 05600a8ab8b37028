"""What more than one of these tests begins with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.journal.store import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A new record, which is closed at the end."""
    journal = Journal.open(tmp_path / "data")
    yield journal
    journal.close()
