"""Short, held or nothing: a key told with times and nothing else."""

import pytest

from drivers.dealer_keys import Key, KeyPress, KeyPressed
from drivers.dealer_keys.press import KeyPadLogic

NEXT, FLOOR = 4, 17


def pad(*, down: bool = False) -> KeyPadLogic:
    return KeyPadLogic(
        keys={NEXT: Key.NEXT, FLOOR: Key.CALL_FLOOR},
        levels={NEXT: not down, FLOOR: True},
        settle_ms=20,
        hold_ms=800,
    )


def play(keys: KeyPadLogic, *edges: tuple[int, bool], pin: int = NEXT) -> list[KeyPressed]:
    return [press for at_ms, level in edges for press in keys.edge(pin=pin, level=level, at_ms=at_ms)]


def test_a_short_press_is_told_when_the_key_comes_up() -> None:
    keys = pad()
    assert play(keys, (0, False), (100, True)) == []
    assert keys.next_due == 120
    assert list(keys.settle(120)) == [KeyPressed(key=Key.NEXT, held=False, at_ms=100)]
    assert keys.next_due is None


def test_a_held_press_is_told_once_while_the_key_is_down() -> None:
    keys = pad()
    play(keys, (0, False))
    assert [(keys.next_due, list(keys.settle(now_ms))) for now_ms in (20, 799)] == [(20, []), (800, [])]
    (held,) = keys.settle(800)
    assert held == KeyPressed(key=Key.NEXT, held=True, at_ms=800)
    assert held.press is KeyPress.HELD
    assert keys.next_due is None
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
    assert keys.next_due is None
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
    assert [press.key for press in told] == [Key.NEXT, Key.CALL_FLOOR]


def test_an_edge_shorter_than_the_settling_time_is_no_press() -> None:
    keys = pad()
    assert play(keys, (0, False), (12, True)) == []
    assert list(keys.settle(1000)) == []
