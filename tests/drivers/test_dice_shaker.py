"""The shaker's cover, shakes and dock, told with times and nothing else."""

from collections.abc import Iterable

import pytest

from drivers.dice_shaker import CoverChanged, DockChanged, ShakenInOneGo, ShakerEvent
from drivers.dice_shaker.sensors import Sensor, ShakerLimits, ShakerLogic
from drivers.dice_shaker.shakes import ShakeCounter, ShakeTerms
from drivers.pins.input import InputFailed, InputFault, InputHealth, InputRecovered

COVER, SHAKE, DOCK = 2, 3, 4

SENSORS = {COVER: Sensor.COVER, SHAKE: Sensor.SHAKE, DOCK: Sensor.DOCK}

OFF_AND_DOCKED = {COVER: True, SHAKE: True, DOCK: False}

A_SHAKE_MS = 200

GO_REST_MS = ShakeTerms().go_rest_ms


Events = list[ShakerEvent | InputHealth]


def shaker(levels: dict[int, bool] | None = None) -> ShakerLogic:
    logic = ShakerLogic(
        sensors=SENSORS, levels=levels or OFF_AND_DOCKED, terms=ShakeTerms(), limits=ShakerLimits(), now_ms=0
    )
    logic.settle(0)
    return logic


def lifted() -> ShakerLogic:
    """Covered and taken from its place."""
    logic = shaker({COVER: False, SHAKE: True, DOCK: False})
    change(logic, DOCK, level=True, at_ms=100)
    return logic


def counted_live() -> tuple[ShakerLogic, list[int]]:
    """Covered and taken from its place, with what its `live` gets."""
    live: list[int] = []
    logic = ShakerLogic(
        sensors=SENSORS,
        levels={COVER: False, SHAKE: True, DOCK: False},
        terms=ShakeTerms(),
        limits=ShakerLimits(),
        now_ms=0,
        live=live.append,
    )
    logic.settle(0)
    change(logic, DOCK, level=True, at_ms=100)
    return logic, live


def change(logic: ShakerLogic, pin: int, *, level: bool, at_ms: int) -> Events:
    return [*logic.edge(pin=pin, level=level, at_ms=at_ms), *logic.settle(at_ms + 60)]


def shakes(logic: ShakerLogic, count: int, *, at_ms: int) -> Events:
    """Each throw makes the sensor rattle: three pulses, 15 ms apart."""
    told: Events = []
    for number in range(count):
        for rattle in range(3):
            begin = at_ms + number * A_SHAKE_MS + rattle * 15
            told.extend(logic.edge(pin=SHAKE, level=False, at_ms=begin))
            told.extend(logic.edge(pin=SHAKE, level=True, at_ms=begin + 6))
    return told


