"""An earlier fact of the round is put right without voiding it: by whom, until when, and what follows from it."""

import msgspec
import pytest

from firmware_host.reports.record_reader import amended_by, standing
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.game import StreetName, Tracking
from firmware_host.rules.round import evolve
from firmware_host.rules.round_acts import (
    AwardPot,
    Bet,
    Call,
    Check,
    DealStreet,
    DealtHand,
    Fold,
    RoundAct,
    ShowHand,
    VoidRound,
)
from firmware_host.rules.round_facts import (
    CommunityDealt,
    HandShown,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    RoundBody,
    RoundCompleted,
    RoundStarted,
)
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.approvals import Approve
from firmware_host.table.acts.corrections import AdjustMoney, CorrectCards, CorrectWager, TakeBack
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.corrections import Amended, Instead, MoneyAdjusted
from firmware_host.table.facts.fact import Fact
from firmware_host.table.history import Ledger
from firmware_host.table.terms import Adjustment, Back, Grade
from hil.auditor.poker_auditor import Auditor
from tests.hil.test_poker_auditor import audited
from tests.worlds.pure_table import JOURNAL, PureTable

WHY = "two chips were taken for one"

NO_LIMIT = Stakes(limit=Limit.NO, min_cents=400, blinds_cents=(200, 400))

CONFIG = TableConfig(
    house="demo",
    table="poker-1",
    tracking=Tracking.FULL,
    dealer="dealer-1",
    seats=(1, 2, 4),
    stakes=NO_LIMIT,
    buy_in_cents=10_000,
    accepts=(Grade.REPORTED,),
)


@pytest.fixture
def table() -> PureTable:
    """The cards are out; seat 4 has the button and acts first, seats 1 and 2 posted $2 and $4."""
    table = PureTable(CONFIG).opened().dealt()
    table.does(DealStreet())
    return table


def told(table: PureTable, act: RoundAct) -> int:
    """Let it be told; return the number of its first fact."""
    return table.does(act)[0].number


def stacks(table: PureTable) -> dict[int, int]:
    assert table.state.round is not None
    return {player.seat: player.stack for player in table.state.round.players}


def amended(table: PureTable, act: CorrectWager) -> Amended:
    (fact,) = table.by_two(act)
    assert isinstance(fact.body, Amended)
    return fact.body


@pytest.mark.paragraph("14.7(d)", "14.7(e)")
def test_a_bet_that_was_misread_is_put_right_and_with_it_what_it_cost_to_call(table: PureTable) -> None:
    bet = told(table, Bet(seat=4, to_cents=800))
    called = told(table, Call(seat=1))
    assert amended(table, CorrectWager(of=bet, to_cents=1_800, why=WHY)) == Amended(
        changes=(
            Instead(of=bet, body=PlayerBet(seat=4, cents=1_800, to_cents=1_800, full=True, over_cents=400)),
            Instead(of=called, body=PlayerCalled(seat=1, cents=1_600)),
        ),
        why=WHY,
    )
    assert stacks(table) == {1: 8_200, 2: 9_600, 4: 8_200}
    assert table.facts[-1].paragraphs == ("14.7(d)", "14.7(e)")
    table.does(Call(seat=2))
    assert stacks(table) == {1: 8_200, 2: 8_200, 4: 8_200}


@pytest.mark.paragraph("14.7(d)", "14.7(e)")
def test_a_fold_that_was_entered_for_one_who_called_is_put_right(table: PureTable) -> None:
    folded = told(table, Fold(seat=4))
    told(table, Call(seat=1))
    assert amended(table, CorrectWager(of=folded, to_cents=400, why=WHY)).changes == (
        Instead(of=folded, body=PlayerCalled(seat=4, cents=400)),
    )
    assert stacks(table) == {1: 9_600, 2: 9_600, 4: 9_600}
    table.does(Check(seat=2))
    table.does(DealStreet(board=("Kh", "Kd", "Ad")))
    assert table.state.round is not None
    assert [player.seat for player in table.state.round.live] == [1, 2, 4]


@pytest.mark.paragraph("14.7(d)", "14.7(e)")
def test_a_call_of_one_who_folded_is_put_right(table: PureTable) -> None:
    called = told(table, Call(seat=4))
    told(table, Call(seat=1))
    assert amended(table, CorrectWager(of=called, to_cents=None, why=WHY)).changes == (
        Instead(of=called, body=PlayerFolded(seat=4)),
    )
    assert stacks(table) == {1: 9_600, 2: 9_600, 4: 10_000}
    assert table.refuses(Check(seat=4)).code is not None


