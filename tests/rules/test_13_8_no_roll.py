"""Irregularities, 19:47-13.8: a no roll decides nothing and is shaken again."""

import pytest

from firmware_host.rules.decision import Code, Key
from firmware_host.rules.dice.shaker import Moment, NoRoll
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import Tracking
from firmware_host.table.acts.dice import CallNoRoll, CompleteDealerShake, PlaceWager, PutCoverOn
from firmware_host.table.facts.dice import CoverTakenOff, NoRollCalled, ShakerKept, Word
from tests.worlds.pure_dice import A_SIX, DiceTable, dice_configuration


def uncovered(*, taker: int | None = 3, sensors: bool = False) -> DiceTable:
    table = DiceTable(sensors=sensors)
    table.dealer_shook()
    table.offers_until(taker)
    table.shot()
    return table


@pytest.mark.paragraph("13.8(a)")
class TestNoRoll:
    @pytest.mark.parametrize("taker", [3, None])
    def test_the_dealer_shakes_again_and_then_the_same_holder(self, taker: int | None) -> None:
        table = uncovered(taker=taker)
        table.does(CallNoRoll(why=NoRoll.NOT_FLAT))
        assert table.at() is Moment.COVERING
        table.does(PutCoverOn())
        told = table.does(CompleteDealerShake())
        assert told[-1].body == ShakerKept(seat=taker)
        table.refuses(CompleteDealerShake())
        table.shot()
        assert table.at() is Moment.UNCOVERED

    def test_wagers_stand_and_none_is_taken(self) -> None:
        table = DiceTable(dice_configuration(tracking=Tracking.FULL))
        table.wagered(1, Wager.FIELD, 5_00)
        table.dealer_shook()
        table.offers_until(3)
        table.shot()
        before = table.dice.wagers
        table.does(CallNoRoll(why=NoRoll.FELL_OUT))
        assert table.dice.wagers == before
        assert table.refuses(PlaceWager(seat=1, wager=Wager.FIELD, cents=5_00)).code is Code.NOT_NOW

    def test_a_die_that_was_noted_is_forgotten(self) -> None:
        table = uncovered()
        table.presses(Key.DICE_4)
        table.presses(Key.NO_ROLL)
        assert table.dice.faces == ()

    def test_no_number_of_them_settles_anything(self) -> None:
        table = uncovered()
        for _ in range(4):
            table.does(CallNoRoll(why=NoRoll.NOT_FLAT))
            table.does(PutCoverOn())
            table.does(CompleteDealerShake())
            table.shot()
        assert (table.state.rounds, table.holder) == (1, 3)
        assert not table.shaker.right.open

    def test_a_sum_that_is_called_is_no_no_roll_until_it_is_taken_back(self) -> None:
        table = DiceTable()
        table.rolled(A_SIX)
        assert table.refuses(CallNoRoll(why=NoRoll.NOT_FLAT)).paragraphs == ("13.8(a)1",)
        table.presses(Key.NEXT_HELD)
        table.does(CallNoRoll(why=NoRoll.NOT_FLAT))

    def test_a_slip_of_the_finger_on_it_is_taken_back(self) -> None:
        table = uncovered()
        table.presses(Key.NO_ROLL)
        table.presses(Key.NEXT_HELD)
        assert table.at() is Moment.UNCOVERED


@pytest.mark.paragraph("13.8(a)1")
def test_13_8_a_1_dice_that_are_not_flat_are_seen_once_uncovered() -> None:
    table = uncovered()
    (told,) = table.presses(Key.NO_ROLL)
    assert (told.body, told.paragraphs) == (NoRollCalled(why=NoRoll.NOT_FLAT), ("13.8(a)", "13.8(a)1"))


@pytest.mark.paragraph("13.8(a)1")
def test_13_8_a_1_nobody_sees_dice_under_a_cover() -> None:
    table = DiceTable()
    table.dealer_shook()
    refusal = table.refuses(CallNoRoll(why=NoRoll.NOT_FLAT))
    assert (refusal.code, refusal.allowed_by) == (
        Code.NOT_NOW,
        "call it once the dice are uncovered after a shake",
    )


@pytest.mark.paragraph("13.8(a)2")
def test_13_8_a_2_a_die_that_fell_out_is_called_by_holding_the_key() -> None:
    table = uncovered()
    (told,) = table.presses(Key.NO_ROLL_HELD)
    assert (told.body, told.paragraphs) == (NoRollCalled(why=NoRoll.FELL_OUT), ("13.8(a)", "13.8(a)2"))


@pytest.mark.paragraph("13.8(a)2")
def test_13_8_a_2_a_die_lost_before_the_uncovering_is_treated_alike() -> None:
    table = DiceTable()
    table.dealer_shook()
    table.offers_until(3)
    told = table.presses(Key.NO_ROLL_HELD)
    assert [fact.body for fact in told] == [
        NoRollCalled(why=NoRoll.FELL_OUT),
        CoverTakenOff(word=Word.DEALER),
    ], "the cover came off to put it back in"
    assert (table.at(), table.holder, table.shaker.hand) == (Moment.COVERING, 3, None)


@pytest.mark.paragraph("13.8(a)2")
def test_13_8_a_2_before_no_more_bets_there_is_nothing_to_lose() -> None:
    assert DiceTable().refuses(CallNoRoll(why=NoRoll.FELL_OUT)).paragraphs == ("13.8(a)2",)
