"""19:47-14.7(a), (c)1 and (c)5: who sits, who leaves, who is away, and what becomes of the stakes meanwhile."""

import pytest

from firmware_host.rules.decision import Code, Role
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.round_acts import AwardPot, AwardUncontested, DealStreet, Fold, VoidRound
from firmware_host.rules.round_facts import RoundStarted
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.floor import CloseTable, IdleTable
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import AddChips, ComeBack, LeaveSeat, StepAway, TakeSeat
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.floor import TableClosed
from firmware_host.table.facts.round import ButtonMoved
from firmware_host.table.facts.seating import PlayerCameBack, PlayerWentAway, SeatLeft, SeatTaken
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.terms import AwayStakes, Back, Grade
from tests.worlds.pure_table import PureTable, configuration

STAKES = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))

FULL = TableConfig(
    house="h",
    table="t",
    tracking=Tracking.FULL,
    dealer="dealer-1",
    seats=(1, 2, 4, 7),
    stakes=STAKES,
    buy_in_cents=2_000,
    accepts=(Grade.REPORTED,),
)

COUNTED, COVERED = AwayStakes.COUNTED, AwayStakes.COVERED


def full() -> PureTable:
    """The button is at seat 7 and a deck may be dealt."""
    table = PureTable(FULL).opened()
    table.ready(Back.BLUE)
    return table


def procedure(*seats: int) -> PureTable:
    return PureTable(configuration(seats=seats)).opened()


def seats_dealt(table: PureTable) -> tuple[int, ...]:
    facts = table.does(Deal())
    return next(fact.body.seats for fact in facts if isinstance(fact.body, RoundStarted))


def in_play(*folded: int) -> PureTable:
    """A round with blinds of $2 and $4 from seats 1 and 2; these, in turn from seat 4, have folded."""
    table = full()
    cards_out(table, *folded)
    return table


def cards_out(table: PureTable, *folded: int) -> None:
    table.does(Deal())
    table.does(DealStreet())
    for seat in folded:
        table.does(Fold(seat=seat))


@pytest.mark.paragraph("14.7(a)")
def test_14_7_a_who_sits_down_between_rounds_is_dealt_in_at_once() -> None:
    table = full()
    (fact,) = table.does(TakeSeat(seat=3, cents=2_000))
    assert fact.body == SeatTaken(seat=3, cents=2_000)
    assert table.state.stacks[3] == 2_000
    assert seats_dealt(table) == (1, 2, 3, 4, 7)


@pytest.mark.paragraph("14.7(a)")
def test_14_7_a_who_sits_down_in_mid_round_is_dealt_in_from_the_next_one() -> None:
    table = PureTable(configuration(seats=(1, 2, 4))).opened().dealt()
    table.does(TakeSeat(seat=3))
    assert table.state.round is not None
    assert table.state.round.seats == (1, 2, 4)
    table.does(AwardUncontested())
    table.ready(Back.RED)
    assert seats_dealt(table) == (1, 2, 3, 4)


@pytest.mark.paragraph("14.7(c)1")
def test_14_7_c_1_no_chips_come_to_the_table_in_mid_round_not_even_with_a_new_player() -> None:
    table = full()
    table.does(Deal())
    refusal = table.refuses(TakeSeat(seat=3, cents=2_000))
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.7(c)1", "14.1"))
    table.does(TakeSeat(seat=3))
    assert 3 not in table.state.stacks


@pytest.mark.parametrize(("seat", "said"), [(1, "seat 1 is taken"), (11, "this table has no seat 11")])
def test_a_seat_that_is_taken_or_not_there_is_nobodys_to_take(seat: int, said: str) -> None:
    config = TableConfig(
        house="h",
        table="t",
        dealer="d",
        seats=(1, 2),
        all_seats=(1, 2, 3, 4),
        accepts=(Grade.REPORTED,),
    )
    refusal = PureTable(config).opened().refuses(TakeSeat(seat=seat))
    assert (refusal.code, refusal.reason) == (Code.NOT_SEATED, said)


def test_players_at_a_seat_the_table_does_not_have_are_refused_in_the_configuration() -> None:
    with pytest.raises(ValueError, match="all_seats"):
        TableConfig(house="h", table="t", dealer="d", seats=(1, 9), all_seats=(1, 2))


@pytest.mark.paragraph("14.12(b)", "14.6(b)")
def test_14_12_b_no_more_players_sit_down_than_the_game_is_for() -> None:
    config = TableConfig(
        house="h",
        table="t",
        game=GameName.DRAW,
        dealer="d",
        seats=tuple(range(1, 9)),
        accepts=(Grade.REPORTED,),
    )
    refusal = PureTable(config).opened().refuses(TakeSeat(seat=9))
    assert (refusal.code, refusal.paragraphs) == (Code.TOO_MANY_PLAYERS, ("14.6(b)", "14.12(b)"))


