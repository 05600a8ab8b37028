"""I-7: a player moves to an empty seat, where the house posts it: between rounds, with everything, from no blind."""

import re

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Role
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.kill import KillKind, KillRules
from firmware_host.rules.round_acts import Bet, Call, Check, DealStreet, Fold, VoidRound
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.approvals import Decline
from firmware_host.table.acts.corrections import AdjustMoney, CorrectSum
from firmware_host.table.acts.seating import ChangeSeat, ComeBack, PostMissedBlinds, StepAway, Straddle
from firmware_host.table.facts.corrections import Amended
from firmware_host.table.facts.round import ButtonMoved
from firmware_host.table.facts.seating import BlindMissed, SeatChanged
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Adjustment, AwayStakes
from tests.worlds.options_table import BIG, SMALL, OptionsTable, options
from tests.worlds.pure_dice import A_SIX, DiceTable, dice_configuration


def moving(**other: object) -> OptionsTable:
    """Button 7: seats 1 and 2 are due the blinds, then 4, 5 and 7."""
    return OptionsTable(options(seat_changes=True, **other))  # type: ignore[arg-type]


@pytest.mark.paragraph("I-7")
def test_i_7_chips_and_what_is_owed_go_along_to_an_empty_seat() -> None:
    table = moving(missed_blinds=True)
    table.does(StepAway(seat=2, stakes=AwayStakes.COVERED))
    table.plays()
    table.does(ComeBack(seat=2))
    chips, before = table.chips, table.state.stacks[2]
    (moved, *_) = table.does(ChangeSeat(seat=2, to=3))
    assert moved.body == SeatChanged(seat=2, to=3, cents=before)
    assert table.state.seats == (1, 3, 4, 5, 7)
    assert (table.state.stacks[3], 2 in table.state.stacks, table.chips) == (before, False, chips)
    assert table.state.owed.missed == {3: (BIG,)}


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.7(c)5")
def test_i_7_a_player_who_is_away_is_away_from_the_new_seat_and_comes_back_with_the_same() -> None:
    table = moving()
    table.does(StepAway(seat=4, stakes=AwayStakes.COUNTED))
    table.does(ChangeSeat(seat=4, to=3))
    assert table.state.away.keys() == {3}
    table.does(ComeBack(seat=3))
    assert table.state.stacks[3] == 20_000


@pytest.mark.paragraph("I-7")
def test_i_7_not_in_the_middle_of_a_round_nor_to_where_somebody_sits() -> None:
    table = moving()
    assert table.refuses(ChangeSeat(seat=4, to=5)).code is Code.NOT_SEATED
    assert table.refuses(ChangeSeat(seat=4, to=4)).reason == "seat 4 is taken"
    assert table.refuses(ChangeSeat(seat=3, to=6)).code is Code.NOT_SEATED
    table.deals()
    assert table.refuses(ChangeSeat(seat=4, to=3)).paragraphs == ("I-7",)


ESCAPES = [
    (1, 8, ()),
    (1, 3, (SMALL,)),
    (2, 3, ()),
    (2, 6, (BIG, SMALL)),
    (2, 8, (BIG,)),
    (4, 3, ()),
    (4, 6, (BIG, SMALL)),
    (5, 6, ()),
    (5, 8, (BIG,)),
    (7, 3, ()),
]
"""From where to where, and the blinds that would come later than they would have: button 7, then 1, 2, 4 and 5."""


@pytest.mark.paragraph("I-7")
@pytest.mark.parametrize(("seat", "to", "escaped"), ESCAPES)
def test_i_7_who_would_escape_a_blind_waits_until_it_is_posted(seat: int, to: int, escaped: tuple[str, ...]) -> None:
    table = moving()
    offered = [step.say for step in next_steps(table.state) if isinstance(step.act, ChangeSeat) and step.seat == seat]
    assert any(str(to) in re.findall(r"\d+", say.partition(" moves to ")[2]) for say in offered) is not bool(escaped)
    if escaped:
        assert "would avoid a blind" in table.refuses(ChangeSeat(seat=seat, to=to)).reason
    else:
        table.does(ChangeSeat(seat=seat, to=to))


@pytest.mark.paragraph("I-7")
@pytest.mark.parametrize(("seat", "to", "escaped"), ESCAPES)
def test_i_7_or_owes_it_where_missed_blinds_are_made_up_for(seat: int, to: int, escaped: tuple[str, ...]) -> None:
    table = moving(missed_blinds=True)
    told = table.does(ChangeSeat(seat=seat, to=to))
    assert tuple(fact.body.blind for fact in told if isinstance(fact.body, BlindMissed)) == escaped
    assert table.state.owed.missed == ({to: escaped} if escaped else {})


