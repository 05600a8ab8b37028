"""I-7: blinds that passed a player by, where the house posts it: waited for, or made up for, the last one live."""

import pytest
from msgspec.structs import replace

from firmware_host.hand_history.files import dumps, loads
from firmware_host.hand_history.finishing_stacks import check
from firmware_host.hand_history.hand import parse_hand
from firmware_host.hand_history.hand_replay import replay
from firmware_host.hand_history.writer import hand_of
from firmware_host.rules.decision import Code
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.round_acts import Bet, Call, Check, Fold, VoidRound
from firmware_host.rules.round_facts import BlindsPosted, PlayerCalled, RoundBody
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.straddle_missed_blinds import MissedBlind, coming_in, passed_by
from firmware_host.table.acts.floor import IdleTable
from firmware_host.table.acts.round import ChangeGame, Deal
from firmware_host.table.acts.seating import (
    AddChips,
    ComeBack,
    LeaveSeat,
    PostMissedBlinds,
    StepAway,
    Straddle,
    TakeSeat,
)
from firmware_host.table.config import PostedGame
from firmware_host.table.facts.seating import BlindMissed, MissedBlindsPromised
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import AwayStakes
from firmware_host.table.view import public_view
from tests.worlds.options_table import BIG, SMALL, OptionsTable, options

FIXED = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))


def missing(**other: object) -> OptionsTable:
    """Button 7: seats 1 and 2 are due the blinds."""
    return OptionsTable(options(missed_blinds=True, **other))  # type: ignore[arg-type]


def away(table: OptionsTable, *seats: int) -> OptionsTable:
    for seat in seats:
        table.does(StepAway(seat=seat, stakes=AwayStakes.COVERED))
    return table


def one_orbit_without_2() -> OptionsTable:
    """Seat 2 was away for the big blind and the small one; the button is at seat 2, for seat 4 comes next."""
    table = away(missing(), 2)
    assert table.plays().seats == (1, 4)
    assert table.plays().seats == (4, 5)
    table.does(ComeBack(seat=2))
    return table


@pytest.mark.paragraph("I-7")
def test_i_7_what_passes_a_player_by_is_told_once_and_shown_to_all() -> None:
    table = away(missing(), 2)
    table.plays()
    table.plays()
    table.plays()
    missed = [fact.body for fact in table.facts if isinstance(fact.body, BlindMissed)]
    assert missed == [BlindMissed(seat=2, blind=BIG), BlindMissed(seat=2, blind=SMALL)]
    assert table.state.owed.missed == {2: (BIG, SMALL)}
    assert public_view(table.state).missed_blinds == {2: (BIG, SMALL)}


@pytest.mark.paragraph("I-7")
def test_i_7_a_table_that_does_not_post_it_keeps_no_account_of_blinds() -> None:
    table = away(OptionsTable(options()), 2)
    table.plays()
    table.plays()
    table.does(ComeBack(seat=2))
    assert not [fact.body for fact in table.facts if isinstance(fact.body, BlindMissed)]
    assert table.refuses(PostMissedBlinds(seat=2)).code is Code.NOT_OFFERED
    table.deals()
    assert table.state.round is not None
    assert 2 in table.state.round.seats


@pytest.mark.paragraph("I-7")
def test_i_7_who_owes_is_not_dealt_in_before_the_big_blind_comes_round_and_then_owes_nothing() -> None:
    table = one_orbit_without_2()
    rounds = []
    for _ in range(3):
        posted = table.deals()
        assert table.state.round is not None
        rounds.append((2 in table.state.round.seats, posted.seats))
        table.ends()
    assert rounds == [(False, (5, 7)), (False, (7, 1)), (True, (1, 2))]
    assert table.state.owed.missed == {}


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.7(b)2")
def test_i_7_or_posts_both_before_the_cards_the_big_one_live_and_the_small_one_dead() -> None:
    table = one_orbit_without_2()
    (said,) = table.does(PostMissedBlinds(seat=2))
    assert said.body == MissedBlindsPromised(seat=2, blinds=(BIG, SMALL))
    assert "Blind bets: seat 5 $2, seat 7 $4. Seat 2 posts missed blinds, $4 live and $2 dead." in table.deal_step().say
    table.does(Deal())
    (posted,) = [fact.body for fact in table.facts if isinstance(fact.body, BlindsPosted)][-1:]
    assert posted == BlindsPosted(seats=(5, 7, 2), cents=(200, 400, 400), made_up=(2,), dead=(200,))
    round_ = table.state.round
    assert round_ is not None
    player = round_.players[round_.index(2) or 0]
    assert (player.paid, player.put_in, round_.dead, round_.pot_cents) == (400, 400, 200, 1_200)
    assert table.state.owed.missed == {}