def test_nobody_sits_down_before_the_table_opens() -> None:
    assert PureTable().started().refuses(TakeSeat(seat=3)).allowed_by == "open the table first"


@pytest.mark.paragraph("14.7(c)1")
def test_14_7_c_1_who_gives_the_seat_up_takes_everything_along_between_rounds() -> None:
    table = full()
    (fact,) = table.does(LeaveSeat(seat=2))
    assert fact.body == SeatLeft(seat=2, cents=2_000)
    assert 2 not in table.state.stacks
    assert seats_dealt(table) == (1, 4, 7)


@pytest.mark.paragraph("14.7(c)1", "14.1")
def test_14_7_c_1_nothing_leaves_the_table_with_a_player_of_the_round_under_way() -> None:
    table = in_play(4)
    refusal = table.refuses(LeaveSeat(seat=4))
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.7(c)1", "14.1"))
    table.does(TakeSeat(seat=3))
    assert table.does(LeaveSeat(seat=3)), "who was not dealt in may go"


def test_an_empty_seat_is_left_by_nobody() -> None:
    assert full().refuses(LeaveSeat(seat=3)).code is Code.NOT_SEATED


@pytest.mark.paragraph("14.6(b)")
def test_14_6_b_with_one_player_left_nothing_is_dealt_and_it_is_said_why() -> None:
    table = procedure(1, 2)
    table.ready(Back.BLUE)
    table.does(LeaveSeat(seat=2))
    assert table.refuses(Deal()).code is Code.TOO_FEW_PLAYERS
    missing = what_is_missing(table.state)
    assert missing.reason == "poker needs two players, but only one is present"
    assert missing.allowed_by == "wait for a second player"
    assert not [step for step in next_steps(table.state) if isinstance(step.act, Deal)]
    table.does(TakeSeat(seat=5))
    assert table.refuses(Deal()).paragraphs == ("14.5(d)", "I-22"), "that player has not looked at the decks"


@pytest.mark.paragraph("14.6(b)", "14.7(c)5")
def test_14_6_b_where_all_are_away_nobody_is_said_to_be_missing_who_may_come_back() -> None:
    table = procedure(1, 2)
    table.ready(Back.BLUE)
    for seat in (1, 2):
        table.does(StepAway(seat=seat, stakes=AwayStakes.COVERED))
    missing = what_is_missing(table.state)
    assert missing.reason == "poker needs two players, but no player is present"
    assert missing.allowed_by == "wait for two players"
    for seat in (1, 2):
        table.does(ComeBack(seat=seat))
    assert seats_dealt(table) == (1, 2)


@pytest.mark.paragraph("14.7(c)5", "14.7(c)5i")
def test_14_7_c_5_i_the_stakes_are_counted_out_and_the_same_amount_counted_in() -> None:
    table = full()
    gone = table.does(StepAway(seat=2, stakes=COUNTED, cents=2_000))
    assert gone[0].body == PlayerWentAway(seat=2, stakes=COUNTED, cents=2_000)
    assert (table.state.stacks[2], table.state.away[2].cents) == (0, 2_000)
    refusal = table.refuses(ComeBack(seat=2, cents=1_500))
    assert (refusal.code, refusal.allowed_by) == (Code.WRONG_AMOUNT, "count again; both amounts have to be the same")
    assert refusal.paragraphs == ("14.7(c)5", "14.7(c)5i")
    (back,) = table.does(ComeBack(seat=2, cents=2_000))
    assert back.body == PlayerCameBack(seat=2, stakes=COUNTED, cents=2_000)
    assert table.state.stacks[2] == 2_000


@pytest.mark.paragraph("14.7(c)5i")
def test_14_7_c_5_i_a_count_that_differs_from_what_the_table_knows_is_counted_again() -> None:
    refusal = full().refuses(StepAway(seat=2, stakes=COUNTED, cents=1_900))
    assert (refusal.code, refusal.allowed_by) == (Code.WRONG_AMOUNT, "count again")
    assert refusal.reason == "$19 was counted, but $20 is on record"


@pytest.mark.paragraph("14.7(c)5i")
def test_14_7_c_5_i_where_no_money_is_tracked_the_count_itself_is_recorded() -> None:
    table = procedure(1, 2, 4)
    assert table.refuses(StepAway(seat=2, stakes=COUNTED)).code is Code.WRONG_AMOUNT
    table.does(StepAway(seat=2, stakes=COUNTED, cents=31_250))
    assert table.refuses(ComeBack(seat=2, cents=31_200)).code is Code.WRONG_AMOUNT
    table.does(ComeBack(seat=2, cents=31_250))
    assert table.state.stacks == {}


