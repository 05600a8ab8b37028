"""The files of PINs and their pepper: modes, what is in them, and what a crash or a wrong file does."""

import stat
from pathlib import Path

import pytest

from firmware_host.access import pepper
from firmware_host.access.access_config import PeopleConfig
from firmware_host.access.pins import FILE, Pins
from firmware_host.errors import UserError

PIN = "274968"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def pins_of(folder: Path) -> Pins:
    return Pins(folder, PeopleConfig().pepper_of(folder))


async def test_a_pin_opens_with_the_fact_that_gave_it_and_with_no_other(folder: Path) -> None:
    with pins_of(folder) as pins:
        await pins.give("pit-1", PIN, of="j:4")
        assert await pins.are("pit-1", PIN, of="j:4")
        assert not await pins.are("pit-1", PIN, of="j:9"), "after a reset that was not finished the old one is dead"
        assert not await pins.are("pit-1", "274969", of="j:4")
        assert not await pins.are("pit-2", PIN, of="j:4")
        assert await pins.given() == {"pit-1": "j:4"}


async def test_both_files_are_their_owners_alone_and_hold_no_pin(folder: Path) -> None:
    with pins_of(folder) as pins:
        await pins.give("pit-1", PIN, of="j:4")
    for file in (folder / FILE, folder / "pepper.key"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert PIN.encode() not in file.read_bytes()


async def test_what_is_taken_away_opens_nothing(folder: Path) -> None:
    with pins_of(folder) as pins:
        await pins.give("pit-1", PIN, of="j:4")
        await pins.give("pit-2", PIN, of="j:5")
        await pins.take("pit-1")
        await pins.take("pit-1")
        assert not await pins.are("pit-1", PIN, of="j:4")
        assert await pins.are("pit-2", PIN, of="j:5")


async def test_another_pepper_is_said_and_never_put_in_its_place(folder: Path) -> None:
    place = folder / "pepper.key"
    with pins_of(folder) as pins:
        await pins.give("pit-1", PIN, of="j:4")
        right = place.read_bytes()
        place.write_bytes(bytes(32))
        with pytest.raises(UserError, match="does not belong to these PINs"):
            await pins.are("pit-1", PIN, of="j:4")
        place.unlink()
        with pytest.raises(UserError, match="is missing"):
            await pins.give("pit-2", PIN, of="j:5")
        assert not place.exists()
        place.write_bytes(right)
        place.chmod(0o600)
        assert await pins.are("pit-1", PIN, of="j:4")


@pytest.mark.parametrize("found", [b"", b"short", bytes(33)])
async def test_a_file_that_is_no_pepper_is_left_as_it_is(folder: Path, found: bytes) -> None:
    place = folder / "pepper.key"
    place.write_bytes(found)
    with pins_of(folder) as pins, pytest.raises(UserError, match="does not contain a pepper"):
        await pins.give("pit-1", PIN, of="j:4")
    assert place.read_bytes() == found


def test_a_pepper_that_is_there_is_never_made_anew(tmp_path: Path) -> None:
    place = tmp_path / "pepper"
    first = pepper.make(place)
    with pytest.raises(UserError, match="cannot create the pepper"):
        pepper.make(place)
    assert pepper.read(place) == first


@pytest.mark.parametrize("found", [b"", b"{}x", b'{"pins": 3}', b'{"unknown": 1}'])
async def test_a_file_of_pins_that_is_none_is_left_as_it_is(folder: Path, found: bytes) -> None:
    (folder / FILE).write_bytes(found)
    with pins_of(folder) as pins:
        for use in (pins.given(), pins.are("pit-1", PIN, of="j:4"), pins.give("pit-1", PIN, of="j:4")):
            with pytest.raises(UserError, match="cannot read the PINs"):
                await use
    assert (folder / FILE).read_bytes() == found


async def test_where_nothing_can_be_written_it_is_one_clear_line(tmp_path: Path) -> None:
    with (
        Pins(tmp_path / "none", tmp_path / "pepper") as pins,
        pytest.raises(UserError, match="cannot create the pepper"),
    ):
        await pins.give("pit-1", PIN, of="j:4")
    with pytest.raises(UserError, match="--pepper"):
        pepper.make(tmp_path / "no" / "such" / "place")


def test_the_pepper_may_be_kept_elsewhere(tmp_path: Path) -> None:
    assert PeopleConfig(pepper="/etc/pepper").pepper_of(tmp_path) == Path("/etc/pepper")
