"""The pepper is in the data folder, where a backup takes it; one that an earlier version kept beside it is moved."""

import shutil
from pathlib import Path

import pytest

from firmware_host.access import pepper, pins
from firmware_host.access.access_config import PeopleConfig
from firmware_host.access.pins import Pins, check_pepper
from firmware_host.errors import UserError

PIN = "274968"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def pins_of(folder: Path) -> Pins:
    return Pins(folder, PeopleConfig().pepper_of(folder))


async def test_a_copy_of_the_folder_keeps_every_pin(folder: Path, tmp_path: Path) -> None:
    with pins_of(folder) as given:
        await given.give("pit-1", PIN, of="j:4")
    assert not folder.with_name("data.pepper").exists()
    shutil.copytree(folder, tmp_path / "backup")
    with pins_of(tmp_path / "backup") as restored:
        assert await restored.are("pit-1", PIN, of="j:4")


async def test_a_pepper_beside_the_folder_is_moved_into_it(folder: Path) -> None:
    with pins_of(folder) as given:
        await given.give("pit-1", PIN, of="j:4")
    beside = folder.with_name("data.pepper")
    (folder / pepper.FILE).rename(beside)
    assert PeopleConfig().pepper_of(folder) == beside
    with pins_of(folder) as moved:
        assert await moved.are("pit-1", PIN, of="j:4")
    assert not beside.exists()
    assert (folder / pepper.FILE).stat().st_mode & 0o777 == 0o600


async def test_a_pepper_that_table_toml_names_stays_where_it_is(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "safe.pepper"
    with Pins(folder, PeopleConfig(pepper=str(elsewhere)).pepper_of(folder)) as given:
        await given.give("pit-1", PIN, of="j:4")
        assert given.pepper_file == elsewhere
    assert elsewhere.exists()


def test_another_account_is_told_to_change_the_account_and_to_remove_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", denied)
    for read in (lambda: pins.read(folder), lambda: pepper.read(folder / pepper.FILE)):
        with pytest.raises(UserError, match="run this as root or as the account that owns the file"):
            read()


def test_a_file_of_pins_that_is_not_utf_8_is_named_as_any_other_that_cannot_be_read(folder: Path) -> None:
    (folder / pins.FILE).write_bytes(b'{"pepper": "caf\xe9"}')
    with pytest.raises(UserError, match="restore the file, or remove it and reset every PIN"):
        pins.read(folder)


async def test_a_start_and_a_check_say_that_the_pepper_of_the_pins_is_missing(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pins_of(folder) as given:
        given.with_warning()
        await given.give("pit-1", PIN, of="j:4")
        given.with_warning()
        assert not caplog.records, "before the first PIN there is none, and then it is there"
        (folder / pepper.FILE).unlink()
        given.with_warning()
    assert f"no PIN can be checked: the pepper {folder / pepper.FILE} is missing; restore it" in caplog.text
    with pytest.raises(UserError, match="is missing; restore it"):
        check_pepper(folder, folder / pepper.FILE)