@pytest.mark.paragraph("I-7")
def test_i_7_who_made_up_for_a_blind_acts_in_turn_and_may_raise_what_all_just_call() -> None:
    table = one_orbit_without_2()
    table.does(PostMissedBlinds(seat=2))
    table.deals()
    table.does(Call(seat=1))
    step = next(step for step in next_steps(table.state) if isinstance(step.act, Bet))
    assert step.seat == 2
    table.does(Check(seat=2))
    table.does(Fold(seat=4))
    table.does(Call(seat=5))
    table.does(Check(seat=7))
    assert table.state.round is not None
    assert table.state.round.pot_cents == 4 * 400 + 200


@pytest.mark.paragraph("I-7")
def test_i_7_the_dead_blind_goes_to_whoever_wins_the_pot() -> None:
    table = one_orbit_without_2()
    before, chips = dict(table.state.stacks), table.chips
    table.does(PostMissedBlinds(seat=2))
    table.deals()
    table.does(Fold(seat=1))
    table.does(Check(seat=2))
    table.does(Bet(seat=4, to_cents=1_200))
    for seat in (5, 7, 2):
        table.does(Fold(seat=seat))
    table.ends()
    assert table.state.stacks[4] - before[4] == 200 + 400 + 400 + 200
    assert table.state.stacks[2] - before[2] == -600
    assert table.chips == chips


@pytest.mark.paragraph("I-7")
def test_i_7_a_small_blind_alone_is_dead_and_counts_towards_no_call() -> None:
    table = missing()
    table.plays()
    assert table.plays().seats == (2, 4)
    away(table, 4)
    assert table.plays().seats == (5, 7)
    table.does(ComeBack(seat=4))
    assert table.state.owed.missed == {4: (SMALL,)}
    table.does(PostMissedBlinds(seat=4))
    assert table.deals() == BlindsPosted(seats=(7, 1, 4), cents=(200, 400, 0), made_up=(4,), dead=(200,))
    table.does(Fold(seat=2))
    called, *_ = table.does(Call(seat=4))
    assert called.body == PlayerCalled(seat=4, cents=400)


@pytest.mark.paragraph("I-7")
def test_i_7_no_blind_is_made_up_for_from_the_place_of_the_small_one() -> None:
    table = away(missing(), 2)
    table.plays()
    table.does(ComeBack(seat=2))
    assert table.state.button == 1
    refusal = table.refuses(PostMissedBlinds(seat=2))
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("I-7",))
    assert "at the button or a smaller blind" in refusal.reason
    assert table.plays().seats == (4, 5)
    assert table.state.owed.missed == {2: (BIG, SMALL)}
    table.does(PostMissedBlinds(seat=2))


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.10(c)3")
def test_i_7_the_button_passes_by_who_waits_and_nobody_has_the_same_blind_twice() -> None:
    table = away(missing(), 2)
    table.plays()
    table.does(ComeBack(seat=2))
    seen = [(table.state.button, table.plays().seats) for _ in range(6)]
    assert seen == [(1, (4, 5)), (4, (5, 7)), (5, (7, 1)), (7, (1, 2)), (1, (2, 4)), (2, (4, 5))]


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.10(c)3")
def test_i_7_the_button_of_a_player_who_leaves_goes_to_the_next_who_does_not_wait() -> None:
    table = away(missing(), 2)
    table.plays()
    table.does(ComeBack(seat=2))
    assert table.state.button == 1
    table.does(LeaveSeat(seat=1))
    assert table.state.button == 4


