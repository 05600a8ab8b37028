"""The drop and the bad beat fund as the table keeps them (14.6(e)8 and 9, 14.14, 14.19, I-9, I-10)."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Role
from firmware_host.rules.game import Tracking
from firmware_host.rules.pots.bad_beat import BadBeatRules, LeastHand
from firmware_host.rules.pots.rake import PercentageRake
from firmware_host.rules.ranking import HandClass
from firmware_host.rules.round_acts import AwardPot, Bet, Call, Check, DealStreet, Fold, ShowHand, VoidRound
from firmware_host.rules.round_facts import BadBeatHeld
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.floor import CloseTable, IdleTable
from firmware_host.table.acts.money import DenyBadBeat, OpenFund, PayBadBeat
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import LeaveSeat, StepAway, TakeSeat
from firmware_host.table.facts.money import BadBeatDenied, BadBeatPaid, FundOpened
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.terms import AwayStakes, Back
from tests.worlds.pure_table import PureTable, configuration

RULES = BadBeatRules(
    pot_from_cents=2_000,
    takes_cents=100,
    least=LeastHand(of=HandClass.FULL_HOUSE, ranks="A"),
    loser_percent=50,
    winner_percent=25,
    table_percent=25,
)

STAKES = Stakes(
    limit=Limit.NO,
    min_cents=400,
    blinds_cents=(200, 400),
    rake=PercentageRake(per_mille=50, step_cents=100, cap_cents=400),
    bad_beat=RULES,
)

CONFIG = replace(configuration(seats=(1, 2, 4)), tracking=Tracking.FULL, stakes=STAKES, buy_in_cents=20_000)

SUPERVISOR = Role.POKER_SHIFT_SUPERVISOR


def cards_out(table: PureTable, back: Back = Back.BLUE) -> None:
    table.ready(back)
    table.does(Deal())
    table.does(DealStreet())


def to_the_showdown(fund: int | None = None) -> PureTable:
    """Aces full of kings at seat 2 against four kings at seat 4, in a pot of $62: seat 1 folds its small blind."""
    table = PureTable(CONFIG).opened()
    if fund is not None:
        table.does(OpenFund(cents=fund), role=SUPERVISOR)
    cards_out(table)
    for act in (Bet(seat=4, to_cents=3_000), Fold(seat=1), Call(seat=2)):
        table.does(act)
    for board in (("Kh", "Kd", "Ad"), ("2c",), ("7s",)):
        table.does(DealStreet(board=board))
        table.does(Check(seat=2))
        table.does(Check(seat=4))
    table.does(ShowHand(seat=2, cards=("As", "Ah")))
    table.does(ShowHand(seat=4, cards=("Ks", "Kc")))
    return table


def held(fund: int | None = None) -> PureTable:
    table = to_the_showdown(fund)
    table.does(AwardPot())
    return table


def kinds(table: PureTable) -> list[type]:
    return [type(step.act) for step in next_steps(table.state)]


@pytest.mark.paragraph("14.6(e)8", "14.6(e)9", "14.14", "14.19")
def test_14_6_e_8_and_9_what_is_taken_from_a_pot_is_in_the_drop_and_in_the_fund() -> None:
    """Five percent of $62 are $3; $1 goes to the fund, and the players have all the rest."""
    table = held()
    assert (table.state.money.rake_cents, table.state.money.fund_cents) == (300, 100)
    assert sum(table.state.stacks.values()) + 300 + 100 == 60_000


@pytest.mark.paragraph("I-8")
def test_i_8_a_void_round_has_given_nothing_to_either() -> None:
    table = to_the_showdown()
    table.by_two(VoidRound(why="51 cards"))
    assert (table.state.money.rake_cents, table.state.money.fund_cents, table.state.money.held) == (0, 0, ())


@pytest.mark.paragraph("14.19", "I-10")
def test_i_10_a_supervisor_verifies_and_the_fund_is_paid_in_its_shares() -> None:
    table = held(fund=999_901)
    assert FundOpened(cents=999_901) in table.bodies()
    (number,) = (fact.number for fact in table.facts if isinstance(fact.body, BadBeatHeld))
    (paid,) = table.does(PayBadBeat(), role=SUPERVISOR)
    assert isinstance(paid.body, BadBeatPaid)
    assert paid.body.of == number
    assert {share.seat: share.cents for share in paid.body.shares} == {2: 500_001, 4: 250_000, 1: 250_000}
    assert table.state.money.fund_cents == 0


@pytest.mark.paragraph("I-10")
@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOORPERSON])
def test_i_10_nobody_below_a_supervisor_pays_it(role: Role) -> None:
    refusal = held().refuses(PayBadBeat(), role=role)
    assert refusal.code is Code.NOT_YOUR_ROLE
    assert refusal.allowed_by == "ask a casino supervisor or poker shift supervisor"


@pytest.mark.paragraph("I-10")
def test_i_10_until_that_is_decided_nothing_more_is_dealt() -> None:
    table = held()
    table.ready(Back.RED)
    refusal = table.refuses(Deal())
    assert refusal.paragraphs == ("14.19", "I-10")
    assert what_is_missing(table.state).reason == refusal.reason
    assert Deal not in kinds(table)
    table.does(PayBadBeat(), role=SUPERVISOR)
    assert Deal in kinds(table)
    table.does(Deal())


@pytest.mark.paragraph("I-10")
def test_i_10_the_supervisor_is_told_who_gets_what() -> None:
    (step,) = [step for step in next_steps(held().state) if isinstance(step.act, PayBadBeat)]
    assert step.say == (
        "Bad beat, full house, aces over kings beaten by four-of-a-kind, kings with ace: verify the hands, then pay "
        "seat 2 $0.50, seat 4 $0.25, seat 1 $0.25."
    )
    assert step.role is SUPERVISOR


@pytest.mark.paragraph("I-10")
def test_i_10_found_to_be_none_nothing_is_paid_and_the_reason_stands_in_the_record() -> None:
    table = held()
    (number,) = (fact.number for fact in table.facts if isinstance(fact.body, BadBeatHeld))
    (denied,) = table.does(DenyBadBeat(why="the ace was a seven"), role=SUPERVISOR)
    assert denied.body == BadBeatDenied(of=number, why="the ace was a seven")
    assert table.state.money.fund_cents == 100
    assert table.refuses(PayBadBeat(), role=SUPERVISOR).reason == "no bad beat waits to be paid"


@pytest.mark.paragraph("I-10")
def test_i_10_nothing_is_paid_for_a_hand_that_was_not_held() -> None:
    table = PureTable(CONFIG).opened()
    assert PayBadBeat not in kinds(table)
    assert table.refuses(PayBadBeat(), role=SUPERVISOR).code is Code.NOT_NOW
    assert table.refuses(DenyBadBeat(why="none"), role=SUPERVISOR).code is Code.NOT_NOW


@pytest.mark.paragraph("I-10")
def test_i_10_a_fund_is_opened_once_and_again_after_a_payout() -> None:
    table = held()
    table.does(OpenFund(cents=10_000), role=SUPERVISOR)
    assert table.state.money.fund_cents == 10_100
    assert table.refuses(OpenFund(cents=1), role=SUPERVISOR).reason == "the bad beat fund is open already"
    table.does(PayBadBeat(), role=SUPERVISOR)
    table.does(OpenFund(cents=50_000), role=SUPERVISOR)
    assert table.state.money.fund_cents == 50_000


@pytest.mark.paragraph("I-10")
def test_i_10_where_no_bad_beat_is_posted_there_is_no_fund() -> None:
    table = PureTable(replace(CONFIG, stakes=replace(STAKES, bad_beat=None))).opened()
    assert table.refuses(OpenFund(cents=1), role=SUPERVISOR).code is Code.NOT_OFFERED
    assert OpenFund not in kinds(table)


@pytest.mark.paragraph("14.14")
def test_14_14_the_drop_goes_on_from_round_to_round() -> None:
    table = held()
    table.does(DenyBadBeat(why="none"), role=SUPERVISOR)
    cards_out(table, Back.RED)
    table.does(Bet(seat=1, to_cents=2_000))
    for seat in (2, 4):
        table.does(Call(seat=seat) if seat == 2 else Fold(seat=seat))
    assert table.state.money.rake_cents == 300, "a pot that is not pushed has given nothing"
    table.does(DealStreet(board=("2h", "3h", "4h")))
    table.does(Bet(seat=2, to_cents=4_000))
    table.does(Fold(seat=1))
    table.does(AwardPot())
    assert table.state.money.rake_cents == 500


@pytest.mark.paragraph("I-10", "14.19")
def test_i_10_until_that_is_decided_hands_deck_and_players_are_still_there() -> None:
    """The hands are verified from the cards that were played, and who is paid by seat is who played from it."""
    table = held(fund=10_000)
    table.does(TakeSeat(seat=5))
    for act in (IdleTable(), CloseTable(), LeaveSeat(seat=1), LeaveSeat(seat=2)):
        refusal = table.refuses(act)
        assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.19", "I-10")), act
    assert not {IdleTable, CloseTable} & {*kinds(table)}
    assert [step.seats for step in next_steps(table.state) if isinstance(step.act, LeaveSeat)] == [(5,)]
    table.does(LeaveSeat(seat=5))
    table.does(PayBadBeat(), role=SUPERVISOR)
    table.does(LeaveSeat(seat=2))
    table.does(IdleTable())


@pytest.mark.paragraph("I-10", "14.7(c)5")
def test_i_10_who_cannot_wait_for_it_goes_away_and_keeps_the_seat() -> None:
    table = held(fund=10_000)
    table.does(StepAway(seat=2, stakes=AwayStakes.COVERED))
    assert table.refuses(LeaveSeat(seat=2), role=Role.FLOORPERSON).paragraphs == ("14.19", "I-10")
    table.does(DenyBadBeat(why="none"), role=SUPERVISOR)
    table.does(LeaveSeat(seat=2), role=Role.FLOORPERSON)
