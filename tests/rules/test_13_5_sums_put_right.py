"""A sum that was called wrong and found out after money had moved on it: two people put it right (13.5(e), (f))."""

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.dice.wagers import Dice, Wager
from firmware_host.rules.game import Tracking
from firmware_host.table.acts.approvals import Approve
from firmware_host.table.acts.corrections import CorrectSum
from firmware_host.table.acts.dice import CloseBets, CollectLosers, PassShaker
from firmware_host.table.acts.floor import CloseTable
from firmware_host.table.acts.seating import ChangeSeat, LeaveSeat, TakeSeat
from firmware_host.table.acts.system import AdoptConfiguration, Start
from firmware_host.table.config import DiceConfig
from firmware_host.table.facts.corrections import Amended, Instead, SumCorrected
from firmware_host.table.facts.dice import (
    Decided,
    LosersCollected,
    MoneyDue,
    ShakerRelinquished,
    ShakeSettled,
    SumCalled,
    WinnersPaid,
)
from firmware_host.table.facts.fact import sentence
from firmware_host.table.facts.floor import AlertRaised
from firmware_host.table.history import Ledger
from tests.worlds.pure_dice import A_SEVEN, A_SIX, DiceTable, dice_configuration
from tests.worlds.pure_table import JOURNAL

pytestmark = pytest.mark.paragraph("13.5(e)", "13.5(f)")


def a_table(tracking: Tracking = Tracking.FULL) -> DiceTable:
    return DiceTable(dice_configuration(tracking=tracking))


def put_right(table: DiceTable, dice: Dice, *, of: int = 1) -> Amended:
    told = table.by_two(CorrectSum(round=of, dice=dice, why="the 3 was a 2"))
    (body,) = (fact.body for fact in told if not isinstance(fact.body, AlertRaised))
    assert isinstance(body, Amended)
    return body


def refused(table: DiceTable, dice: Dice, *, of: int = 1) -> Refusal:
    return table.not_by_two(CorrectSum(round=of, dice=dice, why="misread"))


def number_of(table: DiceTable, kind: type) -> int:
    return next(fact.number for fact in table.facts if isinstance(fact.body, kind))


def up(table: DiceTable) -> list[tuple[int, Wager, int]]:
    return [(one.seat, one.wager, one.cents) for one in table.dice.wagers]


def a_settled_seven() -> DiceTable:
    """Called a 7, and it was a 6: a place bet was lost that won, one that stood, and any 7 was paid."""
    table = a_table()
    table.wagered(1, Wager.PLACE_6, 6_00)
    table.wagered(3, Wager.PLACE_8, 12_00)
    table.wagered(5, Wager.ANY_7, 5_00)
    table.whole_shake(A_SEVEN, taker=3)
    return table


def test_it_takes_two_people() -> None:
    table = a_settled_seven()
    act = CorrectSum(round=1, dice=A_SIX, why="the 3 was a 2")
    for role in (Role.DEALER, Role.FLOORPERSON):
        assert table.refuses(act, role=role).code is Code.TWO_PEOPLE_NEEDED
    request = table.requested(act)
    assert (
        table.refuses(Approve(request=request), role=Role.FLOORPERSON, actor="floor-1").code is Code.TWO_PEOPLE_NEEDED
    )


def test_what_is_due_to_whom_is_worked_out() -> None:
    table = a_settled_seven()
    body = put_right(table, A_SIX)
    assert body.changes == (
        Instead(of=number_of(table, SumCalled), body=SumCalled(dice=A_SIX, total=6)),
        Instead(
            of=number_of(table, LosersCollected),
            body=LosersCollected(wagers=(Decided(seat=5, wager=Wager.ANY_7, cents=5_00),)),
        ),
        Instead(
            of=number_of(table, WinnersPaid),
            body=WinnersPaid(wagers=(Decided(seat=1, wager=Wager.PLACE_6, cents=6_00, pays_cents=7_00),)),
        ),
        Instead(of=number_of(table, ShakerRelinquished), body=None),
        Instead(of=number_of(table, ShakeSettled), body=ShakeSettled(total=6, collected_cents=5_00, paid_cents=7_00)),
    )
    assert body.due == (
        MoneyDue(seat=1, cents=6_00 + 7_00),
        MoneyDue(seat=3, cents=12_00),
        MoneyDue(seat=5, cents=-20_00 - 5_00),
    )
    assert body.again == (Decided(seat=3, wager=Wager.PLACE_8, cents=12_00),)
    assert up(table) == [(3, Wager.PLACE_8, 12_00)]