@pytest.mark.paragraph("I-7")
def test_i_7_to_whom_the_big_blind_comes_anyway_makes_up_for_nothing() -> None:
    table = one_orbit_without_2()
    table.plays()
    table.plays()
    assert table.state.button == 7
    assert "is dealt in" in table.refuses(PostMissedBlinds(seat=2)).reason
    posted = table.deals()
    assert (posted.seats, posted.made_up) == ((1, 2), ())


@pytest.mark.paragraph("I-7")
def test_i_7_who_owes_nothing_or_is_away_posts_nothing_more() -> None:
    table = away(missing(), 2)
    table.plays()
    assert "has not missed a blind" in table.refuses(PostMissedBlinds(seat=5)).reason
    assert "is away" in table.refuses(PostMissedBlinds(seat=2)).reason
    assert table.refuses(PostMissedBlinds(seat=3)).code is Code.NOT_SEATED


@pytest.mark.paragraph("I-7")
def test_i_7_a_promise_is_for_the_next_deal_and_can_be_taken_back_until_then() -> None:
    table = one_orbit_without_2()
    table.does(PostMissedBlinds(seat=2))
    assert "already announced" in table.refuses(PostMissedBlinds(seat=2)).reason
    table.does(PostMissedBlinds(seat=2, withdrawn=True))
    assert table.plays().made_up == ()
    table.does(PostMissedBlinds(seat=2))
    away(table, 2)
    assert table.plays().made_up == ()
    table.does(ComeBack(seat=2))
    assert table.state.owed.missed == {2: (BIG, SMALL)}


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("I-8")
def test_i_7_a_void_round_gives_the_chips_back_and_the_debt_with_them() -> None:
    table = one_orbit_without_2()
    away(table, 7)
    before = dict(table.state.stacks)
    table.does(PostMissedBlinds(seat=2))
    table.deals()
    assert BIG in table.state.owed.missed[7] or SMALL in table.state.owed.missed[7]
    table.by_two(VoidRound(why="51 cards"))
    assert table.state.stacks == before
    assert table.state.owed.missed == {2: (BIG, SMALL)}


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.7(c)3")
def test_i_7_who_has_too_little_for_all_of_it_adds_chips_first() -> None:
    config = replace(options(missed_blinds=True), buy_in_cents=1_000)
    table = OptionsTable(config)
    table.does(LeaveSeat(seat=2))
    table.does(TakeSeat(seat=2, cents=900))
    away(table, 2)
    table.plays()
    table.plays()
    table.does(ComeBack(seat=2))
    refusal = table.refuses(PostMissedBlinds(seat=2))
    assert (refusal.code, refusal.allowed_by) == (Code.WRONG_AMOUNT, "add chips")
    table.does(AddChips(seat=2, cents=100))
    table.does(PostMissedBlinds(seat=2))
    assert table.plays().made_up == (2,)


@pytest.mark.paragraph("I-7")
def test_i_7_who_sat_out_for_want_of_chips_has_missed_the_blinds_too() -> None:
    table = missing()
    table.does(LeaveSeat(seat=2))
    table.does(TakeSeat(seat=2))
    table.plays()
    assert table.state.owed.missed == {2: (BIG,)}


@pytest.mark.paragraph("I-7")
def test_i_7_where_two_could_not_play_without_them_nobody_waits_and_nothing_is_owed() -> None:
    table = away(missing(seats=(1, 2, 4)), 2)
    table.plays()
    table.does(ComeBack(seat=2))
    table.does(LeaveSeat(seat=4))
    assert table.state.owed.missed != {}
    posted = table.deals()
    assert (len(posted.seats), posted.made_up, table.state.owed.missed) == (2, (), {})


@pytest.mark.paragraph("I-7")
def test_i_7_who_gives_the_seat_up_owes_nothing_and_play_that_begins_anew_forgets_all() -> None:
    table = one_orbit_without_2()
    table.does(LeaveSeat(seat=2))
    assert table.state.owed.missed == {}
    idle = one_orbit_without_2()
    idle.does(IdleTable())
    assert idle.state.owed.missed == {}


