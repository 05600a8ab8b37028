"""What `pins watch` says of a shake sensor is what the table would count."""

from dataclasses import replace

import pytest

from drivers.dice_shaker import ShakenInOneGo
from drivers.dice_shaker.sensors import SHAKE, Sensor, ShakerLimits, ShakerLogic
from drivers.dice_shaker.shakes import ShakeTally, ShakeTerms
from firmware_host.devices.devices_config import ShakesConfig
from firmware_host.devices.shaker import terms

PINS = {2: Sensor.COVER, 3: Sensor.SHAKE, 4: Sensor.DOCK}

COVER_ON, OFF_THE_DOCK, OPEN = False, True, True

THROWS = 3


def edges(closed_ms: int, open_ms: int) -> list[tuple[bool, int]]:
    """Three throws of six pulses each."""
    made, at_ms = [], 1000
    for _ in range(THROWS):
        for _ in range(6):
            made += [(False, at_ms), (True, at_ms + closed_ms)]
            at_ms += closed_ms + open_ms
        at_ms += 300
    return made


def counted_by_the_table(config: ShakesConfig, made: list[tuple[bool, int]]) -> int:
    limits = ShakerLimits(shake=replace(SHAKE, settle_ms=config.settle_ms))
    levels = {2: COVER_ON, 3: OPEN, 4: OFF_THE_DOCK}
    logic = ShakerLogic(sensors=PINS, levels=levels, terms=terms(config), limits=limits, now_ms=0)
    told = [event for level, at_ms in made for event in logic.edge(pin=3, level=level, at_ms=at_ms)]
    told += logic.settle(60_000)
    return sum(event.count for event in told if isinstance(event, ShakenInOneGo))


@pytest.mark.parametrize(
    ("closed_ms", "open_ms", "settle_ms", "shakes"),
    [(1, 10, 4, 0), (3, 10, 4, 0), (10, 3, 4, 0), (4, 10, 4, THROWS), (1, 10, 1, THROWS), (3, 10, 2, THROWS)],
)
def test_what_settles_is_a_setting_and_both_count_alike(
    closed_ms: int, open_ms: int, settle_ms: int, shakes: int
) -> None:
    config, made = ShakesConfig(settle_ms=settle_ms), edges(closed_ms, open_ms)
    tally = ShakeTally(level=OPEN, terms=terms(config), settle_ms=config.settle_ms)
    for level, at_ms in made:
        tally.edge(level=level, at_ms=at_ms)
    tally.settle(60_000)
    assert tally.shakes == counted_by_the_table(config, made) == shakes


def test_the_settings_begin_as_the_driver_counts() -> None:
    assert terms(ShakesConfig()) == ShakeTerms()
    assert ShakesConfig().settle_ms == SHAKE.settle_ms