@pytest.mark.paragraph("14.7(c)5ii")
def test_14_7_c_5_ii_covered_stakes_lie_where_they_are_until_the_player_is_back() -> None:
    table = full()
    (gone,) = table.does(StepAway(seat=2, stakes=COVERED))
    assert gone.paragraphs == ("14.7(c)5", "14.7(c)5ii")
    assert table.state.stacks[2] == 2_000
    assert table.does(ComeBack(seat=2))[0].body == PlayerCameBack(seat=2, stakes=COVERED, cents=2_000)


@pytest.mark.paragraph("14.7(c)5")
@pytest.mark.parametrize("role", [Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR])
def test_14_7_c_5_floorperson_and_shift_supervisor_see_to_it(role: Role) -> None:
    table = full()
    table.does(StepAway(seat=2, stakes=COUNTED), role=role)
    table.does(ComeBack(seat=2), role=role)


@pytest.mark.paragraph("14.7(c)5")
@pytest.mark.parametrize("act", [StepAway(seat=2, stakes=COUNTED), ComeBack(seat=4)])
def test_14_7_c_5_a_dealer_does_not(act: StepAway | ComeBack) -> None:
    table = full()
    table.does(StepAway(seat=4, stakes=COUNTED))
    assert table.refuses(act, role=Role.DEALER).code is Code.NOT_YOUR_ROLE


@pytest.mark.paragraph("14.7(c)5", "14.7(a)")
def test_14_7_c_5_who_is_away_is_not_dealt_in_and_adds_nothing() -> None:
    table = full()
    table.does(StepAway(seat=2, stakes=COVERED))
    assert table.refuses(AddChips(seat=2, cents=100)).reason == "the player in seat 2 is away"
    assert table.refuses(StepAway(seat=2, stakes=COUNTED)).allowed_by == "wait until the player is back"
    assert seats_dealt(table) == (1, 4, 7)


@pytest.mark.paragraph("14.7(c)5")
def test_14_7_c_5_nobody_leaves_a_hand_behind() -> None:
    table = in_play()
    assert (
        table.refuses(StepAway(seat=4, stakes=COVERED)).allowed_by == "fold the hand, or wait until the round is over"
    )
    table.does(Fold(seat=4))
    assert table.does(StepAway(seat=4, stakes=COVERED))
    assert table.refuses(TakeBack()).code is Code.NOTHING_TO_TAKE_BACK, "the fold stands: its player is gone"


@pytest.mark.paragraph("14.7(c)5i")
def test_14_7_c_5_i_what_was_counted_out_in_mid_round_is_not_on_the_table_after_it() -> None:
    table = in_play(4)
    table.does(StepAway(seat=4, stakes=COUNTED, cents=2_000))
    for seat in (7, 1):
        table.does(Fold(seat=seat))
    table.does(AwardPot())
    assert table.state.stacks == {1: 1_800, 2: 2_200, 4: 0, 7: 2_000}
    table.does(ComeBack(seat=4))
    assert table.state.stacks[4] == 2_000


@pytest.mark.paragraph("14.7(c)5i", "I-8")
def test_14_7_c_5_i_a_void_round_gives_back_to_the_seat_what_the_player_had_bet_before_leaving() -> None:
    table = in_play(4, 7, 1)
    table.does(StepAway(seat=1, stakes=COUNTED, cents=1_800))
    table.by_two(VoidRound(why="51 cards"))
    assert table.state.stacks[1] == 200
    table.does(ComeBack(seat=1))
    assert table.state.stacks[1] == 2_000


@pytest.mark.paragraph("14.7(c)5i")
def test_14_7_c_5_i_back_within_the_same_round_nothing_is_counted_twice() -> None:
    table = in_play(4, 7, 1)
    table.does(StepAway(seat=1, stakes=COUNTED))
    table.does(ComeBack(seat=1))
    table.does(AwardPot())
    assert table.state.stacks[1] == 1_800


@pytest.mark.paragraph("14.7(c)5")
def test_14_7_c_5_a_dealer_does_not_free_the_seat_of_who_is_away() -> None:
    table = full()
    table.does(StepAway(seat=2, stakes=COVERED))
    refusal = table.refuses(LeaveSeat(seat=2), role=Role.DEALER)
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_YOUR_ROLE, ("14.7(c)5",))
    (left,) = table.does(LeaveSeat(seat=2), role=Role.POKER_SHIFT_SUPERVISOR)
    assert left.body == SeatLeft(seat=2, cents=2_000)
    assert table.state.away == {}


@pytest.mark.parametrize("act", [ComeBack(seat=2), ComeBack(seat=3)])
def test_who_is_not_away_does_not_come_back(act: ComeBack) -> None:
    assert full().refuses(act).code is Code.NOT_NOW


