"""What the lamps show of a table, and when a pattern is lit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.lamps import Pattern
from drivers.lamps.patterns import is_lit, next_change
from firmware_host.devices.lamps import CALL, FACES, GATE, STATUS, patterns
from firmware_host.rules.dice.shaker import Moment
from firmware_host.table.acts.dice import CloseBets, CompleteDealerShake, NoteDie, RefuseForAll, Uncover
from firmware_host.table.acts.floor import CallFloor
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.view import public_view
from tests.worlds.pure_dice import DiceTable


def shown(table: DiceTable) -> dict[str, Pattern]:
    return dict(patterns(public_view(table.state)))


def test_a_table_that_takes_wagers_is_alive_with_its_gate_open() -> None:
    lamps = shown(DiceTable())
    assert (lamps[STATUS], lamps[GATE], lamps[CALL]) == (Pattern.BEAT, Pattern.LIT, Pattern.DARK)
    assert {lamps[face] for face in FACES} == {Pattern.DARK}


def test_no_more_bets_darkens_the_gate() -> None:
    table = DiceTable()
    table.does(CloseBets())
    assert shown(table)[GATE] is Pattern.DARK


def test_a_device_that_is_down_makes_the_status_hurry_and_calls() -> None:
    table = DiceTable()
    table.does(SenseDevice(device="keys", up=True, detail="working"))
    assert shown(table)[STATUS] is Pattern.BEAT
    table.does(SenseDevice(device="keys", up=False, detail="the key next is stuck"))
    lamps = shown(table)
    assert (lamps[STATUS], lamps[CALL]) == (Pattern.FAST, Pattern.FAST)


def test_a_call_for_the_floor_is_lit() -> None:
    table = DiceTable()
    table.does(CallFloor())
    assert shown(table)[CALL] is Pattern.LIT


@pytest.mark.paragraph("13.5(e)")
def test_the_face_that_is_noted_is_lit_and_the_others_are_asked_for() -> None:
    table = DiceTable()
    for act in (CloseBets(), CompleteDealerShake(), RefuseForAll(), Uncover()):
        table.does(act)
    assert table.at() is Moment.UNCOVERED
    assert {shown(table)[face] for face in FACES} == {Pattern.SLOW}
    table.does(NoteDie(face=4))
    lamps = shown(table)
    assert lamps["dice-4"] is Pattern.LIT
    assert {lamps[face] for face in FACES if face != "dice-4"} == {Pattern.SLOW}


@given(pattern=st.sampled_from(Pattern), at_ms=st.integers(0, 10**9))
def test_a_pattern_stays_as_it_is_until_its_next_change_and_then_is_the_other(pattern: Pattern, at_ms: int) -> None:
    due = next_change(pattern, at_ms)
    if due is None:
        assert pattern in {Pattern.DARK, Pattern.LIT}
        return
    assert due > at_ms
    assert is_lit(pattern, due - 1) == is_lit(pattern, at_ms)
    assert is_lit(pattern, due) != is_lit(pattern, at_ms)


def test_frozen_lamps_can_be_told_from_living_ones() -> None:
    assert {is_lit(Pattern.BEAT, at_ms) for at_ms in range(2000)} == {True, False}
