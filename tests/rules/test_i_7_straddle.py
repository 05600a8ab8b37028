"""I-7: a straddle, where the house posts it: who, how much, when, and what it does to the first betting round."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.kill import KillKind, KillRules
from firmware_host.rules.round.betting import choice
from firmware_host.rules.round_acts import Bet, Call, Check, DealStreet, Fold, VoidRound
from firmware_host.rules.round_facts import BlindsPosted, HandsDealt
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.table.acts.round import ChangeGame
from firmware_host.table.acts.seating import LeaveSeat, Straddle, TakeSeat
from firmware_host.table.config import PostedGame
from firmware_host.table.facts.seating import PostingWithdrawn, StraddleAnnounced
from firmware_host.table.prompts import next_steps
from tests.worlds.options_table import OptionsTable, options

FIXED = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))


def straddling(**other: object) -> OptionsTable:
    """The button is at seat 7, so seats 1 and 2 post the blinds and seat 4 may straddle."""
    return OptionsTable(options(straddle=True, **other))  # type: ignore[arg-type]


@pytest.mark.paragraph("I-7")
def test_i_7_the_seat_left_of_the_last_blind_straddles_for_twice_as_much_before_any_card() -> None:
    table = straddling()
    (said,) = table.does(Straddle(seat=4))
    assert said.body == StraddleAnnounced(seat=4, cents=800)
    assert table.chips == 100_000, "nothing has moved before the deal"
    posted = table.deals()
    assert posted == BlindsPosted(seats=(1, 2, 4), cents=(200, 400, 800), straddler=4)
    kinds = [type(fact.body) for fact in table.facts]
    assert kinds.index(BlindsPosted) < kinds.index(HandsDealt)
    (fact,) = (fact for fact in table.facts if isinstance(fact.body, BlindsPosted))
    assert "I-7" in fact.paragraphs


@pytest.mark.paragraph("I-7")
def test_i_7_all_act_before_the_straddler_who_may_raise_though_nobody_has() -> None:
    table = straddling()
    table.does(Straddle(seat=4, cents=800))
    table.deals()
    for seat in (5, 7, 1, 2):
        table.does(Call(seat=seat))
    assert table.state.round is not None
    may = choice(table.state.round)
    assert may is not None
    assert (table.state.round.players[may.index].seat, may.may_check, may.min_to) == (4, True, 1_200)
    table.does(Bet(seat=4, to_cents=1_200))
    assert table.does(Fold(seat=5))


@pytest.mark.paragraph("I-7")
def test_i_7_the_straddler_may_leave_it_at_that_and_the_flop_is_dealt() -> None:
    table = straddling()
    table.does(Straddle(seat=4))
    table.deals()
    for seat in (5, 7, 1, 2):
        table.does(Call(seat=seat))
    table.does(Check(seat=4))
    assert table.state.round is not None
    assert table.state.round.pot_cents == 4_000
    table.does(DealStreet(board=("Kc", "Kd", "7s")))
    assert next(step.seat for step in next_steps(table.state) if step.expected) == 1


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.1")
def test_i_7_a_straddle_is_the_first_of_the_three_raises() -> None:
    table = straddling(stakes=FIXED)
    table.does(Straddle(seat=4))
    table.deals()
    table.does(Bet(seat=5, to_cents=1_200))
    table.does(Bet(seat=7, to_cents=1_600))
    refusal = table.refuses(Bet(seat=1, to_cents=2_000))
    assert "the cap of a bet and 3 raises is reached" in refusal.reason


@pytest.mark.paragraph("I-7")
@pytest.mark.parametrize("seat", [1, 2, 5, 7])
def test_i_7_nobody_else_straddles_the_button_neither(seat: int) -> None:
    refusal = straddling().refuses(Straddle(seat=seat))
    assert (refusal.code, refusal.paragraphs, refusal.allowed_by) == (
        Code.NOT_YOUR_TURN,
        ("I-7",),
        "only seat 4 may straddle",
    )


@pytest.mark.paragraph("I-7")
def test_i_7_of_three_the_button_is_left_of_the_blinds() -> None:
    table = straddling(seats=(1, 2, 4))
    assert table.state.button == 4
    table.does(Straddle(seat=4))
    assert table.deals().straddler == 4
    assert next(step.seat for step in next_steps(table.state) if step.expected) == 1


@pytest.mark.paragraph("I-7")
@pytest.mark.parametrize("heads_up", list(HeadsUp))
def test_i_7_of_two_nobody_straddles(heads_up: HeadsUp) -> None:
    table = straddling(seats=(1, 2), heads_up=heads_up)
    for seat in (1, 2):
        assert "two play" in table.refuses(Straddle(seat=seat)).allowed_by
    assert not [step for step in next_steps(table.state) if isinstance(step.act, Straddle)]


@pytest.mark.paragraph("I-7")
@pytest.mark.parametrize("cents", [400, 799, 801, 1_600])
def test_i_7_no_other_amount(cents: int) -> None:
    refusal = straddling().refuses(Straddle(seat=4, cents=cents))
    assert (refusal.code, refusal.allowed_by) == (Code.WRONG_AMOUNT, "straddle $8")


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.7(c)3")
def test_i_7_who_has_too_little_for_it_and_a_bet_does_not_straddle() -> None:
    config = replace(options(straddle=True), buy_in_cents=1_200)
    assert OptionsTable(config).does(Straddle(seat=4))
    refusal = OptionsTable(replace(config, buy_in_cents=1_100)).refuses(Straddle(seat=4))
    assert (refusal.code, refusal.allowed_by) == (Code.WRONG_AMOUNT, "add chips: $12 on the table are needed")


@pytest.mark.paragraph("I-7")
def test_i_7_once_the_blinds_are_in_it_is_too_late() -> None:
    table = straddling()
    table.deals()
    refusal = table.refuses(Straddle(seat=4))
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.7(b)2", "I-7"))


@pytest.mark.paragraph("I-7")
def test_i_7_an_announcement_is_for_one_deal_and_can_be_taken_back_until_then() -> None:
    table = straddling()
    table.does(Straddle(seat=4))
    assert "already announced" in table.refuses(Straddle(seat=4)).reason
    (taken_back,) = table.does(Straddle(seat=4, withdrawn=True))
    assert taken_back.body == PostingWithdrawn(seat=4)
    assert table.refuses(Straddle(seat=4, withdrawn=True)).code is Code.NOT_NOW
    assert table.plays().straddler is None
    table.does(Straddle(seat=5))
    assert table.plays().straddler == 5
    assert table.plays().straddler is None


@pytest.mark.paragraph("I-7")
def test_i_7_who_does_not_sit_left_of_the_blinds_any_more_posts_nothing() -> None:
    table = straddling()
    table.does(Straddle(seat=4))
    table.does(LeaveSeat(seat=1))
    assert table.deals() == BlindsPosted(seats=(2, 4), cents=(200, 400))


@pytest.mark.paragraph("I-7")
def test_i_7_a_void_round_gives_a_straddle_back() -> None:
    table = straddling()
    table.does(Straddle(seat=4))
    table.deals()
    table.by_two(VoidRound(why="51 cards"))
    assert table.state.stacks == dict.fromkeys((1, 2, 4, 5, 7), 20_000)


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.11(A)(i)")
def test_i_7_while_a_kill_raises_the_limits_nobody_straddles() -> None:
    kill = KillRules(kind=KillKind.KILL, times_minimum=4)
    table = straddling(stakes=FIXED, game=GameName.OMAHA_HILO_8, kill=kill)
    table.deals()
    table.does(Bet(seat=4, to_cents=800))
    table.does(Bet(seat=5, to_cents=1_200))
    for seat in (7, 1, 2):
        table.does(Fold(seat=seat))
    table.does(Call(seat=4))
    table.does(DealStreet(board=("Kc", "Kd", "7s")))
    table.does(Check(seat=4))
    table.does(Bet(seat=5, to_cents=400))
    table.ends()
    assert table.state.kill_button == 5
    assert "a kill is in force" in table.refuses(Straddle(seat=5)).reason


@pytest.mark.paragraph("I-7")
def test_i_7_at_the_procedure_level_the_straddler_is_told_of_and_acts_last() -> None:
    table = straddling(tracking=Tracking.PROCEDURE)
    table.does(Straddle(seat=4))
    posted = table.deals()
    assert posted == BlindsPosted(seats=(1, 2, 4), straddler=4)
    assert next(step for step in next_steps(table.state) if step.expected).say.startswith("Seat 5 first")


@pytest.mark.paragraph("I-7")
def test_i_7_the_dealer_is_told_of_it_with_the_blinds() -> None:
    table = straddling()
    offered = [step for step in next_steps(table.state) if isinstance(step.act, Straddle)]
    assert [(step.seat, step.say) for step in offered] == [(4, "Seat 4 straddles for $8.")]
    table.does(Straddle(seat=4))
    deal = table.deal_step()
    assert "Blind bets: seat 1 $2, seat 2 $4. Seat 4 straddles for $8." in deal.say
    assert "I-7" in deal.paragraphs


@pytest.mark.paragraph("I-7")
def test_i_7_there_is_no_straddle_in_a_game_without_blinds() -> None:
    stud = Stakes(limit=Limit.NO, min_cents=400, forced_cents=200)
    table = straddling(game=GameName.STUD, stakes=stud)
    assert "no blinds" in table.refuses(Straddle(seat=4)).reason


@pytest.mark.paragraph("I-7")
def test_i_7_nobody_straddles_from_an_empty_seat() -> None:
    table = straddling()
    assert table.refuses(Straddle(seat=3)).code is Code.NOT_SEATED
    table.does(TakeSeat(seat=3, cents=20_000))
    assert table.does(Straddle(seat=3))


@pytest.mark.paragraph("I-7")
def test_i_7_a_straddle_is_announced_for_the_game_that_is_played() -> None:
    other = PostedGame(game=GameName.OMAHA, stakes=FIXED, blinds=2)
    table = OptionsTable(replace(options(straddle=True), games=(other,)))
    table.does(Straddle(seat=4))
    facts = table.does(ChangeGame(game=GameName.OMAHA))
    assert PostingWithdrawn(seat=4) in [fact.body for fact in facts]
    assert table.deals().straddler is None


@pytest.mark.paragraph("I-7")
def test_i_7_the_dealer_is_told_that_an_announced_straddle_is_none() -> None:
    table = straddling()
    table.does(Straddle(seat=4))
    table.does(TakeSeat(seat=3, cents=20_000))
    step = table.deal_step()
    assert "Seat 4 announced a straddle but may not post one now." in step.say