def test_a_seven_that_was_none_passed_nothing() -> None:
    table = a_settled_seven()
    assert table.shaker.right.open
    put_right(table, A_SIX)
    assert (table.holder, table.shaker.right.open) == (3, False)
    table.dealer_shook()
    assert table.shaker.hand == 3


@pytest.mark.paragraph("13.7(a)1i")
def test_a_seven_that_was_not_called_passes_the_shaker() -> None:
    table = a_table()
    table.whole_shake(A_SIX, taker=3)
    put_right(table, A_SEVEN)
    table.dealer_shook()
    assert table.shaker.offered == 5


def test_one_who_passed_it_or_left_meanwhile_does_not_get_it_back() -> None:
    table = a_settled_seven()
    table.does(LeaveSeat(seat=3))
    put_right(table, A_SIX)
    assert table.shaker.right.open
    table = a_table()
    table.whole_shake(A_SIX, taker=3)
    table.does(PassShaker())
    put_right(table, (1, 1))
    assert table.shaker.right.open


def test_for_a_player_who_left_nothing_stands_again_and_nobody_else_is_paid_for_it() -> None:
    """His wager was no loser: what he put down is his, wherever he is; who sits there now has nothing to do with it."""
    table = a_table()
    table.wagered(5, Wager.PLACE_4, 5_00)
    table.whole_shake(A_SEVEN)
    table.does(LeaveSeat(seat=5))
    corrected = table.by_two(CorrectSum(round=1, dice=(3, 3), why="misread"))[-1]
    assert isinstance(corrected.body, Amended)
    assert corrected.body.again == ()
    assert corrected.body.due == (MoneyDue(seat=5, cents=5_00, left=True),)
    assert sentence(corrected).endswith(
        "The dice showed 3 and 3 (sum 6). Reason: misread; $5 to the player who left seat 5. "
        "The record keeps both versions."
    )
    assert up(table) == []
    table.does(TakeSeat(seat=5))
    table.whole_shake((2, 2))
    assert WinnersPaid(wagers=()) in table.bodies()
    table.does(CloseTable())


def test_what_a_player_who_left_has_won_or_lost_is_between_him_and_the_house() -> None:
    table = a_table()
    table.wagered(5, Wager.PLACE_4, 5_00)
    table.wagered(5, Wager.ANY_7, 5_00)
    table.whole_shake(A_SEVEN)
    table.does(LeaveSeat(seat=5))
    table.does(TakeSeat(seat=5))
    table.wagered(5, Wager.PLACE_4, 10_00)
    body = put_right(table, (1, 3))
    assert body.due == (MoneyDue(seat=5, cents=5_00 + 9_00 - 20_00 - 5_00, left=True),)
    assert up(table) == [(5, Wager.PLACE_4, 10_00)], "the next player's own"


def test_between_losers_and_winners_a_player_who_left_is_settled_with_at_once() -> None:
    """Collected by a 7 that was a 4: he would be paid with the winners, and is not there to be."""
    table = a_table()
    table.wagered(5, Wager.PLACE_4, 5_00)
    table.wagered(1, Wager.PLACE_4, 10_00)
    table.wagered(3, Wager.ANY_7, 5_00)
    table.rolled(A_SEVEN)
    table.does(CollectLosers())
    table.does(LeaveSeat(seat=5))
    body = put_right(table, (1, 3))
    assert body.due == (
        MoneyDue(seat=1, cents=10_00),
        MoneyDue(seat=3, cents=-5_00),
        MoneyDue(seat=5, cents=5_00 + 9_00, left=True),
    )
    assert up(table) == [(1, Wager.PLACE_4, 10_00)]
    table.settled()
    assert up(table) == []


def test_put_right_twice_what_he_was_given_back_is_due_from_him() -> None:
    table = a_table()
    table.wagered(5, Wager.PLACE_4, 5_00)
    table.whole_shake(A_SEVEN)
    table.does(LeaveSeat(seat=5))
    put_right(table, (3, 3))
    assert put_right(table, A_SEVEN).due == (MoneyDue(seat=5, cents=-5_00, left=True),)


def test_a_player_who_moved_to_the_seat_of_one_who_left_is_not_taken_for_him() -> None:
    config = replace(dice_configuration(tracking=Tracking.FULL), seat_changes=True)
    table = DiceTable(config)
    table.wagered(3, Wager.PLACE_4, 10_00)
    table.wagered(5, Wager.PLACE_4, 5_00)
    table.whole_shake(A_SEVEN)
    table.does(LeaveSeat(seat=5))
    table.does(ChangeSeat(seat=3, to=5))
    body = put_right(table, (3, 3))
    assert body.due == (MoneyDue(seat=5, cents=10_00), MoneyDue(seat=5, cents=5_00, left=True))
    assert up(table) == [(5, Wager.PLACE_4, 10_00)]