@pytest.mark.paragraph("I-7")
def test_i_7_who_has_moved_away_from_the_blinds_posts_them_before_the_next_cards() -> None:
    table = moving(missed_blinds=True)
    table.does(ChangeSeat(seat=2, to=6))
    table.does(PostMissedBlinds(seat=6))
    posted = table.deals()
    assert (posted.seats, posted.made_up, posted.dead) == ((1, 4, 6), (6,), (200,))


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.10(c)3")
def test_i_7_the_button_stays_with_the_players_who_stay() -> None:
    table = moving()
    told = table.does(ChangeSeat(seat=7, to=3))
    assert [type(fact.body) for fact in told] == [SeatChanged, ButtonMoved]
    assert table.state.button == 1


@pytest.mark.paragraph("I-7")
def test_i_7_without_blinds_every_empty_seat_may_be_taken() -> None:
    stud = Stakes(limit=Limit.NO, min_cents=400, forced_cents=200)
    table = moving(game=GameName.STUD, stakes=stud)
    (step, *_) = [step for step in next_steps(table.state) if isinstance(step.act, ChangeSeat)]
    assert "seat 3, 6, 8" in step.say
    assert table.does(ChangeSeat(seat=1, to=11))


@pytest.mark.paragraph("I-7")
def test_i_7_an_announced_straddle_stays_behind() -> None:
    table = moving(straddle=True)
    table.does(Straddle(seat=4))
    table.does(ChangeSeat(seat=4, to=3))
    assert table.deals().straddler is None


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("14.11(A)(i)")
def test_i_7_before_whom_the_kill_button_lies_posts_that_blind_first() -> None:
    fixed = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))
    kill = KillRules(kind=KillKind.KILL, times_minimum=4)
    table = moving(stakes=fixed, game=GameName.OMAHA_HILO_8, kill=kill)
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
    table.does(ChangeSeat(seat=5, to=6))
    assert table.state.kill_button == 6, "the kill is the player's (I-23)"


@pytest.mark.paragraph("I-7")
def test_i_7_money_that_two_people_put_right_before_a_seat_is_put_right_first() -> None:
    table = moving()
    request = table.requested(AdjustMoney(lines=(Adjustment(seat=4, cents=100),), why="miscounted"))
    assert "are correcting the money" in table.refuses(ChangeSeat(seat=4, to=3)).reason
    table.does(Decline(request=request, why="it was right"), role=Role.FLOORPERSON, actor="floor-1")
    assert table.does(ChangeSeat(seat=4, to=3))


@pytest.mark.paragraph("I-7")
def test_i_7_what_was_asked_about_a_round_that_is_over_keeps_nobody_from_moving() -> None:
    table = moving()
    table.dealt()
    table.requested(AdjustMoney(lines=(Adjustment(seat=None, cents=100), Adjustment(seat=4, cents=100)), why="x"))
    table.by_two(VoidRound(why="51 cards"))
    assert table.does(ChangeSeat(seat=4, to=3))


def dice(**other: object) -> DiceTable:
    return DiceTable(replace(dice_configuration(**other), seat_changes=True))  # type: ignore[arg-type]


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("13.7(b)")
def test_i_7_whoever_last_accepted_the_shaker_stays_where_offers_go_round_from() -> None:
    table = dice()
    table.whole_shake(A_SIX, taker=3)
    refusal = table.refuses(ChangeSeat(seat=3, to=4))
    assert refusal.paragraphs == ("I-7", "13.7(b)")
    assert not [step for step in next_steps(table.state) if isinstance(step.act, ChangeSeat) and step.seat == 3]
    assert table.does(ChangeSeat(seat=5, to=4))
    table.dealer_shook()
    assert table.refuses(ChangeSeat(seat=1, to=2)).paragraphs == ("I-7", "13.5(f)")


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("I-15")
def test_i_7_a_refusal_is_forgotten_with_the_seat_it_was_made_from() -> None:
    table = dice()
    table.whole_shake(A_SIX, taker=3)
    assert 1 in table.shaker.right.refused
    table.does(ChangeSeat(seat=1, to=2))
    assert not {1, 2} & {*table.shaker.right.refused}


@pytest.mark.paragraph("I-7")
@pytest.mark.paragraph("13.5(f)")
def test_i_7_nobody_moves_away_from_wagers_and_a_sum_put_right_pays_at_the_new_seat() -> None:
    table = dice(tracking=Tracking.FULL)
    table.wagered(5, Wager.FIELD, 500)
    assert table.refuses(ChangeSeat(seat=5, to=6)).paragraphs == ("I-7", "13.5(f)")
    number = table.state.rounds
    table.whole_shake(A_SIX, taker=3)
    table.does(ChangeSeat(seat=5, to=6))
    (corrected,) = table.by_two(CorrectSum(round=number, dice=(5, 4), why="misread"))
    assert isinstance(corrected.body, Amended)
    assert [due.seat for due in corrected.body.due] == [6]
