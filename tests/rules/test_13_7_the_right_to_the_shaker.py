"""Who has the shaker after the dealer, and when it is passed: 19:47-13.7, I-15."""

import pytest

from firmware_host.rules.decision import Code, Key, Role
from firmware_host.rules.dice import shooter
from firmware_host.rules.dice.shaker import Moment, NoRoll
from firmware_host.rules.dice.shooter import Right, circle, must_offer, next_offer
from firmware_host.table.acts.dice import (
    AcceptShaker,
    CallNoRoll,
    CallSum,
    CloseBets,
    CollectLosers,
    CompleteDealerShake,
    OrderedFor,
    OrderShakerPassed,
    PassShaker,
    RefuseForAll,
    RefuseShaker,
    SenseCover,
    SenseDock,
    SenseShakes,
)
from firmware_host.table.facts.dice import (
    Relinquished,
    ShakerAccepted,
    ShakerKept,
    ShakerOffered,
    ShakerRefused,
    ShakerRelinquished,
)
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.dice import DEVICE
from firmware_host.table.terms import AlertKind
from tests.worlds.pure_dice import A_SEVEN, A_SIX, SEATS, DiceTable, dice_configuration


def held_by(seat: int, *, sensors: bool = False) -> DiceTable:
    """A table whose last shake, a six, was this player's."""
    table = DiceTable(sensors=sensors)
    table.whole_shake(A_SIX, taker=seat)
    assert table.holder == seat
    return table


def held_by_the_dealer() -> DiceTable:
    """Everybody was asked and refused."""
    table = DiceTable()
    table.whole_shake(A_SIX)
    assert table.holder is None
    return table


@pytest.mark.paragraph("13.7(a)")
class TestKeptOrPassed:
    def test_a_player_keeps_it_unless_it_is_passed(self) -> None:
        table = held_by(3)
        table.covered()
        told = table.does(CompleteDealerShake())
        assert told[-1].body == ShakerKept(seat=3)
        assert (table.at(), table.shaker.hand) == (Moment.SHOOTER_SHAKES, 3)

    def test_a_player_passes_it_after_a_settled_shake(self) -> None:
        table = held_by(3)
        (told,) = table.does(PassShaker())
        assert told.body == ShakerRelinquished(seat=3, why=Relinquished.VOLUNTARILY)
        table.dealer_shook()
        assert table.shaker.offered == 5

    def test_it_may_still_be_passed_while_the_dealer_shakes_and_not_afterwards(self) -> None:
        table = held_by(3)
        table.covered()
        table.does(PassShaker())
        table.presses(Key.NEXT_HELD)
        table.does(CompleteDealerShake())
        refusal = table.refuses(PassShaker())
        assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("13.7(a)",))

    def test_it_is_not_passed_twice(self) -> None:
        table = held_by(3)
        table.does(PassShaker())
        assert table.refuses(PassShaker()).reason == "the shaker is offered to the next player in any case"

    def test_the_no_key_passes_it_where_that_is_possible(self) -> None:
        table = held_by(3)
        (step,) = (step for step in next_steps(table.state) if step.key is Key.NO_ROLL)
        assert (step.say, step.seat) == ("Seat 3 passes the shaker.", 3)

    def test_a_dealer_whom_all_have_refused_may_offer_it_all_the_same(self) -> None:
        table = held_by_the_dealer()
        table.does(PassShaker())
        table.dealer_shook()
        assert table.shaker.offered == SEATS[0]


@pytest.mark.paragraph("13.7(a)1", "13.7(a)1i")
class TestASeven:
    def test_a_players_seven_passes_it(self) -> None:
        table = held_by(3)
        told = table.whole_shake(A_SEVEN)
        passed = next(fact for fact in told if isinstance(fact.body, ShakerRelinquished))
        assert (passed.body, passed.paragraphs) == (ShakerRelinquished(seat=3, why=Relinquished.SEVEN), ("13.7(a)1i",))
        table.dealer_shook()
        assert table.shaker.offered == 5

    def test_it_is_passed_when_the_wagers_are_settled_not_before(self) -> None:
        table = held_by(3)
        table.rolled(A_SEVEN)
        table.does(CollectLosers())
        assert not table.shaker.right.open

    @pytest.mark.parametrize("total", [total for total in range(2, 13) if total != 7])
    def test_any_other_sum_leaves_it(self, total: int) -> None:
        table = held_by(3)
        table.whole_shake((min(6, total - 1), total - min(6, total - 1)))
        assert (table.holder, table.shaker.right.open) == (3, False)

    def test_a_seven_under_a_no_roll_passes_nothing(self) -> None:
        table = held_by(3)
        table.dealer_shook()
        table.shot()
        table.does(CallNoRoll(why=NoRoll.NOT_FLAT))
        assert (table.holder, table.shaker.right.open) == (3, False)

    def test_a_seven_that_was_taken_back_passes_nothing(self) -> None:
        table = held_by(3)
        table.rolled(A_SEVEN)
        table.presses(Key.NEXT_HELD)
        table.does(CallSum(dice=A_SIX))
        table.settled()
        assert not table.shaker.right.open

    @pytest.mark.paragraph("I-15")
    def test_the_dealers_seven_obliges_nothing(self) -> None:
        table = held_by_the_dealer()
        told = table.whole_shake(A_SEVEN)
        assert not [fact for fact in told if isinstance(fact.body, ShakerRelinquished)]
        assert table.holder is None