def test_a_fold_is_not_put_right_where_what_followed_would_not_hold(table: PureTable) -> None:
    folded = told(table, Fold(seat=4))
    told(table, Call(seat=1))
    told(table, Check(seat=2))
    refusal = table.not_by_two(CorrectWager(of=folded, to_cents=1_200, why=WHY))
    assert refusal.code is Code.NOT_NOW, "whoever called $4 has not called $12"


def test_the_last_fold_that_ended_the_round_is_not_undone(table: PureTable) -> None:
    told(table, Fold(seat=4))
    folded = told(table, Fold(seat=1))
    table.does(AwardPot())
    assert isinstance(table.not_by_two(CorrectWager(of=folded, to_cents=400, why=WHY)), Refusal)


def test_a_call_that_was_a_raise_and_a_raise_that_was_a_call(table: PureTable) -> None:
    called = told(table, Call(seat=4))
    assert amended(table, CorrectWager(of=called, to_cents=1_200, why=WHY)).changes == (
        Instead(of=called, body=PlayerBet(seat=4, cents=1_200, to_cents=1_200, full=True, over_cents=400)),
    )
    assert amended(table, CorrectWager(of=called, to_cents=400, why=WHY)).changes == (
        Instead(of=called, body=PlayerCalled(seat=4, cents=400)),
    )


def test_a_bet_that_was_a_check(table: PureTable) -> None:
    for act in (Call(seat=4), Call(seat=1), Check(seat=2)):
        table.does(act)
    table.does(DealStreet(board=("2c", "7d", "Js")))
    bet = told(table, Bet(seat=1, to_cents=400))
    assert amended(table, CorrectWager(of=bet, to_cents=0, why=WHY)).changes == (
        Instead(of=bet, body=PlayerChecked(seat=1)),
    )
    table.does(Check(seat=2))


def test_the_record_keeps_both_and_folds_to_the_same(table: PureTable) -> None:
    bet = table.does(Bet(seat=4, to_cents=800))[0]
    table.by_two(CorrectWager(of=bet.number, to_cents=1_800, why=WHY))
    assert bet in table.facts
    assert Ledger.empty(JOURNAL).with_facts(table.facts) == table.ledger
    read = tuple(msgspec.json.decode(msgspec.json.encode(fact), type=Fact) for fact in table.facts)
    assert Ledger.empty(JOURNAL).with_facts(read) == table.ledger


def test_a_correction_is_not_taken_back_as_a_slip_and_what_is_done_after_it_is(table: PureTable) -> None:
    bet = told(table, Bet(seat=4, to_cents=800))
    table.by_two(CorrectWager(of=bet, to_cents=1_800, why=WHY))
    assert table.refuses(TakeBack()).code is Code.NOTHING_TO_TAKE_BACK
    table.does(Call(seat=1))
    table.does(TakeBack())
    assert stacks(table) == {1: 9_800, 2: 9_600, 4: 8_200}, "the correction stands"


def test_where_what_followed_does_not_hold_the_money_is_put_right_as_money(table: PureTable) -> None:
    bet = told(table, Bet(seat=4, to_cents=800))
    table.does(Bet(seat=1, to_cents=1_200))
    refusal = table.not_by_two(CorrectWager(of=bet, to_cents=1_000, why=WHY))
    assert refusal.reason == f"later acts are not possible if fact {bet} is corrected in this way"
    assert refusal.allowed_by == "have two people correct the amounts of money instead"


def test_what_the_rules_refuse_is_refused_in_their_words(table: PureTable) -> None:
    bet = told(table, Bet(seat=4, to_cents=800))
    refusal = table.not_by_two(CorrectWager(of=bet, to_cents=500, why=WHY))
    assert refusal.code is Code.WRONG_AMOUNT


def test_a_bet_is_open_to_it_as_long_as_it_lies_before_the_player(table: PureTable) -> None:
    called = told(table, Call(seat=4))
    table.does(Call(seat=1))
    table.does(Check(seat=2))
    refusal = table.not_by_two(CorrectWager(of=called, to_cents=800, why=WHY))
    assert refusal.reason == f"the betting round that fact {called} belongs to is complete"


@pytest.mark.parametrize("of", [1, 9_999])
def test_a_fact_that_is_no_wager_of_this_round_is_refused(table: PureTable, of: int) -> None:
    assert table.not_by_two(CorrectWager(of=of, to_cents=800, why=WHY)).code is Code.NOT_NOW


