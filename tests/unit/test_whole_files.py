"""A small file is written whole or not at all: where the disk has room for a part of it, the old one stays."""

from pathlib import Path

import pytest

from firmware_host.people import store
from firmware_host.people.store import Kept
from firmware_host.trouble import Trouble
from tests.integration.journals import disk_that_takes


def test_pins_for_which_there_is_room_in_part_only_take_nobodys_place(tmp_path: Path) -> None:
    store.write(tmp_path, Kept())
    before = (tmp_path / store.FILE).read_bytes()
    with disk_that_takes(len(before) - 1), pytest.raises(Trouble, match="cannot write the PINs"):
        store.write(tmp_path, Kept())
    assert (tmp_path / store.FILE).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [store.FILE]
