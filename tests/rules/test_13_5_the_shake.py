"""The shake and its settlement, 19:47-13.5(d)2 to (f), and what stands before it (I-1)."""

import pytest

from firmware_host.rules.decision import Code, Key, Role
from firmware_host.rules.dice.shaker import Moment, NoRoll
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import Tracking
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.dice import (
    CallNoRoll,
    CallSum,
    CloseBets,
    CollectLosers,
    CompleteDealerShake,
    NoteDie,
    PayWinners,
    PutCoverOn,
    RefuseForAll,
    SenseCover,
    SenseDock,
    SenseShakes,
    SenseTamper,
    Uncover,
)
from firmware_host.table.acts.round import PressKey
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.config import DiceConfig
from firmware_host.table.facts.corrections import Amended, Instead
from firmware_host.table.facts.dice import (
    BetsClosed,
    CoveredEarly,
    CoverPutOn,
    CoverTakenOff,
    Decided,
    DiceShaken,
    DieNoted,
    LosersCollected,
    ShakeFellShort,
    ShakerAccepted,
    ShakerReturned,
    ShakeSettled,
    ShakeSpoiled,
    Spoiled,
    SumCalled,
    WagersOpened,
    WinnersPaid,
    Word,
)
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.dice import DEVICE
from firmware_host.table.terms import AlertKind, Severity
from tests.worlds.pure_dice import A_SEVEN, A_SIX, DiceTable, dice_configuration
from tests.worlds.pure_table import PureTable


def with_sensors() -> DiceTable:
    return DiceTable(sensors=True)


def tracked() -> DiceTable:
    return DiceTable(dice_configuration(tracking=Tracking.FULL))


def say(table: PureTable) -> str:
    return next(step.say for step in next_steps(table.state) if step.expected)


@pytest.mark.paragraph("I-1")
class TestUpToTheOffer:
    def test_a_table_that_is_opened_takes_wagers(self) -> None:
        table = DiceTable()
        assert table.at() is Moment.WAGERS
        assert table.facts[-1].body == WagersOpened()

    def test_on_the_dealers_word_no_more_bets_is_called_and_the_cover_goes_on(self) -> None:
        table = DiceTable()
        told = table.does(CloseBets())
        assert [fact.body for fact in told] == [BetsClosed(word=Word.DEALER), CoverPutOn(word=Word.DEALER)]
        assert table.at() is Moment.DEALER_SHAKES

    def test_the_dealer_shakes_three_or_more_times_before_anybody_is_offered_the_shaker(self) -> None:
        table = with_sensors()
        table.covered()
        refusal = table.refuses(CompleteDealerShake())
        assert refusal.reason == "the shaker's sensors have not seen 3 shakes by the dealer"
        table.does(SenseShakes(count=3))
        table.does(CompleteDealerShake())
        assert table.shaker.offered == 1

    def test_a_shake_short_of_three_is_invalid_and_shaken_again(self) -> None:
        table = with_sensors()
        table.covered()
        assert [fact.body for fact in table.does(SenseShakes(count=2))] == [ShakeFellShort(seat=None, times=2)]
        table.refuses(CompleteDealerShake())
        assert [fact.body for fact in table.does(SenseShakes(count=2))] == [ShakeFellShort(seat=None, times=2)]
        assert table.refuses(CompleteDealerShake()).code is Code.NOT_NOW, "two and two are not three in one go"

    def test_a_house_may_ask_for_more_than_three(self) -> None:
        table = DiceTable(dice_configuration(dice=DiceConfig(shakes=5)), sensors=True)
        table.covered()
        assert say(table) == "Shake five times or more."
        assert [fact.body for fact in table.does(SenseShakes(count=4))] == [ShakeFellShort(seat=None, times=4)]

    def test_shakes_before_the_cover_is_on_are_none(self) -> None:
        table = with_sensors()
        table.does(CloseBets())
        assert table.at() is Moment.COVERING
        assert table.does(SenseShakes(count=5)) == ()

    def test_with_sensors_the_call_alone_does_not_put_the_cover_on(self) -> None:
        table = with_sensors()
        assert [fact.body for fact in table.does(CloseBets())] == [BetsClosed(word=Word.DEALER)]
        assert table.refuses(PutCoverOn()).reason == "the shaker's sensors have not seen the cover go onto the shaker"
        assert what_is_missing(table.state).reason == "the sensors have not seen the cover go onto the shaker"
        table.does(SenseCover(on=True))
        assert table.at() is Moment.DEALER_SHAKES

    def test_the_cover_going_on_closes_the_bets(self) -> None:
        table = with_sensors()
        told = table.does(SenseCover(on=True))
        assert [fact.body for fact in told] == [BetsClosed(word=Word.SENSED), CoverPutOn(word=Word.SENSED)]

    def test_a_cover_put_on_by_mistake_closes_nothing_once_that_is_taken_back(self) -> None:
        table = with_sensors()
        closed, _ = table.does(SenseCover(on=True))
        assert [fact.body for fact in table.does(TakeBack())] == [
            Amended(changes=(Instead(of=closed.number, body=None),), why="the dealer took the step back")
        ]
        assert (table.at(), table.shaker.covered) == (Moment.WAGERS, True)
        table.does(CloseBets())
        assert table.at() is Moment.DEALER_SHAKES

    def test_once_the_dealer_has_shaken_wagers_are_not_opened_again(self) -> None:
        table = with_sensors()
        table.covered()
        table.does(SenseShakes(count=3))
        assert table.refuses(TakeBack()).code is Code.NOTHING_TO_TAKE_BACK

    def test_a_cover_lifted_before_the_shaker_is_handed_over_means_shaking_again(self) -> None:
        table = with_sensors()
        table.covered()
        table.does(SenseShakes(count=3))
        table.does(SenseCover(on=False))
        table.does(SenseCover(on=True))
        assert (table.at(), table.shaker.shaken) == (Moment.DEALER_SHAKES, False)

    def test_the_shooter_shakes_three_or_more_times_in_full_view_and_gives_it_back(self) -> None:
        table = with_sensors()
        table.dealer_shook()
        table.offers_until(5)
        assert say(table) == "Seat 5 shakes in full view, three times or more."
        table.does(SenseDock(docked=False))
        assert [fact.body for fact in table.does(SenseShakes(count=2))] == [ShakeFellShort(seat=5, times=2)]
        assert say(table).startswith("Too few shakes: again.")
        table.does(SenseShakes(count=4))
        assert say(table) == "Return the shaker to the dealer."
        told = table.does(SenseDock(docked=True))
        assert told[-1].body == ShakerReturned(seat=5, word=Word.SENSED)
        assert say(table) == "Take the cover off in front of you and call the sum at once."
        table.does(SenseCover(on=False))
        assert table.at() is Moment.UNCOVERED