def test_a_wager_takes_two_people_one_of_the_floor(table: PureTable) -> None:
    bet = told(table, Bet(seat=4, to_cents=800))
    refusal = table.refuses(CorrectWager(of=bet, to_cents=1_800, why=WHY), role=Role.FLOORPERSON)
    assert refusal.code is Code.TWO_PEOPLE_NEEDED


def test_between_asking_and_approving_the_game_may_go_on(table: PureTable) -> None:
    bet = told(table, Bet(seat=4, to_cents=800))
    request = table.requested(CorrectWager(of=bet, to_cents=1_800, why=WHY))
    called = told(table, Call(seat=1))
    table.enrols("supervisor-1", Role.CASINO_SUPERVISOR)
    _, fact = table.does(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
    assert isinstance(fact.body, Amended)
    assert [change.of for change in fact.body.changes] == [bet, called]


@pytest.mark.paragraph("14.3(g)", "I-11")
def test_a_card_named_wrong_is_put_right_by_one_person_of_the_floor(table: PureTable) -> None:
    for act in (Call(seat=4), Call(seat=1), Check(seat=2)):
        table.does(act)
    flop = table.does(DealStreet(board=("2c", "7d", "Js")))[-1].number
    table.does(Check(seat=1))
    put_right = CorrectCards(of=flop, cards=("2s", "7d", "Js"), why="a spade was called a club")
    assert table.refuses(put_right, role=Role.DEALER).code is Code.NOT_YOUR_ROLE
    (fact,) = table.does(put_right, role=Role.FLOORPERSON)
    assert fact.body == Amended(
        changes=(Instead(of=flop, body=CommunityDealt(street=StreetName.FLOP, cards=("2s", "7d", "Js"))),),
        why="a spade was called a club",
    )
    assert table.state.round is not None
    assert table.state.round.board == ("2s", "7d", "Js")


def test_no_card_is_out_twice_after_it_either(table: PureTable) -> None:
    for act in (Call(seat=4), Call(seat=1), Check(seat=2)):
        table.does(act)
    flop = table.does(DealStreet(board=("2c", "7d", "Js")))[-1].number
    for seat in (1, 2, 4):
        table.does(Check(seat=seat))
    table.does(DealStreet(board=("2s",)))
    refusal = table.refuses(CorrectCards(of=flop, cards=("2s", "7d", "Js"), why="x"), role=Role.FLOORPERSON)
    assert refusal.reason == f"later acts are not possible if fact {flop} is corrected in this way"


def test_a_hand_shown_wrong_is_put_right_before_the_pot_is_pushed_and_wins(table: PureTable) -> None:
    table.does(Fold(seat=4))
    table.does(Call(seat=1))
    table.does(Check(seat=2))
    for board in (("2c", "7d", "Js"), ("9h",), ("3s",)):
        table.does(DealStreet(board=board))
        table.does(Check(seat=1))
        table.does(Check(seat=2))
    shown = told(table, ShowHand(seat=1, cards=("Qd", "4h")))
    table.does(ShowHand(seat=2, cards=("Kd", "Ks")))
    act = CorrectCards(of=shown, cards=("As", "Ad"), why="the hand lay upside down")
    (fact,) = table.does(act, role=Role.FLOORPERSON)
    assert isinstance(fact.body, Amended)
    assert fact.body.changes[0].body == HandShown(seat=1, cards=("As", "Ad"))
    table.does(AwardPot())
    assert table.state.stacks == {1: 10_400, 2: 9_600, 4: 10_000}
    assert table.refuses(act, role=Role.FLOORPERSON).code is Code.NOT_NOW


def test_one_players_cards_of_a_deal_are_put_right() -> None:
    table = PureTable(CONFIG).opened().dealt()
    hands = (DealtHand(seat=1, cards=("As", "Kd")), DealtHand(seat=2, cards=("Qs", "Qd")))
    deal = table.does(DealStreet(hands=hands))[-1].number
    table.does(
        CorrectCards(of=deal, seat=1, cards=("Ah", "Kd"), why="a spade was called a heart"), role=Role.FLOORPERSON
    )
    assert table.state.round is not None
    assert {player.seat: player.down for player in table.state.round.players} == {
        1: ("Ah", "Kd"),
        2: ("Qs", "Qd"),
        4: ("??", "??"),
    }


@pytest.mark.paragraph("14.7(c)1")
def test_money_pushed_to_the_wrong_seat_is_put_right_between_rounds(table: PureTable) -> None:
    table.does(Fold(seat=4))
    table.does(Fold(seat=1))
    table.does(AwardPot())
    before = dict(table.state.stacks)
    lines = (Adjustment(seat=2, cents=-600), Adjustment(seat=1, cents=600))
    (fact,) = table.by_two(AdjustMoney(lines=lines, why="the pot went to the wrong seat"))
    assert fact.body == MoneyAdjusted(lines=lines, why="the pot went to the wrong seat")
    assert table.state.stacks == {**before, 1: before[1] + 600, 2: before[2] - 600}


def test_in_a_round_a_miscounted_stack_is_put_right_and_a_void_round_gives_it_back(table: PureTable) -> None:
    table.by_two(AdjustMoney(lines=(Adjustment(seat=2, cents=-500),), why="a chip less lay there"))
    assert stacks(table) == {1: 9_800, 2: 9_100, 4: 10_000}
    table.by_two(VoidRound(why="51 cards"))
    assert table.state.stacks == {1: 10_000, 2: 9_500, 4: 10_000}
    assert complaints(table) == []


def test_what_lies_in_the_pot_beyond_the_wagers_is_won_with_it(table: PureTable) -> None:
    table.by_two(AdjustMoney(lines=(Adjustment(cents=100),), why="a chip more lies in the pot"))
    table.does(Fold(seat=4))
    table.does(Fold(seat=1))
    table.does(AwardPot())
    assert table.state.stacks == {1: 9_800, 2: 10_300, 4: 10_000}
    assert isinstance(table.bodies()[-2], RoundCompleted)
    assert complaints(table) == []


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((Adjustment(seat=2, cents=-9_600),), "seat 2 is all-in, or would be after this correction"),
        ((Adjustment(seat=7, cents=100),), "no player sits at seat 7"),
        ((Adjustment(cents=-100),), "the pot cannot be made smaller than the wagers in it"),
        ((Adjustment(seat=1, cents=0),), "a seat is named twice, or an amount is zero"),
        ((Adjustment(seat=1, cents=5), Adjustment(seat=1, cents=5)), "a seat is named twice, or an amount is zero"),
    ],
)
def test_money_is_put_right_only_where_it_can_be(table: PureTable, lines: tuple[Adjustment, ...], why: str) -> None:
    refusal = table.not_by_two(AdjustMoney(lines=lines, why="miscounted"))
    assert refusal.reason == why
    assert refusal.paragraphs == ("14.7(c)1", "14.7(h)")


