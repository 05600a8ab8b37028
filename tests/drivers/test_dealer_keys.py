"""Short, held or nothing: a key told with times and nothing else."""

import pytest

from drivers.dealer_keys import Key, KeyPress, KeyPressed
from drivers.dealer_keys.press import KeyPadLogic
from drivers.pins.input import InputFailed, InputFault, InputHealth, InputRecovered, Limits

NEXT, FLOOR = 4, 17

STUCK_MS = 30_000


def pad(*, down: bool = False) -> KeyPadLogic:
    return KeyPadLogic(
        keys={NEXT: Key.NEXT, FLOOR: Key.CALL_FLOOR},
        levels={NEXT: not down, FLOOR: True},
        limits=Limits(settle_ms=20, stuck_ms=STUCK_MS),
        hold_ms=800,
    )


def play(keys: KeyPadLogic, *edges: tuple[int, bool], pin: int = NEXT) -> list[KeyPressed | InputHealth]:
    return [event for at_ms, level in edges for event in keys.edge(pin=pin, level=level, at_ms=at_ms)]


def test_a_short_press_is_told_when_the_key_comes_up() -> None:
    keys = pad()
    assert play(keys, (0, False), (100, True)) == []
    assert (keys.next_due, list(keys.settle(119))) == (120, [])
    assert list(keys.settle(120)) == [KeyPressed(key=Key.NEXT, held=False, at_ms=100)]
    assert keys.next_due is None


def test_a_held_press_is_told_once_while_the_key_is_down() -> None:
    keys = pad()
    play(keys, (0, False))
    assert [(keys.next_due, list(keys.settle(now_ms))) for now_ms in (20, 799)] == [(20, []), (800, [])]
    (held,) = keys.settle(800)
    assert held == KeyPressed(key=Key.NEXT, held=True, at_ms=800)
    assert isinstance(held, KeyPressed)
    assert held.press is KeyPress.HELD
    assert keys.next_due == STUCK_MS
    assert play(keys, (2000, True)) == []
    assert list(keys.settle(2020)) == []


def test_bounce_at_both_ends_makes_one_press() -> None:
    keys = pad()
    bounce = [(0, False), (2, True), (5, False), (90, True), (93, False), (99, True)]
    assert play(keys, *bounce) == []
    assert list(keys.settle(500)) == [KeyPressed(key=Key.NEXT, held=False, at_ms=99)]


def test_a_key_that_was_let_go_just_before_the_hold_time_is_a_short_press() -> None:
    keys = pad()
    play(keys, (0, False), (795, True))
    assert list(keys.settle(800)) == []
    assert list(keys.settle(815)) == [KeyPressed(key=Key.NEXT, held=False, at_ms=795)]


def test_a_spike_at_the_hold_time_delays_the_held_press_and_no_more() -> None:
    keys = pad()
    play(keys, (0, False), (795, True), (799, False))
    assert list(keys.settle(800)) == []
    assert list(keys.settle(819)) == [KeyPressed(key=Key.NEXT, held=True, at_ms=800)]


@pytest.mark.parametrize(("up_ms", "held"), [(100, False), (799, False), (800, True), (5000, True)])
def test_a_press_that_is_read_late_is_the_same_press(*, up_ms: int, held: bool) -> None:
    keys = pad()
    told = [*play(keys, (0, False), (up_ms, True)), *keys.settle(90_000)]
    assert told == [KeyPressed(key=Key.NEXT, held=held, at_ms=800 if held else up_ms)]


def test_a_key_that_is_down_at_the_start_says_nothing_until_it_came_up() -> None:
    keys = pad(down=True)
    assert keys.next_due == STUCK_MS
    assert list(keys.settle(10_000)) == []
    assert play(keys, (11_000, True)) == []
    assert list(keys.settle(11_020)) == []
    assert play(keys, (12_000, False), (12_100, True)) == []
    assert [press.at_ms for press in keys.settle(12_120)] == [12_100]


def test_presses_of_two_keys_come_in_the_order_in_which_they_happened() -> None:
    keys = pad()
    play(keys, (0, False), pin=FLOOR)
    play(keys, (10, False), pin=NEXT)
    play(keys, (60, True), pin=NEXT)
    told = [*play(keys, (70, True), pin=FLOOR), *keys.settle(1000)]
    assert [press.key for press in told if isinstance(press, KeyPressed)] == [Key.NEXT, Key.CALL_FLOOR]


def test_an_edge_shorter_than_the_settling_time_is_no_press() -> None:
    keys = pad()
    assert play(keys, (0, False), (12, True)) == []
    assert list(keys.settle(1000)) == []


def test_a_key_that_hangs_is_held_once_and_then_a_fault_until_it_comes_up() -> None:
    keys = pad()
    play(keys, (0, False))
    assert list(keys.settle(90_000)) == [
        KeyPressed(key=Key.NEXT, held=True, at_ms=800),
        InputFailed(name="the key next", why=InputFault.STUCK, at_ms=STUCK_MS),
    ]
    play(keys, (100_000, True))
    assert list(keys.settle(100_020)) == [InputRecovered(name="the key next", at_ms=100_000)]
    play(keys, (101_000, False), (101_100, True))
    assert list(keys.settle(101_120)) == [KeyPressed(key=Key.NEXT, held=False, at_ms=101_100)]


def test_a_key_that_is_down_when_it_floods_is_neither_held_nor_pressed_by_that() -> None:
    keys = pad()
    play(keys, (0, False))
    keys.settle(20)
    play(keys, *((at_ms, at_ms % 2 == 0) for at_ms in range(30, 2000)))
    assert list(keys.muted(pin=NEXT, at_ms=2000)) == [
        InputFailed(name="the key next", why=InputFault.FLOODING, at_ms=2000)
    ]
    assert list(keys.settle(60_000)) == []
    assert list(keys.unmuted(pin=NEXT, level=False, at_ms=61_000)) == [
        InputRecovered(name="the key next", at_ms=61_000)
    ]
    assert play(keys, (62_000, True), (63_000, False)) == [], "nobody knows since when it was down"
    assert play(keys, (63_100, True)) == []
    assert list(keys.settle(63_200)) == [KeyPressed(key=Key.NEXT, held=False, at_ms=63_100)]


def test_a_key_that_chatters_is_a_fault_and_no_storm_of_presses() -> None:
    keys = pad()
    told = play(keys, *((50 * count, count % 2 == 1) for count in range(2000)))
    assert len([press for press in told if isinstance(press, KeyPressed)]) < 150
    assert [event for event in told if isinstance(event, InputFailed)] == [
        InputFailed(name="the key next", why=InputFault.CHATTERING, at_ms=told[-1].at_ms)
    ]
    assert [type(event) for event in keys.settle(1_000_000)] == [InputRecovered]


def test_a_fault_of_one_key_leaves_the_others_alone() -> None:
    keys = pad()
    keys.muted(pin=NEXT, at_ms=0)
    play(keys, (100, False), (200, True), pin=FLOOR)
    assert list(keys.settle(300)) == [KeyPressed(key=Key.CALL_FLOOR, held=False, at_ms=200)]


def test_a_press_whose_end_was_read_from_the_pin_before_its_edge_came_is_a_press() -> None:
    keys = pad()
    assert keys.edge(pin=NEXT, level=False, at_ms=1000) == ()
    keys.reread(pin=NEXT, level=True, at_ms=1045)
    assert keys.settle(1045) == ()
    assert play(keys, (1040, True)) == []
    assert keys.settle(1060) == (KeyPressed(key=Key.NEXT, held=False, at_ms=1040),)