class TestWhoseWordItIs:
    def test_without_sensors_the_dealers_word_counts_and_is_recorded_as_such(self) -> None:
        table = DiceTable()
        table.dealer_shook()
        table.offers_until(3)
        told = table.does(Uncover())
        assert [fact.body for fact in told] == [
            DiceShaken(seat=3, word=Word.DEALER),
            ShakerReturned(seat=3, word=Word.DEALER),
            CoverTakenOff(word=Word.DEALER),
        ]

    def test_a_floorpersons_word_stands_against_the_sensors(self) -> None:
        table = with_sensors()
        table.covered()
        table.refuses(CompleteDealerShake())
        told = table.does(CompleteDealerShake(), role=Role.FLOORPERSON)
        assert told[0].body == DiceShaken(seat=None, word=Word.FLOORPERSON)

    def test_sensors_that_die_in_mid_shake_leave_it_to_the_dealer(self) -> None:
        table = with_sensors()
        table.dealer_shook()
        table.offers_until(3)
        table.does(SenseShakes(count=3))
        table.does(SenseDevice(device=DEVICE, up=False, detail="no answer"))
        told = table.does(Uncover())
        assert [type(fact.body) for fact in told] == [ShakerReturned, CoverTakenOff], "what was counted stands"

    def test_a_shake_that_its_sensors_saw_is_nothing_the_dealer_takes_back(self) -> None:
        table = with_sensors()
        table.covered()
        table.does(SenseShakes(count=3))
        table.does(CompleteDealerShake())
        table.does(TakeBack())
        assert (table.at(), table.shaker.shaken) == (Moment.DEALER_SHAKES, True)


