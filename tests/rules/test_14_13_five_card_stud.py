"""Five-card stud, 19:47-14.13."""

import pytest

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.game import Tracking
from firmware_host.rules.games.five_card_stud import FIVE_STUD
from firmware_host.rules.round import Phase, start
from firmware_host.rules.round_acts import AwardPot, Bet, Check, Fold
from firmware_host.rules.round_facts import CardBurned, ForcedBetMade, HandsDealt
from tests.rules.spoken_table import NO_LIMIT, Full, Procedure, hidden_but


def first_street(ups: dict[int, str], stacks: dict[int, float] | None = None) -> Full:
    table = Full(FIVE_STUD, stacks or dict.fromkeys(ups, 100.0))
    table.deal(hidden_but(ups, down=1))
    return table


def second_street(ups: dict[int, str], more: dict[int, str], stacks: dict[int, float] | None = None) -> Full:
    table = first_street(ups, stacks)
    table.says(f"seat {table.turn} makes the forced bet")
    while table.phase is Phase.BETTING:
        table.says(f"seat {table.turn} calls")
    table.deal(more)
    return table


@pytest.mark.paragraph("14.13(b)")
def test_14_13_b_eight_players_and_no_more() -> None:
    nine = start(FIVE_STUD, tracking=Tracking.FULL, seats=tuple(range(1, 10)), button=None, blinds=0)
    assert isinstance(nine, Refusal)
    assert "14.13(b)" in nine.paragraphs


@pytest.mark.paragraph("14.13(c)")
def test_14_13_c_one_down_and_one_up_from_the_dealers_left() -> None:
    table = first_street({7: "Ks", 2: "4d", 5: "9h"})
    (dealt,) = table.told(HandsDealt)
    assert (dealt.seats, dealt.down, dealt.up) == ((2, 5, 7), 1, 1)


@pytest.mark.paragraph("14.13(d)")
@pytest.mark.parametrize(
    ("ups", "opens"),
    [({1: "As", 2: "3h", 3: "4c"}, 2), ({1: "As", 2: "Kh", 3: "Ac"}, 2), ({1: "2s", 2: "2d", 3: "2h"}, 2)],
)
def test_item_1_in_five_card_stud_the_lowest_up_card_makes_the_forced_bet(ups: dict[int, str], opens: int) -> None:
    table = first_street(ups)
    assert table.turn == opens
    assert table.refuses(f"seat {opens} checks").code is Code.WRONG_AMOUNT
    assert table.refuses(f"seat {opens} folds").code is Code.WRONG_AMOUNT
    table.says(f"seat {opens} makes the forced bet")
    assert "14.13(d)" in table.why(ForcedBetMade)


@pytest.mark.paragraph("14.13(e)")
def test_14_13_e_clockwise_each_folds_calls_or_raises_and_the_forced_bet_gives_no_option() -> None:
    table = first_street({1: "Ks", 4: "2c", 6: "9h"})
    table.says("seat 4 makes the forced bet")
    assert table.turn == 6
    assert table.refuses("seat 6 checks").code is Code.WRONG_AMOUNT
    table.says("seat 6 calls", "seat 1 calls")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.13(f)")
def test_14_13_f_a_burn_another_card_up_and_the_best_hand_showing_opens() -> None:
    table = second_street({1: "As", 4: "2c", 6: "9h"}, {1: "Ks", 4: "2d", 6: "9d"})
    assert len(table.told(CardBurned)) == 1
    assert (table.told(HandsDealt)[-1].down, table.told(HandsDealt)[-1].up) == (0, 1)
    assert table.turn == 6


@pytest.mark.paragraph("14.13(f)")
def test_14_13_f_equal_hands_the_closest_to_the_dealers_left_opens() -> None:
    assert second_street({2: "Ac", 4: "2c", 6: "As"}, {2: "Kc", 4: "3d", 6: "Ks"}).turn == 2