@pytest.mark.paragraph("14.10(c)", "14.10(c)3")
def test_14_10_c_3_the_button_goes_past_empty_seats_and_past_who_is_away() -> None:
    """From seat 7 it would go to seat 1."""
    table = full()
    table.does(LeaveSeat(seat=1))
    table.does(StepAway(seat=2, stakes=COVERED))
    cards_out(table, 4)
    table.does(AwardPot())
    assert [fact.body for fact in table.facts if isinstance(fact.body, ButtonMoved)] == [ButtonMoved(seat=4)]


@pytest.mark.paragraph("14.10(c)3")
@pytest.mark.parametrize("act", [LeaveSeat(seat=7), StepAway(seat=7, stakes=COVERED)])
def test_14_10_c_3_between_rounds_it_does_not_stay_before_a_seat_where_nobody_plays(act: LeaveSeat | StepAway) -> None:
    table = full()
    facts = table.does(act)
    assert ButtonMoved(seat=1) in [fact.body for fact in facts]
    assert table.state.button == 1


@pytest.mark.paragraph("14.10(c)3")
def test_14_10_c_3_when_all_have_gone_it_waits_for_the_next_who_sit_down() -> None:
    table = procedure(1, 2)
    table.does(LeaveSeat(seat=1))
    table.does(LeaveSeat(seat=2))
    assert table.state.button == 2
    table.does(TakeSeat(seat=5))
    assert table.state.button == 5


@pytest.mark.paragraph("14.10(c)3", "I-8")
def test_14_10_c_3_after_a_void_round_it_moves_only_where_its_player_has_gone() -> None:
    table = in_play(4, 7)
    table.does(StepAway(seat=7, stakes=COVERED))
    facts = table.by_two(VoidRound(why="51 cards"))
    assert facts[-1].body == ButtonMoved(seat=1)


@pytest.mark.paragraph("14.7(c)5")
def test_14_7_c_5_the_floorperson_is_offered_both_ways_and_the_way_back() -> None:
    table = full()
    offered = [step for step in next_steps(table.state) if isinstance(step.act, StepAway)]
    assert [(step.role, step.seats) for step in offered] == [(Role.FLOORPERSON, (1, 2, 4, 7))] * 2
    table.does(StepAway(seat=4, stakes=COUNTED))
    (back,) = [step for step in next_steps(table.state) if isinstance(step.act, ComeBack)]
    assert back.say == "The player in seat 4 is back: count in the same amount as before."
    assert 4 not in next(step.seats for step in next_steps(table.state) if isinstance(step.act, LeaveSeat))


def test_the_dealer_is_offered_every_free_seat_in_one_step() -> None:
    (step,) = [step for step in next_steps(full().state) if isinstance(step.act, TakeSeat)]
    assert step.seats == (3, 5, 6, 8, 9, 10, 11)


@pytest.mark.paragraph("14.7(c)5")
@pytest.mark.parametrize("stakes", AwayStakes)
def test_14_7_c_5_a_table_is_not_closed_over_what_was_counted_out_or_lies_covered(stakes: AwayStakes) -> None:
    """The dealer who closes it is not the one to decide that a player who is away has given up the seat."""
    table = full()
    table.does(StepAway(seat=2, stakes=stakes))
    refusal = table.refuses(CloseTable())
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.7(c)5",))
    assert refusal.reason == "the player in seat 2 is away"
    assert not [step for step in next_steps(table.state) if isinstance(step.act, CloseTable)]
    (given_up,) = (
        step for step in next_steps(table.state) if isinstance(step.act, LeaveSeat) and step.role is Role.FLOORPERSON
    )
    assert given_up.say == "The absent player in seat 2 has given up the seat."
    (left, *_) = table.does(given_up.act, role=Role.FLOORPERSON)
    assert left.body == SeatLeft(seat=2, cents=0 if stakes is COUNTED else 2_000)
    table.does(CloseTable())


@pytest.mark.paragraph("14.7(c)5")
def test_14_7_c_5_an_idle_table_keeps_the_seat_and_is_not_closed_over_it_either() -> None:
    table = full()
    table.does(StepAway(seat=2, stakes=COUNTED))
    table.does(IdleTable())
    assert table.refuses(CloseTable()).paragraphs == ("14.7(c)5",)
    table.does(ComeBack(seat=2))
    assert table.state.stacks[2] == 2_000
    table.does(CloseTable())


@pytest.mark.paragraph("14.7(c)1", "14.1")
def test_14_7_c_1_whoever_is_there_when_the_table_closes_takes_everything_along() -> None:
    table = full()
    *left, closed = (fact.body for fact in table.does(CloseTable()))
    assert left == [SeatLeft(seat=seat, cents=2_000) for seat in (1, 2, 4, 7)]
    assert closed == TableClosed()
    assert (table.state.seats, table.state.stacks) == ((), {})