@pytest.mark.paragraph("13.5(d)2")
class TestTheDealerForThePlayers:
    def test_when_nobody_accepts_the_dealer_does_and_shakes_three_times_more(self) -> None:
        table = with_sensors()
        table.dealer_shook()
        told = table.does(RefuseForAll())
        assert told[-1].body == ShakerAccepted(seat=None)
        assert told[-1].paragraphs == ("13.5(d)2", "13.7(b)")
        assert say(table) == "Shake again for the players, three times or more."
        (again,) = table.does(SenseShakes(count=3))
        assert (again.body, again.paragraphs) == (DiceShaken(seat=None, word=Word.SENSED, times=3), ("13.5(d)2",))
        table.does(SenseCover(on=False))
        assert table.at() is Moment.UNCOVERED

    def test_the_dealers_first_three_do_not_count_for_the_players(self) -> None:
        table = with_sensors()
        table.covered()
        table.does(SenseShakes(count=9))
        table.does(CompleteDealerShake())
        table.does(RefuseForAll())
        told = table.does(SenseCover(on=False))
        assert [fact.body for fact in told[:2]] == [
            CoverTakenOff(word=Word.SENSED),
            ShakeSpoiled(why=Spoiled.COVER_OFF),
        ]


@pytest.mark.paragraph("13.5(e)")
class TestUncoveringAndTheSum:
    def test_no_sum_is_called_on_covered_dice(self) -> None:
        table = DiceTable()
        for ask in (CallSum(dice=A_SIX), NoteDie(face=2)):
            assert table.refuses(ask).paragraphs == ("13.5(e)",)
        table.dealer_shook()
        table.offers_until(1)
        assert table.refuses(CallSum(dice=A_SIX)).paragraphs == ("13.5(e)",)

    def test_the_shaker_is_uncovered_in_front_of_the_dealer_only(self) -> None:
        table = with_sensors()
        table.dealer_shook()
        table.offers_until(3)
        table.does(SenseDock(docked=False))
        table.does(SenseShakes(count=3))
        refusal = table.refuses(Uncover())
        assert refusal.reason == "the shaker's sensors have not seen the shaker back in front of the dealer"
        told = table.does(SenseCover(on=False))
        assert told[1].body == ShakeSpoiled(why=Spoiled.COVER_OFF)
        assert table.state.alerts[-1].kind is AlertKind.SHAKE_SPOILED
        assert (table.at(), table.holder, table.shaker.hand) == (Moment.COVERING, 3, None)

    def test_two_keys_make_a_roll(self) -> None:
        table = DiceTable()
        table.dealer_shook()
        table.offers_until(1)
        table.shot()
        assert [fact.body for fact in table.presses(Key.DICE_5)] == [DieNoted(face=5)]
        assert [fact.body for fact in table.presses(Key.DICE_3)] == [SumCalled(dice=(5, 3), total=8)]
        assert table.at() is Moment.COLLECTING

    @pytest.mark.parametrize("held", [Key.DICE_5_HELD, Key.DICE_3_HELD, Key.NEXT_HELD])
    def test_a_roll_is_taken_back_whole_by_a_long_press(self, held: Key) -> None:
        table = rolled(Key.DICE_5, Key.DICE_3)
        table.presses(held)
        assert (table.at(), table.dice.faces) == (Moment.UNCOVERED, ())
        table.presses(Key.DICE_1)
        table.presses(Key.DICE_1)
        assert table.dice.faces == (1, 1)

    def test_one_die_too_is_taken_back(self) -> None:
        table = rolled(Key.DICE_5)
        assert table.refuses(PressKey(key=Key.DICE_4_HELD)).code is Code.NOT_NOW, "its key is not lit"
        table.presses(Key.DICE_5_HELD)
        assert table.dice.faces == ()

    def test_only_one_face_of_each_die_counts(self) -> None:
        table = rolled(Key.DICE_5)
        assert table.refuses(NoteDie(face=5)).reason == "the first die has already been entered"
        assert table.refuses(CallSum(dice=A_SIX)).reason == "the first die was entered as 5"
        table.does(CallSum(dice=(1, 5)))
        assert table.refuses(CallSum(dice=(1, 5))).code is Code.NOT_NOW, "called once"

    def test_a_shaker_whose_base_was_opened_is_not_read(self) -> None:
        table = with_sensors()
        table.dealer_shook()
        table.offers_until(3)
        table.does(SenseShakes(count=3))
        told = table.does(SenseTamper(open=True))
        assert ShakeSpoiled(why=Spoiled.TAMPERED) in [fact.body for fact in told]
        assert {alert.kind for alert in table.state.alerts} == {AlertKind.SHAKER_OPENED, AlertKind.SHAKE_SPOILED}


