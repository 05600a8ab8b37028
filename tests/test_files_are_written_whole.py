"""A small file is written whole or not at all: where the disk has room for a part of it, the old one stays."""

import os
from pathlib import Path

import pytest

from firmware_host import files
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


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_that_is_its_owners_already_is_not_given_to_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr("os.fchown", lambda _, user, group: given.append((user, group)))
    with (tmp_path / "file").open("wb") as file:
        files.give_to_owner_of(tmp_path, file.fileno())
        assert given == [], "a filter of system calls may end a process that asks for it"
        os.chown(tmp_path, 4321, 1234)
        files.give_to_owner_of(tmp_path, file.fileno())
    assert given == [(4321, 1234)]
