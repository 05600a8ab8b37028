"""The puck on its way around the table, told with times and nothing else."""

from collections.abc import Mapping

import pytest

from drivers.button_puck import PuckSeen, PuckWhy
from drivers.button_puck.position import PuckLogic
from drivers.pins.input import InputFailed, InputFault, InputRecovered, Limits

SEATS = {4: 1, 5: 2, 6: 3}

NOWHERE = {4: True, 5: True, 6: True}


def puck(levels: Mapping[int, bool]) -> PuckLogic:
    return PuckLogic(seats=SEATS, levels=levels, limits=Limits(settle_ms=150), now_ms=1000)


def at(seat: int, at_ms: int) -> PuckSeen:
    return PuckSeen(seat=seat, why=PuckWhy.AT_SEAT, at_ms=at_ms)


@pytest.mark.paragraph("14.10(c)1")
def test_where_it_lies_at_the_start_is_told_once() -> None:
    sensors = puck(NOWHERE | {5: False})
    assert list(sensors.settle(1000)) == [at(2, 1000)]
    assert list(sensors.settle(5000)) == []
    assert sensors.next_due is None


def test_that_it_lies_nowhere_at_the_start_is_told_too() -> None:
    assert list(puck(NOWHERE).settle(1000)) == [PuckSeen(seat=None, why=PuckWhy.ABSENT, at_ms=1000)]


@pytest.mark.paragraph("14.10(c)1")
def test_a_puck_that_is_carried_is_absent_on_the_way() -> None:
    sensors = puck(NOWHERE | {4: False})
    sensors.settle(1000)
    sensors.edge(pin=4, level=True, at_ms=2000)
    assert list(sensors.settle(2150)) == [PuckSeen(seat=None, why=PuckWhy.ABSENT, at_ms=2000)]
    sensors.edge(pin=5, level=False, at_ms=3000)
    assert list(sensors.settle(3150)) == [at(2, 3000)]


def test_a_puck_that_slides_past_a_seat_was_not_there() -> None:
    sensors = puck(NOWHERE | {4: False})
    sensors.settle(1000)
    sensors.edge(pin=4, level=True, at_ms=2000)
    sensors.edge(pin=5, level=False, at_ms=2050)
    sensors.edge(pin=5, level=True, at_ms=2120)
    told = [*sensors.edge(pin=6, level=False, at_ms=2180), *sensors.settle(9000)]
    assert told == [PuckSeen(seat=None, why=PuckWhy.ABSENT, at_ms=2000), at(3, 2180)]


def test_two_sensors_at_once_name_no_seat_until_one_is_left() -> None:
    sensors = puck(NOWHERE | {4: False})
    sensors.settle(1000)
    sensors.edge(pin=6, level=False, at_ms=2000)
    assert list(sensors.settle(2150)) == [PuckSeen(seat=None, why=PuckWhy.TWO_SEEN, at_ms=2000)]
    sensors.edge(pin=4, level=True, at_ms=3000)
    assert list(sensors.settle(3150)) == [at(3, 3000)]


def test_what_happened_while_nobody_asked_is_told_in_order() -> None:
    sensors = puck(NOWHERE | {6: False})
    sensors.settle(1000)
    sensors.edge(pin=6, level=True, at_ms=2000)
    sensors.edge(pin=4, level=False, at_ms=2100)
    assert [seen.why for seen in sensors.settle(9000) if isinstance(seen, PuckSeen)] == [
        PuckWhy.ABSENT,
        PuckWhy.AT_SEAT,
    ]


def test_both_sensors_in_the_same_moment_are_one_move() -> None:
    sensors = puck(NOWHERE | {4: False})
    sensors.settle(1000)
    sensors.edge(pin=4, level=True, at_ms=2000)
    sensors.edge(pin=5, level=False, at_ms=2000)
    assert list(sensors.settle(2150)) == [at(2, 2000)]


def test_a_puck_that_is_seen_by_two_neighbours_for_long_has_a_sensor_that_hangs() -> None:
    sensors = puck(NOWHERE | {4: False, 5: False})
    name = "the puck sensor of seat 1 and the puck sensor of seat 2"
    assert list(sensors.settle(86_400_000)) == [
        PuckSeen(seat=None, why=PuckWhy.BETWEEN, at_ms=1000),
        InputFailed(name=name, why=InputFault.CONTRADICTED, at_ms=31_000),
    ]
    sensors.edge(pin=4, level=True, at_ms=86_500_000)
    assert list(sensors.settle(86_600_000)) == [at(2, 86_500_000), InputRecovered(name=name, at_ms=86_500_000)]


@pytest.mark.parametrize("slid_ms", [200, 5000, 29_000])
def test_a_puck_that_is_slid_on_slowly_is_no_fault(slid_ms: int) -> None:
    sensors = puck(NOWHERE | {4: False})
    sensors.settle(1000)
    sensors.edge(pin=5, level=False, at_ms=2000)
    told = [*sensors.settle(2000 + slid_ms), *sensors.edge(pin=4, level=True, at_ms=2000 + slid_ms)]
    told += sensors.settle(86_400_000)
    assert told == [PuckSeen(seat=None, why=PuckWhy.BETWEEN, at_ms=2000), at(2, 2000 + slid_ms)]


def test_of_a_sensor_that_hangs_while_the_puck_moves_on_only_the_latest_pair_is_a_fault() -> None:
    sensors = puck(NOWHERE | {4: False, 5: False})
    sensors.settle(40_000)
    for pin, level in ((6, False), (5, True)):
        sensors.edge(pin=pin, level=level, at_ms=50_000)
    told = sensors.settle(80_000)
    first, second = (f"the puck sensor of seat 1 and the puck sensor of seat {seat}" for seat in (2, 3))
    assert list(told) == [
        PuckSeen(seat=None, why=PuckWhy.TWO_SEEN, at_ms=50_000),
        InputFailed(name=second, why=InputFault.CONTRADICTED, at_ms=55_000),
        InputRecovered(name=first, at_ms=55_000),
    ]
    sensors.edge(pin=4, level=True, at_ms=90_000)
    assert list(sensors.settle(91_000)) == [at(3, 90_000), InputRecovered(name=second, at_ms=90_000)]
