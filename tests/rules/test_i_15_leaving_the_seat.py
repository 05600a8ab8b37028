"""I-15 and the seats of a mini-dice table: who leaves with the shaker, while it is offered, or with wagers up."""

import pytest

from firmware_host.rules.decision import Code, Key, Refusal, Role
from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import Tracking
from firmware_host.table.acts.dice import CallSum, CloseBets, CompleteDealerShake, SenseShakes
from firmware_host.table.acts.seating import LeaveSeat, StepAway, TakeSeat
from firmware_host.table.facts.dice import Relinquished, ShakerOffered, ShakerRelinquished
from firmware_host.table.facts.seating import SeatLeft
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.terms import AwayStakes
from tests.worlds.pure_dice import A_SEVEN, A_SIX, DiceTable, dice_configuration


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
    assert (refusal.code, refusal.allowed_by) == (Code.NOT_OFFERED, "have the player give up the seat")


@pytest.mark.paragraph("I-15")
def test_i_15_who_leaves_with_the_shaker_in_hand_leaves_it_to_the_dealer_who_has_shaken() -> None:
    table = DiceTable(sensors=True)
    table.dealer_shook()
    table.offers_until(3)
    table.does(SenseShakes(count=5))
    table.does(LeaveSeat(seat=3))
    assert (table.at(), table.shaker.hand, table.shaker.shaken) == (Moment.DEALER_SHAKES, None, True)
    table.does(CompleteDealerShake())
    assert table.offers_until(5) == [5]
    assert (table.shaker.hand, table.shaker.shaken) == (5, False), "the next holder shakes three times anew"


@pytest.mark.paragraph("I-15")
def test_i_15_a_refusal_is_forgotten_when_the_player_leaves_the_seat() -> None:
    table = DiceTable()
    table.whole_shake(A_SIX)
    assert table.shaker.right.refused == (1, 3, 5, 7)
    table.does(LeaveSeat(seat=3))
    table.does(TakeSeat(seat=3))
    table.dealer_shook()
    assert table.offers_until(3) == [1, 3], "somebody is there who has not refused, and each is asked in turn"


@pytest.mark.paragraph("I-15")
def test_i_15_whoever_sits_down_in_the_leavers_seat_is_asked_last() -> None:
    table = DiceTable()
    table.whole_shake(A_SIX, taker=3)
    table.does(LeaveSeat(seat=3))
    table.does(TakeSeat(seat=3))
    table.dealer_shook()
    assert table.offers_until(None) == [5, 7, 1, 3]


@pytest.mark.paragraph("I-15")
def test_i_15_a_sum_that_is_called_is_settled_whoever_leaves() -> None:
    table = DiceTable()
    table.dealer_shook()
    table.offers_until(3)
    table.shot()
    table.does(CallSum(dice=A_SEVEN))
    table.does(LeaveSeat(seat=3))
    table.presses(Key.DICE_3_HELD)
    table.does(CallSum(dice=A_SIX))
    table.settled()
    table.dealer_shook()
    assert table.shaker.offered == 5


def test_where_everybody_has_left_nobody_wagers_and_the_table_says_so() -> None:
    table = DiceTable(dice_configuration(seats=(1,)))
    table.does(LeaveSeat(seat=1))
    refusal = table.refuses(CloseBets())
    assert (refusal.reason, refusal.allowed_by) == ("no player is seated", "wait until a player sits down")
    assert what_is_missing(table.state) == refusal
    table.does(TakeSeat(seat=4))
    assert not isinstance(table.ask(CloseBets()), Refusal)