@pytest.mark.paragraph("14.13(f)", "I-18")
def test_item_2_and_i_18_the_opener_of_a_later_street_must_bet_and_nobody_checks() -> None:
    table = second_street({1: "As", 4: "2c", 6: "9h"}, {1: "Ks", 4: "3d", 6: "9d"})
    assert not table.may(Check)
    assert table.may(Bet)
    assert table.may(Fold)
    refused = table.refuses("seat 6 checks")
    assert refused.code is Code.WRONG_AMOUNT
    assert "I-18" in refused.paragraphs
    table.says("seat 6 bets $2")
    assert table.refuses("seat 1 checks").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("I-18")
def test_i_18_when_the_opener_folds_the_next_player_must_bet() -> None:
    table = second_street({1: "As", 4: "2c", 6: "9h"}, {1: "Ks", 4: "3d", 6: "9d"})
    table.says("seat 6 folds")
    assert table.turn == 1
    assert table.refuses("seat 1 checks").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("I-18")
def test_i_18_the_opener_may_go_all_in_for_less() -> None:
    table = second_street({1: "As", 4: "2c", 6: "9h"}, {1: "Ks", 4: "3d", 6: "9d"}, {1: 100, 4: 100, 6: 2})
    table.says("seat 6 bets $1")
    assert table.stacks[6] == 0
    table.says("seat 1 calls", "seat 4 calls")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("I-20")
def test_i_20_when_the_best_hand_showing_is_all_in_the_next_to_the_left_must_bet() -> None:
    table = second_street({1: "As", 4: "2c", 6: "9h"}, {1: "Ks", 4: "3d", 6: "9d"}, {1: 100, 4: 100, 6: 1})
    assert table.turn == 1
    assert table.refuses("seat 1 checks").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("14.13(g)", "14.13(h)")
def test_14_13_g_two_more_cards_up_each_after_a_burn_and_h_the_best_five_win() -> None:
    table = Full(FIVE_STUD, {1: 100, 2: 100}, stakes=NO_LIMIT)
    table.deal({1: "?? Ks", 2: "?? Qs"})
    table.says("seat 2 makes the forced bet", "seat 1 calls")
    for street in ({1: "Kd", 2: "2c"}, {1: "4d", 2: "3c"}, {1: "9d", 2: "4c"}):
        table.deal(street)
        assert table.turn == 1
        table.says("seat 1 bets $2", "seat 2 calls")
    assert [(dealt.down, dealt.up) for dealt in table.told(HandsDealt)] == [(1, 1), (0, 1), (0, 1), (0, 1)]
    assert len(table.told(CardBurned)) == 3
    table.show_and_award({1: "5h Ks Kd 4d 9d", 2: "Qh Qs 2c 3c 4c"})
    assert table.gains == {1: 7, 2: -7}


@pytest.mark.paragraph("14.13(g)")
def test_the_higher_bet_is_for_the_last_two_streets() -> None:
    table = second_street({1: "As", 4: "2c"}, {1: "Ks", 4: "3d"})
    table.says("seat 1 bets $2", "seat 4 calls")
    table.deal({1: "4s", 4: "5d"})
    assert table.refuses("seat 1 bets $2").code is Code.WRONG_AMOUNT
    table.says("seat 1 bets $4", "seat 4 calls")


@pytest.mark.paragraph("14.13(g)")
def test_eight_players_at_the_procedure_level_need_no_second_deck() -> None:
    table = Procedure(FIVE_STUD, *range(1, 9))
    table.betting_is_over(4)
    assert table.phase is Phase.SHOWDOWN
    assert (table.round.places.hands, table.round.places.burns, table.round.places.stub) == (40, 3, 9)


@pytest.mark.paragraph("I-11")
def test_a_hand_tabled_early_is_tabled_again_when_more_cards_came_that_nobody_was_shown() -> None:
    table = Full(FIVE_STUD, {1: 1, 2: 1})
    table.deal()
    table.says("seat 1 makes the forced bet", "seat 2 calls", "seat 1 shows As Ad")
    for _ in range(3):
        table.deal()
    table.says("seat 2 shows Ks Kd Kc 2c 3c")
    assert table.refuses(AwardPot()).code is Code.NOT_SHOWN
    table.show_and_award({1: "As Ad 2d 3d 4h"})
    assert table.gains == {1: -1, 2: 1}