def test_nobody_has_less_than_nothing_and_there_is_no_pot_between_rounds() -> None:
    table = PureTable(CONFIG).opened()
    less = AdjustMoney(lines=(Adjustment(seat=1, cents=-10_001),), why="miscounted")
    assert table.not_by_two(less).reason == "seat 1 has fewer chips than the correction takes away"
    pot = AdjustMoney(lines=(Adjustment(cents=100),), why="miscounted")
    assert table.not_by_two(pot).reason == "there is no pot between rounds"


def test_where_amounts_are_not_told_there_is_nothing_to_put_right() -> None:
    table = PureTable().opened().dealt()
    money = AdjustMoney(lines=(Adjustment(seat=1, cents=100),), why="miscounted")
    assert table.not_by_two(money).reason == "this table does not track money"
    dealt = table.facts[-1].number
    refusal = table.refuses(CorrectCards(of=dealt, cards=("As",), why="x"), role=Role.FLOORPERSON)
    assert refusal.code is Code.NOT_NOW


def test_whoever_listens_to_the_facts_finds_the_corrected_round_in_order(table: PureTable) -> None:
    bet = told(table, Bet(seat=4, to_cents=800))
    table.by_two(CorrectWager(of=bet, to_cents=1_800, why=WHY))
    table.does(Fold(seat=1))
    table.does(Fold(seat=2))
    table.does(AwardPot())
    assert complaints(table) == []
    table.ready(Back.RED)


def test_whoever_reads_the_record_back_finds_what_stands(table: PureTable) -> None:
    bet = told(table, Bet(seat=4, to_cents=800))
    table.does(Call(seat=1))
    table.does(TakeBack())
    table.by_two(CorrectWager(of=bet, to_cents=1_800, why=WHY))
    started = next(at for at, fact in enumerate(table.facts) if isinstance(fact.body, RoundStarted))
    round_ = None
    for fact in standing(table.facts[started:], amended_by(table.facts)):
        if isinstance(fact.body, RoundBody):
            round_ = evolve(round_, fact.body)
    assert round_ == table.state.round


def complaints(table: PureTable) -> list[str]:
    auditor: Auditor = audited(table.facts)
    return auditor.complaints