@pytest.mark.paragraph("I-7")
def test_i_7_at_the_procedure_level_the_dealer_is_told_who_waits_and_who_posts_which() -> None:
    table = away(missing(tracking=Tracking.PROCEDURE), 2)
    table.plays()
    table.plays()
    table.does(ComeBack(seat=2))
    table.does(PostMissedBlinds(seat=2))
    assert "Seat 2 posts missed blinds, big and small." in table.deal_step().say
    table.does(Deal())
    posted = [fact.body for fact in table.facts if isinstance(fact.body, BlindsPosted)][-1]
    assert posted == BlindsPosted(seats=(5, 7, 2), made_up=(2,))
    assert next(step for step in next_steps(table.state) if step.expected).say.startswith("Seat 1 first")


@pytest.mark.paragraph("I-7")
def test_i_7_a_stud_game_between_has_no_blinds_to_miss_or_to_owe() -> None:
    stud = PostedGame(game=GameName.STUD, stakes=Stakes(limit=Limit.NO, min_cents=400, forced_cents=200))
    table = OptionsTable(replace(options(missed_blinds=True), games=(stud,)))
    away(table, 2)
    table.plays()
    table.does(ComeBack(seat=2))
    table.does(ChangeGame(game=GameName.STUD))
    assert "no blinds" in table.refuses(PostMissedBlinds(seat=2)).reason
    table.deal_step()
    table.does(Deal())
    assert table.state.round is not None
    assert 2 in table.state.round.seats
    assert table.state.owed.missed == {2: (BIG,)}


@pytest.mark.paragraph("I-7")
def test_i_7_of_three_blinds_the_last_is_live_and_each_of_the_others_dead() -> None:
    three = Stakes(limit=Limit.NO, min_cents=200, blinds_cents=(100, 100, 200))
    table = away(missing(stakes=three), 4)
    for _ in range(3):
        table.plays()
    table.does(ComeBack(seat=4))
    assert table.state.owed.missed == {4: (BIG, SMALL, MissedBlind.FIRST)}
    table.does(PostMissedBlinds(seat=4))
    posted = table.deals()
    assert (posted.cents[posted.seats.index(4)], posted.dead) == (200, (200,))


@pytest.mark.paragraph("I-7")
@pytest.mark.parametrize(("seat", "blind"), [(2, SMALL), (3, SMALL), (5, BIG), (7, None), (8, None)])
def test_i_7_the_blind_a_player_missed_is_the_one_that_would_have_been_his(
    seat: int, blind: MissedBlind | None
) -> None:
    assert passed_by(seat, (1, 4, 6, 9), button=1, blinds=2) is blind


@pytest.mark.paragraph("I-7")
def test_i_7_of_two_who_wait_for_the_same_blind_the_first_clockwise_has_it() -> None:
    coming = coming_in((1, 4, 5, 6), owing={5, 6}, promised=(6,), button=1, blinds=2)
    assert (coming.seats, coming.made_up) == ((1, 4, 5, 6), (6,))
    assert coming_in((1, 4, 5, 6), owing={5, 6}, promised=(), button=1, blinds=2).seats == (1, 4, 5)


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("I-16")
def test_i_7_a_hand_history_of_such_a_round_is_played_again_to_the_same_cent() -> None:
    table = OptionsTable(options(missed_blinds=True, straddle=True, stakes=FIXED))
    away(table, 2)
    table.plays()
    table.plays()
    table.does(ComeBack(seat=2))
    table.does(PostMissedBlinds(seat=2))
    table.does(Straddle(seat=1))
    before = len(table.facts)
    posted = table.plays()
    assert (posted.straddler, posted.made_up, posted.dead) == (1, (2,), (200,))
    told = hand_of(fact.body for fact in table.facts[before:] if isinstance(fact.body, RoundBody))
    assert (told["_straddle"], told["_dead_blinds"], told["antes"]) == (3, [0, 0, 0, 2, 0], [0, 0, 0, 2, 0])
    again = parse_hand(loads(dumps(told)))
    check(again, replay(again))