def test_what_was_wagered_since_stays() -> None:
    table = a_settled_seven()
    table.wagered(1, Wager.PLACE_6, 12_00)
    table.wagered(3, Wager.PLACE_8, 6_00)
    table.wagered(7, Wager.FIELD, 1_00)
    put_right(table, A_SIX)
    assert up(table) == [(1, Wager.PLACE_6, 12_00), (3, Wager.PLACE_8, 18_00), (7, Wager.FIELD, 1_00)]


def test_put_right_twice_it_is_as_if_it_had_been_called_so_at_once() -> None:
    table = a_settled_seven()
    put_right(table, (6, 6))
    put_right(table, A_SEVEN)
    assert up(table) == []
    assert table.shaker.right.open


def test_it_is_put_right_after_a_restart_from_the_state_that_was_stored() -> None:
    table = a_settled_seven()
    assert table.ledger.is_at_rest
    table.ledger = msgspec.json.decode(msgspec.json.encode(table.ledger), type=Ledger)
    put_right(table, A_SIX)
    assert up(table) == [(3, Wager.PLACE_8, 12_00)]


def test_between_losers_and_winners_only_what_was_collected_is_due() -> None:
    table = a_table()
    table.wagered(1, Wager.PLACE_6, 6_00)
    table.wagered(5, Wager.ANY_7, 5_00)
    table.rolled(A_SEVEN)
    table.does(CollectLosers())
    body = put_right(table, A_SIX)
    assert body.due == (MoneyDue(seat=1, cents=6_00), MoneyDue(seat=5, cents=-5_00))
    assert up(table) == [(1, Wager.PLACE_6, 6_00)]
    assert table.at() is Moment.PAYING
    table.settled()
    assert up(table) == []


def test_a_table_that_is_told_no_wagers_is_told_the_sum_and_who_has_the_shaker() -> None:
    table = a_table(Tracking.PROCEDURE)
    table.whole_shake(A_SEVEN, taker=3)
    body = put_right(table, A_SIX)
    assert (body.again, body.due) == ((), ())
    assert not table.shaker.right.open


def test_once_no_more_bets_is_called_it_stands() -> None:
    table = a_settled_seven()
    table.does(CloseBets())
    assert refused(table, A_SIX).reason.startswith("the sum of round 1 can no longer be corrected")


def test_only_the_last_shake_is_put_right_and_only_to_something_else() -> None:
    table = a_settled_seven()
    table.whole_shake(A_SIX)
    assert refused(table, A_SIX, of=1).code is Code.NOT_NOW
    assert refused(table, A_SIX, of=2).reason == "these dice were already called in round 2"
    assert refused(a_table(), A_SIX).code is Code.NOT_NOW


def test_what_was_asked_of_one_shake_is_never_done_to_the_next() -> None:
    table = a_settled_seven()
    request = table.requested(CorrectSum(round=1, dice=A_SIX, why="misread"))
    table.whole_shake((1, 1))
    table.enrols("supervisor-1", Role.CASINO_SUPERVISOR)
    refusal = table.refuses(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert refusal.paragraphs == ("13.5(e)", "13.5(f)")


def test_a_shake_is_not_put_right_at_other_odds() -> None:
    table = a_table()
    table.wagered(5, Wager.ANY_7, 5_00)
    table.whole_shake(A_SEVEN, taker=3)
    better = replace(table.config, dice=DiceConfig(odds={Wager.ANY_7: "5 to 1"}))
    table.does(Start(software="again", config=better))
    assert table.state.candidate is not None
    table.by_two(AdoptConfiguration(candidate=table.state.candidate.number))
    assert refused(table, A_SIX).code is Code.NOT_NOW


@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("dice", [A_SIX, (2, 2), (6, 6), (5, 2)])
def test_a_record_of_version_0_1_names_the_sum_alone_and_folds_to_the_same(dice: Dice, *, settled: bool) -> None:
    table = a_table()
    table.wagered(1, Wager.PLACE_6, 6_00)
    table.wagered(3, Wager.PLACE_4, 10_00)
    table.wagered(5, Wager.ANY_7, 5_00)
    table.rolled(A_SEVEN)
    table.does(CollectLosers())
    table.does(LeaveSeat(seat=3))
    if settled:
        table.settled()
        table.wagered(1, Wager.PLACE_8, 12_00)
    put_right(table, dice)
    *before, newest = table.facts
    earlier = SumCorrected(round=1, was=A_SEVEN, dice=dice, total=sum(dice), why="the 3 was a 2")
    ledger = Ledger.empty(JOURNAL).with_facts([*before, replace(newest, body=earlier)])
    assert ledger.state == table.state
