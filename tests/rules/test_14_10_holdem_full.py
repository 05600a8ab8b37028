"""Hold 'em, 19:47-14.10, told in full: every bet, every card shown."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key
from firmware_host.rules.games.holdem_and_omaha import HOLDEM
from firmware_host.rules.round import Phase
from firmware_host.rules.round_acts import AwardPot, Bet, Check, DealStreet, DealtHand
from firmware_host.rules.round_facts import (
    BettingCompleted,
    BlindsPosted,
    CardBurned,
    CommunityDealt,
    HandsDealt,
    LosingHandsCollected,
    PotAwarded,
    RoundCompleted,
    ShowdownBegan,
)
from firmware_host.rules.stakes import HeadsUp
from tests.rules.spoken_table import FIXED, NO_LIMIT, Full, dealing


def three_handed(stakes_name: str = "fixed") -> Full:
    """The button at seat 7; seats 2 and 5 post the blinds."""
    table = Full(HOLDEM, {2: 100, 5: 100, 7: 100}, stakes=FIXED if stakes_name == "fixed" else NO_LIMIT, button=7)
    table.deal()
    return table


def to_the_flop() -> Full:
    table = three_handed()
    table.says("seat 7 calls", "seat 2 calls", "seat 5 checks")
    table.deal(board="Ah Kd 7c")
    return table


def run_out(table: Full, *cards: str) -> None:
    for card in cards:
        table.deal(board=card)


@pytest.mark.paragraph("14.10(d)", "14.7(b)2")
def test_item_16_blinds_are_posted_left_of_the_button_before_any_card() -> None:
    table = three_handed()
    assert table.told(BlindsPosted) == [BlindsPosted(seats=(2, 5), cents=(100, 200))]
    assert table.order(BlindsPosted, HandsDealt) == ["BlindsPosted", "HandsDealt"]
    assert "14.10(d)" in table.why(BlindsPosted)


@pytest.mark.paragraph("14.10(e)")
def test_14_10_e_two_down_from_the_buttons_left_the_button_last() -> None:
    (dealt,) = three_handed().told(HandsDealt)
    assert (dealt.seats, dealt.down, dealt.up) == ((2, 5, 7), 2, 0)


@pytest.mark.paragraph("14.10(f)")
def test_14_10_f_after_the_blinds_each_in_turn_folds_calls_or_raises() -> None:
    table = three_handed()
    assert table.turn == 7
    assert table.refuses("seat 7 checks").code is Code.WRONG_AMOUNT
    table.says("seat 7 folds", "seat 2 raises to $4")
    assert table.turn == 5


@pytest.mark.paragraph("14.10(f)")
def test_item_16_everyone_who_posted_a_blind_may_still_raise() -> None:
    table = three_handed()
    table.says("seat 7 calls", "seat 2 calls")
    assert table.turn == 5
    assert table.may(Check)
    assert table.may(Bet)
    table.says("seat 5 raises to $4")
    assert table.turn == 7


@pytest.mark.paragraph("14.10(f)")
def test_item_16_with_three_blinds_each_of_the_three_keeps_the_option() -> None:
    stakes = replace(FIXED, blinds_cents=(100, 100, 200))
    table = Full(HOLDEM, {1: 100, 2: 100, 3: 100, 4: 100}, stakes=stakes, button=4)
    table.deal()
    table.says("seat 4 calls", "seat 1 raises to $4")
    assert table.turn == 2
    table.says("seat 2 raises to $6")
    assert table.turn == 3


@pytest.mark.paragraph("14.10(g)", "14.10(h)", "14.10(i)")
def test_14_10_g_to_i_a_burn_before_three_one_and_one_community_cards() -> None:
    table = to_the_flop()
    table.all_say("checks", 2, 5, 7)
    table.deal(board="2s")
    table.all_say("checks", 2, 5, 7)
    table.deal(board="9h")
    table.all_say("checks", 2, 5, 7)
    assert [len(dealt.cards) for dealt in table.told(CommunityDealt)] == [3, 1, 1]
    assert table.order(CardBurned, CommunityDealt) == ["CardBurned", "CommunityDealt"] * 3
    assert table.phase is Phase.SHOWDOWN
    assert len(table.told(ShowdownBegan)) == 1


@pytest.mark.paragraph("14.10(g)")
def test_14_10_g_the_first_left_of_the_button_who_has_not_folded_bets_or_checks() -> None:
    table = three_handed()
    table.says("seat 7 calls", "seat 2 folds", "seat 5 checks")
    table.deal(board="Ah Kd 7c")
    assert table.turn == 5
    assert table.may(Check)
    table.says("seat 5 checks", "seat 7 bets $2", "seat 5 raises to $4", "seat 7 calls")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.10(h)", "14.10(i)")
def test_the_higher_bet_is_for_turn_and_river() -> None:
    table = to_the_flop()
    assert table.refuses("seat 2 bets $4").code is Code.WRONG_AMOUNT
    table.all_say("checks", 2, 5, 7)
    table.deal(board="2s")
    assert table.refuses("seat 2 bets $2").code is Code.WRONG_AMOUNT
    table.says("seat 2 bets $4")


@pytest.mark.parametrize("board", ["", "Ah Kd", "Ah Kd 7c 2s", "Ah Ah 7c", "Ah Kd Zz", "Ah Kd ??", "Qs Kd 7c"])
def test_a_flop_that_cannot_be_is_refused(board: str) -> None:
    table = Full(HOLDEM, {2: 100, 5: 100, 7: 100}, button=7)
    table.deal({2: "Qs Qh"})
    table.says("seat 7 calls", "seat 2 calls", "seat 5 checks")
    refused = table.refuses(dealing(board=board))
    assert refused.code is Code.WRONG_CARDS
    assert refused.paragraphs in (("14.10(g)",), ("14.2(a)",))


def test_no_cards_are_dealt_while_somebody_has_still_to_act() -> None:
    assert three_handed().refuses(dealing(board="Ah Kd 7c")).code is Code.NOT_NOW


def test_one_seat_is_not_dealt_to_twice() -> None:
    table = Full(HOLDEM, {2: 100, 5: 100}, button=5)
    both = (DealtHand(seat=2, cards=("As", "Ad")), DealtHand(seat=2, cards=("Ks", "Kd")))
    assert table.refuses(DealStreet(hands=both)).code is Code.WRONG_CARDS


@pytest.mark.paragraph("I-16")
def test_i_16_of_two_players_the_one_left_of_the_button_posts_first_and_acts_first() -> None:
    table = Full(HOLDEM, {3: 100, 8: 100}, button=8)
    assert table.told(BlindsPosted) == [BlindsPosted(seats=(3, 8), cents=(100, 200))]
    table.deal()
    assert table.turn == 3
    table.says("seat 3 calls", "seat 8 checks")
    table.deal(board="Ah Kd 7c")
    assert table.turn == 3


@pytest.mark.paragraph("I-16")
@pytest.mark.parametrize("blinds", [(100, 200), (200, 200)])
def test_i_16_the_usual_order_is_a_setting_the_button_posts_small_acts_first_and_then_last(
    blinds: tuple[int, int],
) -> None:
    stakes = replace(FIXED, heads_up=HeadsUp.USUAL, blinds_cents=blinds)
    table = Full(HOLDEM, {3: 100, 8: 100}, button=8, stakes=stakes)
    assert {player.seat: player.paid for player in table.round.players} == {8: blinds[0], 3: blinds[1]}
    table.deal()
    assert table.turn == 8
    if blinds[0] < blinds[1]:
        table.says("seat 8 calls", "seat 3 checks")
    else:
        table.says("seat 8 checks", "seat 3 checks")
    table.deal(board="Ah Kd 7c")
    assert table.turn == 3


@pytest.mark.paragraph("I-16")
def test_i_16_in_the_usual_order_a_single_blind_is_the_other_players_and_the_button_acts_first() -> None:
    stakes = replace(FIXED, heads_up=HeadsUp.USUAL, blinds_cents=(200,))
    table = Full(HOLDEM, {3: 100, 8: 100}, button=8, stakes=stakes)
    assert table.told(BlindsPosted) == [BlindsPosted(seats=(3,), cents=(200,))]
    table.deal()
    assert table.turn == 8
    table.says("seat 8 calls", "seat 3 checks")


@pytest.mark.paragraph("14.10(j)")
def test_14_10_j_the_best_five_of_two_and_five_in_any_combination_take_the_pot() -> None:
    table = to_the_flop()
    table.all_say("checks", 2, 5, 7)
    table.deal(board="2s")
    table.all_say("checks", 2, 5, 7)
    table.deal(board="9h")
    table.all_say("checks", 2, 5, 7)
    table.show_and_award({2: "As 3c", 5: "Ks Kh", 7: "Qs Jh"})
    assert table.gains == {2: -2, 5: 4, 7: -2}


@pytest.mark.paragraph("14.10(j)", "14.3(d)")
def test_14_10_j_when_the_board_plays_all_who_are_left_share_equally() -> None:
    table = three_handed()
    table.says("seat 7 calls", "seat 2 calls", "seat 5 checks")
    table.deal(board="Ah Kh Qh")
    table.all_say("checks", 2, 5, 7)
    table.deal(board="Jh")
    table.all_say("checks", 2, 5, 7)
    table.deal(board="Th")
    table.all_say("checks", 2, 5, 7)
    table.show_and_award({2: "As 3c", 5: "Ks 2h", 7: "Qs Jd"})
    assert table.gains == {2: 0, 5: 0, 7: 0}


@pytest.mark.paragraph("14.6(d)", "14.6(e)5")
def test_14_6_e_5_the_last_player_left_wins_without_showing() -> None:
    table = three_handed()
    table.says("seat 7 folds", "seat 2 folds")
    assert table.phase is Phase.SHOWDOWN
    assert table.expected.key is Key.NEXT
    (pot,) = table.award()
    assert (pot.seats, pot.uncontested, pot.cents) == ((5,), True, 200)
    assert table.gains == {2: -1, 5: 1, 7: 0}


@pytest.mark.paragraph("14.6(e)5", "14.6(e)7")
def test_14_6_e_5_losing_hands_are_in_before_the_pot_is_pushed_and_every_card_is_counted() -> None:
    table = to_the_flop()
    table.all_say("folds", 2, 5)
    table.award()
    assert table.order(BettingCompleted, LosingHandsCollected, PotAwarded, RoundCompleted)[-4:] == [
        "BettingCompleted",
        "LosingHandsCollected",
        "PotAwarded",
        "RoundCompleted",
    ]
    (completed,) = table.told(RoundCompleted)
    assert completed.stacks == (9800, 9800, 10400)


@pytest.mark.paragraph("14.6(e)5", "14.3(g)")
def test_every_hand_is_shown_or_mucked_before_the_pot_is_pushed() -> None:
    table = three_handed("no limit")
    table.says("seat 7 calls", "seat 2 calls", "seat 5 raises to $10", "seat 7 calls", "seat 2 folds")
    table.deal(board="Ah Kh Qh")
    table.all_say("checks", 5, 7)
    table.deal(board="Jh")
    table.all_say("checks", 5, 7)
    table.deal(board="2h")
    table.all_say("checks", 5, 7)
    assert table.expected.seat == 5
    assert table.refuses(AwardPot()).code is Code.NOT_SHOWN
    table.says("seat 5 shows Th 2c")
    assert table.refuses("seat 7 shows Th 2d").code is Code.WRONG_CARDS
    assert table.refuses("seat 7 shows Ac").code is Code.WRONG_CARDS
    assert table.refuses("seat 7 shows Ac ??").code is Code.WRONG_CARDS
    assert table.refuses("seat 5 mucks").paragraphs == ("14.3(g)",)
    table.says("seat 7 mucks")
    table.award()
    assert table.gains == {2: -2, 5: 12, 7: -10}


@pytest.mark.paragraph("I-11")
def test_i_11_hidden_cards_stay_unknown_until_they_are_tabled() -> None:
    table = to_the_flop()
    assert all(player.down == ("??", "??") for player in table.round.players)
    assert table.at(2).up == ()


@pytest.mark.paragraph("14.7(c)4ii", "14.7(c)4iii")
def test_item_10_with_nobody_left_to_bet_the_rest_of_the_board_is_run_out() -> None:
    table = three_handed("no limit")
    table.says("seat 7 raises to $100", "seat 2 calls", "seat 5 folds")
    table.says("seat 2 shows As Ad", "seat 7 shows Ks Kd")
    run_out(table, "2c 3d 9h", "Jc", "Jd")
    assert len(table.told(CardBurned)) == 3
    assert table.phase is Phase.SHOWDOWN
    table.award()
    assert table.gains == {2: 102, 5: -2, 7: -100}