@pytest.mark.paragraph("13.5(f)")
class TestSettlement:
    def test_losing_wagers_are_collected_before_any_winner_is_paid(self) -> None:
        table = DiceTable()
        table.rolled(A_SIX)
        assert table.refuses(PayWinners()).reason == "the losing wagers have not been collected yet"
        table.does(CollectLosers())
        table.refuses(CollectLosers())
        table.does(PayWinners())
        assert table.at() is Moment.WAGERS

    def test_only_a_called_sum_is_settled_and_only_once(self) -> None:
        table = DiceTable()
        for ask in (CollectLosers(), PayWinners()):
            assert table.refuses(ask).reason == "there is no shake to settle"
        table.rolled(A_SIX)
        table.settled()
        for ask in (CollectLosers(), PayWinners()):
            assert table.refuses(ask).reason == "there is no shake to settle"

    def test_the_shaker_stays_uncovered_until_the_last_winner_is_paid(self) -> None:
        table = DiceTable()
        table.rolled(A_SIX)
        for _ in range(2):
            assert table.refuses(PutCoverOn()).paragraphs == ("13.5(f)",)
            (due,) = (step for step in next_steps(table.state) if step.expected)
            table.does(due.act)
        table.does(CloseBets())
        assert table.shaker.covered

    @pytest.mark.parametrize("collected", [False, True])
    def test_a_cover_seen_on_before_that_is_a_violation_on_record(self, collected: bool) -> None:  # noqa: FBT001
        table = with_sensors()
        table.rolled(A_SIX)
        if collected:
            table.does(CollectLosers())
        told = table.does(SenseCover(on=True))
        assert [fact.body for fact in told[:2]] == [CoverPutOn(word=Word.SENSED), CoveredEarly()]
        assert told[1].paragraphs == ("13.5(f)",)
        (alert,) = table.state.alerts
        assert (alert.kind, alert.severity) == (AlertKind.COVERED_EARLY, Severity.VIOLATION)
        assert say(table).startswith("Take the cover off again. ")
        table.settled()
        assert table.at() is Moment.WAGERS

    def test_what_is_collected_and_paid_is_named_by_seat_where_wagers_are_tracked(self) -> None:
        table = tracked()
        table.wagered(3, Wager.FIELD, 5_00)
        table.wagered(1, Wager.PLACE_6, 12_00)
        table.wagered(5, Wager.UNDER_7, 10_00)
        table.wagered(7, Wager.PLACE_8, 6_00)
        table.rolled(A_SIX)
        assert say(table) == "6. Collect first: seat 3 $5 on field."
        table.does(CollectLosers())
        assert say(table) == "Pay: seat 1 $14 on $12 of place-6, seat 5 $10 on $10 of under-7."
        told = [fact.body for fact in table.does(PayWinners())]
        assert told[0] == WinnersPaid(
            wagers=(
                Decided(seat=1, wager=Wager.PLACE_6, cents=12_00, pays_cents=14_00),
                Decided(seat=5, wager=Wager.UNDER_7, cents=10_00, pays_cents=10_00),
            )
        )
        assert told[1] == ShakeSettled(total=6, collected_cents=5_00, paid_cents=24_00)
        assert [(up.seat, up.wager) for up in table.dice.wagers] == [(7, Wager.PLACE_8)], "a place bet stays (I-2)"

    def test_where_nobody_wins_collecting_settles_it(self) -> None:
        table = tracked()
        table.wagered(3, Wager.FIELD, 5_00)
        table.rolled(A_SIX)
        assert say(table) == "6. Collect first: seat 3 $5 on field. No wager wins."
        told = [type(fact.body) for fact in table.does(CollectLosers())]
        assert told == [LosersCollected, WinnersPaid, ShakeSettled, WagersOpened]

    def test_where_nobody_loses_paying_settles_it(self) -> None:
        table = tracked()
        table.wagered(3, Wager.ANY_7, 5_00)
        table.rolled(A_SEVEN)
        assert say(table) == "7. Pay: seat 3 $20 on $5 of any-7."
        told = [type(fact.body) for fact in table.does(PayWinners())]
        assert told == [LosersCollected, WinnersPaid, ShakeSettled, WagersOpened]

    def test_money_that_has_moved_is_not_taken_back_by_the_dealer_alone(self) -> None:
        table = DiceTable()
        table.rolled(A_SIX)
        table.does(CollectLosers())
        assert table.refuses(TakeBack()).code is Code.NOTHING_TO_TAKE_BACK

    def test_a_no_roll_has_nothing_to_settle(self) -> None:
        table = DiceTable()
        table.dealer_shook()
        table.offers_until(1)
        table.shot()
        table.does(CallNoRoll(why=NoRoll.NOT_FLAT))
        table.refuses(CollectLosers())


def rolled(*keys: Key) -> DiceTable:
    table = DiceTable()
    table.dealer_shook()
    table.offers_until(1)
    table.shot()
    for key in keys:
        table.presses(key)
    return table
