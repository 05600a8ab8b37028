"""I-15 and the seats of a mini-dice table: who leaves with the shaker, while it is offered, or with wagers up."""

import pytest

from firmware_host.rules.answers import Code, Role
from firmware_host.rules.dice import Wager
from firmware_host.rules.game import Tracking
from firmware_host.table.dice.bodies import Relinquished, ShakerOffered, ShakerRelinquished
from firmware_host.table.seating.acts import LeaveSeat, StepAway, TakeSeat
from firmware_host.table.seating.away import AwayStakes
from firmware_host.table.seating.bodies import SeatLeft
from firmware_host.table.steps import next_steps
from tests.pure_dice import A_SIX, DiceTable, dice_configuration


@pytest.mark.paragraph("I-15")
def test_i_15_when_the_holder_leaves_offers_start_at_the_left_of_that_seat() -> None:
    table = DiceTable()
    table.whole_shake(A_SIX, taker=3)
    left, shaker = table.does(LeaveSeat(seat=3))
    assert left.body == SeatLeft(seat=3)
    assert shaker.body == ShakerRelinquished(seat=3, why=Relinquished.LEFT)
    table.dealer_shook()
    assert table.shaker.offered == 5


@pytest.mark.paragraph("I-15")
def test_i_15_what_was_offered_to_who_leaves_goes_to_the_next() -> None:
    table = DiceTable()
    table.dealer_shook()
    assert table.shaker.offered == 1
    told = table.does(LeaveSeat(seat=1))
    assert [fact.body for fact in told] == [SeatLeft(seat=1), ShakerOffered(seat=3)]


@pytest.mark.paragraph("13.5(f)")
def test_13_5_f_nobody_leaves_wagers_behind() -> None:
    table = DiceTable(dice_configuration(tracking=Tracking.FULL))
    table.wagered(3, Wager.FIELD, 500)
    refusal = table.refuses(LeaveSeat(seat=3))
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("13.5(f)",))
    (step,) = [step for step in next_steps(table.state) if isinstance(step.act, LeaveSeat)]
    assert step.seats == (1, 5, 7)


@pytest.mark.paragraph("I-2")
def test_i_2_there_are_seven_seats_and_no_more() -> None:
    table = DiceTable()
    (step,) = [step for step in next_steps(table.state) if isinstance(step.act, TakeSeat)]
    assert step.seats == (2, 4, 6)
    assert table.refuses(TakeSeat(seat=8)).reason == "this table has no seat 8"
    assert table.does(TakeSeat(seat=2))


def test_there_are_no_table_stakes_to_count_or_to_cover() -> None:
    refusal = DiceTable().refuses(StepAway(seat=3, stakes=AwayStakes.COVERED), role=Role.FLOORPERSON)
    assert (refusal.code, refusal.allowed_by) == (Code.NOT_OFFERED, "giving the seat up")