def kinds(events: Iterable[ShakerEvent | InputHealth]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_dock_and_cover_are_told_as_they_are_at_the_start() -> None:
    logic = ShakerLogic(sensors=SENSORS, levels=OFF_AND_DOCKED, terms=ShakeTerms(), limits=ShakerLimits(), now_ms=700)
    assert logic.settle(700) == (DockChanged(docked=True, at_ms=700), CoverChanged(on=False, at_ms=700))
    assert logic.settle(800) == ()


@pytest.mark.paragraph("I-1")
def test_three_shakes_in_one_go_are_told_when_the_go_is_over() -> None:
    logic = lifted()
    assert shakes(logic, 3, at_ms=1000) == []
    last_ms = 1000 + 2 * A_SHAKE_MS + 30
    assert logic.settle(last_ms + GO_REST_MS - 1) == ()
    assert logic.settle(last_ms + GO_REST_MS) == (ShakenInOneGo(count=3, at_ms=last_ms),)
    assert logic.next_due is None


@pytest.mark.paragraph("13.5(e)")
def test_shaker_put_down_ends_the_go_and_is_told_after_it() -> None:
    logic = lifted()
    shakes(logic, 4, at_ms=1000)
    assert kinds(change(logic, DOCK, level=False, at_ms=1900)) == ["ShakenInOneGo", "DockChanged"]


def test_a_cover_taken_off_ends_the_go_too() -> None:
    logic = lifted()
    shakes(logic, 3, at_ms=1000)
    told = change(logic, COVER, level=True, at_ms=1700)
    assert told == [ShakenInOneGo(count=3, at_ms=1430), CoverChanged(on=False, at_ms=1700)]


def test_putting_the_shaker_down_hard_is_no_shake() -> None:
    logic = lifted()
    shakes(logic, 2, at_ms=1000)
    shakes(logic, 1, at_ms=1990)
    told = change(logic, DOCK, level=False, at_ms=2000)
    assert told == [ShakenInOneGo(count=2, at_ms=1230), DockChanged(docked=True, at_ms=2000)]


@pytest.mark.paragraph("I-1")
def test_two_and_one_after_a_rest_are_no_three() -> None:
    logic = lifted()
    shakes(logic, 2, at_ms=1000)
    told = [*shakes(logic, 1, at_ms=4000), *logic.settle(9000)]
    assert [event.count for event in told if isinstance(event, ShakenInOneGo)] == [2, 1]


def test_one_pulse_is_a_knock_and_no_shake() -> None:
    logic = lifted()
    for at_ms in range(1000, 3000, 200):
        logic.edge(pin=SHAKE, level=False, at_ms=at_ms)
        logic.edge(pin=SHAKE, level=True, at_ms=at_ms + 6)
    assert logic.settle(9000) == ()


def test_a_fist_on_the_table_while_the_shaker_stands_there_is_no_shake() -> None:
    logic = shaker()
    assert [*shakes(logic, 4, at_ms=1000), *logic.settle(9000)] == []


def test_a_shaker_that_is_shaken_where_it_stands_has_a_dock_switch_that_hangs() -> None:
    logic = shaker()
    told = [event for at_ms in (1000, 5000, 9000) for event in shakes(logic, 4, at_ms=at_ms)]
    assert [*told, *logic.settle(20_000)] == [
        InputFailed(name="the dock switch", why=InputFault.CONTRADICTED, at_ms=9630)
    ]
    assert change(logic, DOCK, level=True, at_ms=30_000) == [
        InputRecovered(name="the dock switch", at_ms=30_000),
        DockChanged(docked=False, at_ms=30_000),
    ]


def test_knocks_now_and_then_all_evening_are_no_fault() -> None:
    logic = shaker()
    told = [event for at_ms in range(0, 3_600_000, 60_000) for event in shakes(logic, 3, at_ms=at_ms)]
    assert [*told, *logic.settle(4_000_000)] == []


def test_a_shake_sensor_that_hangs_is_a_fault_and_counts_nothing() -> None:
    logic = lifted()
    shakes(logic, 2, at_ms=1000)
    logic.edge(pin=SHAKE, level=False, at_ms=2000)
    told = [event for event in logic.settle(60_000) if not isinstance(event, ShakenInOneGo)]
    assert told == [InputFailed(name="the shake sensor", why=InputFault.STUCK, at_ms=5000)]
    assert kinds(logic.edge(pin=SHAKE, level=True, at_ms=61_000)) == []
    assert kinds(logic.settle(62_000)) == ["InputRecovered"]
    assert [event.count for event in (*shakes(logic, 3, at_ms=63_000), *logic.settle(70_000))] == [3]  # type: ignore[union-attr]


def test_while_one_sensor_fails_shakes_are_not_told_and_the_others_are_followed() -> None:
    logic = lifted()
    logic.muted(pin=COVER, at_ms=500)
    assert [*shakes(logic, 3, at_ms=1000), *logic.settle(9000)] == []
    assert kinds(change(logic, DOCK, level=False, at_ms=9500)) == ["DockChanged"]
    assert logic.unmuted(pin=COVER, level=True, at_ms=10_000) == (
        InputRecovered(name="the reed switch of the cover", at_ms=10_000),
        CoverChanged(on=False, at_ms=10_000),
    )


def put_back(logic: ShakerLogic, *, at_ms: int) -> list[bool]:
    """Taken a second before; of each time that it was put down, whether its sensor was silent."""
    told = [*change(logic, DOCK, level=True, at_ms=at_ms - 1000), *change(logic, DOCK, level=False, at_ms=at_ms)]
    return [event.silent for event in told if isinstance(event, DockChanged) and event.docked]


def test_a_shaker_put_back_without_a_stir_of_its_sensor_is_told_so() -> None:
    logic = shaker({COVER: False, SHAKE: True, DOCK: False})
    assert put_back(logic, at_ms=5000) == [True]


def test_one_knock_on_the_way_is_a_stir() -> None:
    logic = lifted()
    logic.edge(pin=SHAKE, level=False, at_ms=3000)
    logic.edge(pin=SHAKE, level=True, at_ms=3001)
    told = change(logic, DOCK, level=False, at_ms=5000)
    assert told == [DockChanged(docked=True, at_ms=5000)]
    assert put_back(logic, at_ms=9000) == [True], "that was before it was taken again"


def test_a_shaker_that_is_nudged_tells_nothing_of_its_sensor() -> None:
    logic = lifted()
    assert change(logic, DOCK, level=False, at_ms=400) == [DockChanged(docked=True, at_ms=400)]


def test_a_shake_sensor_that_failed_meanwhile_was_not_silent() -> None:
    logic = lifted()
    logic.muted(pin=SHAKE, at_ms=500)
    logic.unmuted(pin=SHAKE, level=True, at_ms=2000)
    assert change(logic, DOCK, level=False, at_ms=5000) == [DockChanged(docked=True, at_ms=5000)]


def test_a_go_must_last_longer_than_a_shake() -> None:
    with pytest.raises(ValueError, match="go_rest_ms is 70"):
        ShakeTerms(go_rest_ms=70)


def test_what_is_counted_so_far_can_be_asked() -> None:
    counter = ShakeCounter(ShakeTerms(pulses=1, length_ms=0))
    for at_ms in (0, 200, 400):
        counter.pulse(at_ms)
    assert counter.so_far == 2
    assert counter.settle(500) == ()
    assert counter.so_far == 3


def test_each_shake_is_counted_live_and_a_rest_ends_the_go() -> None:
    logic, live = counted_live()
    shakes(logic, 3, at_ms=1000)
    assert live == [1, 2]
    logic.settle(1600)
    assert live == [1, 2, 3]
    logic.settle(9000)
    assert live == [1, 2, 3, 0]


def test_a_late_loop_still_counts_every_shake_live() -> None:
    logic, live = counted_live()
    shakes(logic, 2, at_ms=1000)
    shakes(logic, 1, at_ms=5000)
    logic.settle(9000)
    assert live == [1, 2, 0, 1, 0]


@pytest.mark.parametrize(("pin", "level"), [(DOCK, False), (COVER, True)])
def test_the_live_count_ends_with_the_shaker_down_or_its_cover_off(pin: int, *, level: bool) -> None:
    logic, live = counted_live()
    shakes(logic, 3, at_ms=1000)
    change(logic, pin, level=level, at_ms=1700)
    assert live == [1, 2, 3, 0]


def test_knocks_on_the_table_are_not_counted_live() -> None:
    logic, live = counted_live()
    change(logic, DOCK, level=False, at_ms=500)
    shakes(logic, 4, at_ms=1000)
    logic.settle(9000)
    assert live == []


def test_a_sensor_that_fails_ends_the_live_count_and_none_begins_before_it_recovers() -> None:
    logic, live = counted_live()
    shakes(logic, 2, at_ms=1000)
    logic.settle(1400)
    logic.muted(pin=COVER, at_ms=1500)
    assert live == [1, 2, 0]
    shakes(logic, 3, at_ms=2000)
    logic.settle(9000)
    assert live == [1, 2, 0]
    logic.unmuted(pin=COVER, level=False, at_ms=10_000)
    shakes(logic, 1, at_ms=11_000)
    logic.settle(11_500)
    assert live == [1, 2, 0, 1]