@pytest.mark.paragraph("13.7(a)1ii")
class TestAFloorpersonsOrder:
    @pytest.mark.parametrize("why", OrderedFor)
    def test_there_are_three_reasons_for_it(self, why: OrderedFor) -> None:
        table = held_by(3)
        (told,) = table.does(OrderShakerPassed(why=why))
        assert told.body == ShakerRelinquished(seat=3, why=Relinquished(why.value))
        assert told.paragraphs == ("13.7(a)1ii",)
        table.dealer_shook()
        assert table.shaker.offered == 5

    @pytest.mark.parametrize("role", [Role.DEALER, Role.CASINO_SUPERVISOR, Role.POKER_SHIFT_SUPERVISOR])
    def test_nobody_else_gives_it(self, role: Role) -> None:
        table = held_by(3)
        refusal = table.refuses(OrderShakerPassed(why=OrderedFor.DELAY), role=role)
        assert (refusal.code, refusal.allowed_by) == (Code.NOT_YOUR_ROLE, "ask a floorperson")

    def test_in_mid_shake_the_shaker_goes_back_to_the_dealer_and_on_to_the_next(self) -> None:
        table = held_by(3)
        table.dealer_shook()
        table.does(OrderShakerPassed(why=OrderedFor.DELAY))
        assert (table.at(), table.shaker.hand, table.shaker.shaken) == (Moment.DEALER_SHAKES, None, True)
        table.does(CompleteDealerShake())
        assert table.shaker.offered == 5

    def test_a_sum_that_is_called_is_settled_all_the_same(self) -> None:
        table = held_by(3)
        table.rolled(A_SEVEN)
        table.does(OrderShakerPassed(why=OrderedFor.VIOLATION))
        told = table.settled()
        assert not [fact for fact in told if isinstance(fact.body, ShakerRelinquished)], "it is passed already"
        table.dealer_shook()
        assert table.shaker.offered == 5

    def test_there_is_nothing_to_order_where_no_player_has_it(self) -> None:
        for table in (DiceTable(), held_by_the_dealer()):
            refusal = table.refuses(OrderShakerPassed(why=OrderedFor.DELAY))
            assert (refusal.reason, refusal.paragraphs) == ("no player has the right to the shaker", ("13.7(a)1ii",))

    def test_a_second_shake_that_falls_short_calls_for_attention(self) -> None:
        table = held_by(3, sensors=True)
        table.dealer_shook()
        table.does(SenseShakes(count=2))
        assert not table.state.alerts
        table.does(SenseShakes(count=1))
        (alert,) = table.state.alerts
        assert (alert.kind, alert.paragraphs) == (AlertKind.SHAKES_TOO_SHORT, ("13.7(a)1ii",))
        assert table.shaker.short == 2


@pytest.mark.paragraph("13.7(a)2")
class TestTheDealerAsShooter:
    def test_it_is_offered_again_after_every_settled_shake_if_anyone_has_not_refused(self) -> None:
        table = held_by(3)
        table.does(PassShaker())
        table.whole_shake(A_SIX)
        assert table.holder is None
        table.dealer_shook()
        assert table.shaker.offered == 1, "seat 3 passed it, which is not refusing"

    def test_where_all_have_refused_the_dealer_keeps_it(self) -> None:
        table = held_by_the_dealer()
        table.covered()
        told = table.does(CompleteDealerShake())
        assert (told[-1].body, told[-1].paragraphs) == (ShakerKept(seat=None), ("13.7(a)2",))
        assert table.at() is Moment.SHOOTER_SHAKES

    def test_after_a_no_roll_it_is_not_offered(self) -> None:
        table = DiceTable()
        table.dealer_shook()
        table.does(RefuseShaker(seat=1))
        table.does(RefuseForAll())
        table.shot()
        table.does(CallNoRoll(why=NoRoll.NOT_FLAT))
        assert must_offer(table.shaker.right, table.state.seats) is False


