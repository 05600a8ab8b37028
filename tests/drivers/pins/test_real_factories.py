"""Which pin factories drive real pins: every other one makes a simulated record."""

from importlib.metadata import entry_points

import pytest

from drivers.pins.board import FACTORY_GROUP, chip_labels, is_real
from drivers.serial.identity import MOST, identity


def test_lgpio_is_real_and_no_other_that_is_installed_here() -> None:
    assert {name for name in entry_points(group=FACTORY_GROUP).names if is_real(name)} == {"lgpio"}


@pytest.mark.parametrize("name", ["hil", "mock", "pigpio", "native", "rpigpio", "nothing", ""])
def test_what_stands_in_for_pins_or_reaches_them_over_a_network_is_not(name: str) -> None:
    assert not is_real(name)


def test_where_there_is_no_chip_there_is_no_label() -> None:
    assert isinstance(chip_labels(), str)


def test_a_port_is_named_as_it_was_given_where_nothing_more_is_known() -> None:
    assert identity("/dev/nothing-here") == "/dev/nothing-here"
    assert identity("socket://127.0.0.1:9/" + "x" * 300) == ("socket://127.0.0.1:9/" + "x" * 300)[:MOST]
