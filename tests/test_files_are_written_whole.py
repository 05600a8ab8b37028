"""A small file is written whole or not at all: where the disk has room for a part of it, the old one stays."""

from pathlib import Path

import pytest

from firmware_host.access import pins
from firmware_host.access.pins import PinFile
from firmware_host.errors import UserError
from tests.support.record_files import disk_that_takes


def test_pins_for_which_there_is_room_in_part_only_take_nobodys_place(tmp_path: Path) -> None:
    pins.write(tmp_path, PinFile())
    before = (tmp_path / pins.FILE).read_bytes()
    with disk_that_takes(len(before) - 1), pytest.raises(UserError, match="cannot write the PINs"):
        pins.write(tmp_path, PinFile())
    assert (tmp_path / pins.FILE).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [pins.FILE]