@pytest.mark.paragraph("13.7(b)", "I-15")
class TestTheOffers:
    def test_the_first_goes_to_the_dealers_left(self) -> None:
        table = DiceTable()
        table.dealer_shook()
        assert table.offers_until(None) == [1, 3, 5, 7]

    @pytest.mark.parametrize(("holder", "asked"), [(1, [3, 5, 7]), (3, [5, 7, 1]), (5, [7, 1, 3]), (7, [1, 3, 5])])
    def test_they_go_clockwise_from_the_left_of_the_last_holder_and_end_before_him(
        self, holder: int, asked: list[int]
    ) -> None:
        table = held_by(holder)
        table.does(PassShaker())
        table.dealer_shook()
        assert table.offers_until(None) == asked
        assert table.holder is None

    def test_those_who_refused_earlier_are_asked_too(self) -> None:
        table = held_by(5)
        assert table.shaker.right.refused == (1, 3)
        table.does(PassShaker())
        table.dealer_shook()
        assert table.offers_until(1) == [7, 1]

    def test_the_circle_ends_with_who_takes_it(self) -> None:
        table = DiceTable()
        table.dealer_shook()
        assert table.offers_until(5) == [1, 3, 5]
        assert (table.holder, table.shaker.hand, table.shaker.offered) == (5, 5, None)

    def test_only_the_one_who_is_asked_answers(self) -> None:
        table = DiceTable()
        table.dealer_shook()
        for ask in (AcceptShaker(seat=3), RefuseShaker(seat=3)):
            refusal = table.refuses(ask)
            assert (refusal.code, refusal.paragraphs) == (Code.NOT_YOUR_TURN, ("13.7(b)", "I-15"))
            assert refusal.reason == "the shaker is offered to seat 1, not to seat 3"

    def test_nobody_answers_an_offer_that_is_not_made(self) -> None:
        table = DiceTable()
        for ask in (AcceptShaker(seat=1), RefuseShaker(seat=1), RefuseForAll()):
            assert table.refuses(ask).reason == "the shaker is not offered to any player now"

    def test_nobody_takes_it_is_told_of_each_in_turn(self) -> None:
        table = DiceTable()
        table.dealer_shook()
        table.does(RefuseShaker(seat=1))
        told = [fact.body for fact in table.presses(Key.NO_ROLL_HELD)]
        assert told == [*(ShakerRefused(seat=seat) for seat in (3, 5, 7)), ShakerAccepted(seat=None)]

    def test_the_keys_say_yes_and_no(self) -> None:
        table = DiceTable()
        table.dealer_shook()
        assert [fact.body for fact in table.presses(Key.NO_ROLL)] == [ShakerRefused(seat=1), ShakerOffered(seat=3)]
        assert [fact.body for fact in table.presses(Key.NEXT)] == [ShakerAccepted(seat=3)]


@pytest.mark.paragraph("I-15")
class TestRefusingAndPassing:
    def test_a_refusal_is_forgotten_when_the_player_accepts(self) -> None:
        table = held_by(5)
        table.does(PassShaker())
        table.dealer_shook()
        table.offers_until(1)
        assert table.shaker.right.refused == (3, 7)

    def test_passing_is_not_refusing(self) -> None:
        table = held_by(3)
        table.does(PassShaker())
        assert 3 not in table.shaker.right.refused

    def test_a_lone_players_seven_makes_the_dealer_shake_one_round_and_offer_again(self) -> None:
        table = DiceTable(dice_configuration(seats=(4,)))
        table.whole_shake(A_SEVEN, taker=4)
        table.covered()
        told = table.does(CompleteDealerShake())
        assert told[-1].body == ShakerAccepted(seat=None)
        table.shot()
        table.does(CallSum(dice=A_SIX))
        table.settled()
        table.dealer_shook()
        assert table.shaker.offered == 4

    def test_the_right_of_one_who_left_is_offered_from_the_left_of_that_seat(self) -> None:
        right = shooter.left(Right(holder=5, open=False, refused=(1,)), 5)
        assert must_offer(right, (1, 3, 7))
        assert circle(right, (1, 3, 7)) == (7, 1, 3)
        assert circle(right, (1, 3, 5, 7)) == (7, 1, 3, 5), "whoever sits there now is not the last holder"

    def test_who_leaves_is_no_longer_one_who_refused(self) -> None:
        assert shooter.left(Right(holder=5, open=False, refused=(1, 3)), 3) == Right(holder=5, open=False, refused=(1,))

    def test_one_who_leaves_while_asked_is_passed_over(self) -> None:
        assert next_offer(Right(holder=5), (1, 5), after=7) == 1
        assert next_offer(Right(holder=5), (5, 7), after=1) is None

    def test_a_short_circle_with_sensors_leaves_the_shaker_in_one_pair_of_hands(self) -> None:
        table = held_by(3, sensors=True)
        assert table.state.devices[DEVICE]
        table.does(SenseCover(on=True))
        table.does(SenseShakes(count=3))
        table.does(CompleteDealerShake())
        assert table.shaker.hand == 3
        table.does(SenseDock(docked=False))
        table.does(SenseDock(docked=True))
        assert table.shaker.hand == 3, "put down without a shake it is still this player's turn"
        table.refuses(CloseBets())
