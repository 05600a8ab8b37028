"""Which pin factories drive real pins: every other one makes a simulated record."""

from importlib.metadata import entry_points
from pathlib import Path

import pytest
from gpiozero.exc import PinUnknownPi

from drivers.pins.board import FACTORY_GROUP, chip_labels, is_real, remedy
from drivers.pins.gpiod_factory import ChipMissing
from drivers.serial.identity import MOST, identity


def test_our_own_and_lgpio_are_real_and_no_other_that_is_installed_here() -> None:
    assert {name for name in entry_points(group=FACTORY_GROUP).names if is_real(name)} == {"firmware-host", "lgpio"}


@pytest.mark.parametrize("name", ["hil", "mock", "pigpio", "native", "rpigpio", "nothing", ""])
def test_what_stands_in_for_pins_or_reaches_them_over_a_network_is_not(name: str) -> None:
    assert not is_real(name)


def test_a_machine_that_is_no_pi_is_named_and_not_its_permissions(tmp_path: Path) -> None:
    said = remedy("lgpio", PinUnknownPi("unable to locate Pi revision"), tmp_path)
    assert said.startswith(
        "run this on a Raspberry Pi, the only board that this factory supports; firmware-host runs on others too"
    )
    assert "/dev/gpiochip" not in said


def test_a_machine_without_a_chip_is_told_so(tmp_path: Path) -> None:
    assert "there is no /dev/gpiochip*" in remedy("lgpio", OSError("can not open gpiochip"), tmp_path)


def test_a_chip_that_this_user_may_not_open_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("os.access", lambda *_: False)
    assert f"allow this user to open {tmp_path}/gpiochip0" in remedy("lgpio", OSError("permission"), tmp_path)


def test_with_a_chip_at_hand_the_librarys_own_files_are_the_trouble(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    assert "folder named by LG_WD" in remedy("lgpio", OSError("cannot create .lgd-nfy0"), tmp_path)


def test_a_chip_that_is_no_pis_has_to_be_named(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    said = remedy("firmware-host", ChipMissing("no GPIO chip of a Raspberry Pi"), tmp_path)
    assert said.startswith("name the chip that the header is wired to by FIRMWARE_HOST_GPIOCHIP=/dev/gpiochipN")


def test_a_chip_in_use_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    assert remedy("firmware-host", OSError("busy"), tmp_path).startswith("stop the program that uses the chip")


def test_another_factory_is_not_told_of_chips(tmp_path: Path) -> None:
    assert remedy("hil", OSError("no file of pins"), tmp_path).startswith("fix this error, or set GPIOZERO_PIN_FACTORY")


def test_where_there_is_no_chip_there_is_no_label() -> None:
    assert isinstance(chip_labels(), str)


def test_a_port_is_named_as_it_was_given_where_nothing_more_is_known() -> None:
    assert identity("/dev/nothing-here") == "/dev/nothing-here"
    assert identity("socket://127.0.0.1:9/" + "x" * 300) == ("socket://127.0.0.1:9/" + "x" * 300)[:MOST]
