"""The two pin maps: what they hold, where they lie, and what is wrong with others."""

import msgspec
import pytest

from drivers.pins.board import ALLOWED_PINS
from firmware_host.devices.devices_config import (
    USABLE,
    DevicesConfig,
    KeysConfig,
    LampsConfig,
    LightsConfig,
    ShakerConfig,
    ShakesConfig,
    ShufflerConfig,
    TamperConfig,
)
from tests.worlds.pure_dice import dice_configuration
from tests.worlds.pure_table import configuration

POKER = DevicesConfig(shuffler=ShufflerConfig(port="/dev/ttyUSB0"), lamps=LampsConfig(), tamper=TamperConfig())

DICE = DevicesConfig(shaker=ShakerConfig(), lights=LightsConfig(), lamps=LampsConfig(), tamper=TamperConfig())


def test_pins_that_may_be_named_are_those_the_board_gives() -> None:
    assert USABLE == ALLOWED_PINS


def test_the_poker_map_is_eleven_sensors_three_keys_three_lamps_and_a_contact() -> None:
    pins = list(POKER.pins(dice=False))
    assert len(pins) == len({pin for pin, _ in pins}) == 11 + 3 + 3 + 1
    assert {pin for pin, _ in pins} <= ALLOWED_PINS
    assert POKER.what_is_wrong(configuration()) is None


def test_the_mini_dice_map_is_three_of_the_shaker_nine_keys_six_lights_three_lamps_and_a_contact() -> None:
    pins = list(DICE.pins(dice=True))
    assert len(pins) == len({pin for pin, _ in pins}) == 3 + 9 + 6 + 3 + 1
    assert {pin for pin, _ in pins} <= ALLOWED_PINS
    assert DICE.what_is_wrong(dice_configuration()) is None


@pytest.mark.parametrize(("devices", "dice", "pin"), [(POKER, False, 24), (DICE, True, 12)])
def test_both_maps_leave_a_pin_for_a_beeper(devices: DevicesConfig, dice: bool, pin: int) -> None:  # noqa: FBT001 - a parameter
    beeping = msgspec.structs.replace(devices, keys=KeysConfig(beeper=pin))
    assert (pin, "the beeper") in beeping.pins(dice=dice)
    assert beeping.what_is_wrong(dice_configuration() if dice else configuration()) is None


def test_lamps_and_lights_are_no_inputs() -> None:
    assert len(list(DICE.inputs(dice=True))) == 3 + 9 + 1


@pytest.mark.parametrize(
    ("devices", "said"),
    [
        (
            DevicesConfig(lamps=LampsConfig(gate=16)),
            "GPIO 16 is used twice, for the key next and for the lamp gate; give each its own (free: GPIO ",
        ),
        (
            DevicesConfig(keys=KeysConfig(beeper=25), lamps=LampsConfig()),
            "GPIO 25 is used twice, for the lamp status and for the beeper",
        ),
        (DevicesConfig(tamper=TamperConfig(pin=18)), "for the key call-floor and for the tamper contact"),
        (DevicesConfig(shaker=ShakerConfig(dock=2)), "for the reed switch of the cover and for the dock switch"),
        (DevicesConfig(lights=LightsConfig(pins=(5, 6, 7, 8, 9, 19))), "the key of the 1 and for the light of the 6"),
        (
            DevicesConfig(keys=KeysConfig(next=14)),
            "GPIO 14 cannot be used for the key next; choose from GPIO 2-13 and 16-27",
        ),
        (
            DevicesConfig(shaker=ShakerConfig(shakes=ShakesConfig(rest_ms=500, go_rest_ms=500))),
            "`go_rest_ms` is 500, but must be more than `rest_ms`, 500",
        ),
    ],
)
def test_a_wrong_mini_dice_map_is_refused(devices: DevicesConfig, said: str) -> None:
    wrong = devices.what_is_wrong(dice_configuration())
    assert wrong is not None
    assert said in wrong


@pytest.mark.parametrize(
    ("devices", "said"),
    [
        (DevicesConfig(shaker=ShakerConfig()), "remove [devices.shaker]"),
        (DevicesConfig(lights=LightsConfig()), "remove [devices.lights]"),
        (
            DevicesConfig(shuffler=ShufflerConfig(port="/dev/ttyUSB0"), tamper=TamperConfig(pin=2)),
            "for the puck sensor of seat 1 and for the tamper contact",
        ),
    ],
)
def test_a_wrong_poker_map_is_refused(devices: DevicesConfig, said: str) -> None:
    wrong = devices.what_is_wrong(configuration())
    assert wrong is not None
    assert said in wrong
