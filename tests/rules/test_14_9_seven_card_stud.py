"""Seven-card stud, 19:47-14.9(c) to (l): high, high-low split and high-low split eight or better."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key, Refusal
from firmware_host.rules.game import Game, StreetName, Tracking
from firmware_host.rules.games.seven_card_stud import STUD, STUD_HILO, STUD_HILO_8
from firmware_host.rules.round import Phase, start
from firmware_host.rules.round_acts import AwardPot, Bet, Check, CompleteBetting
from firmware_host.rules.round_facts import CardBurned, CommunityDealt, ForcedBetMade, HandsDealt, Pile, StubShuffled
from tests.rules.spoken_table import FIXED, Full, Procedure, dealing, hidden_but

LOW_CARDS = {1: "9c", 2: "9d", 3: "9h", 4: "9s", 5: "Tc", 6: "Td", 7: "Th", 8: "8s"}


def first_street(game: Game, ups: dict[int, str]) -> Full:
    table = Full(game, dict.fromkeys(ups, 100.0))
    table.deal(hidden_but(ups, down=2))
    return table


def after_first_street(ups: dict[int, str], game: Game = STUD) -> Full:
    """Everybody calls the forced bet of the one who has it."""
    table = first_street(game, ups)
    table.says(f"seat {table.turn} makes the forced bet")
    while table.phase is Phase.BETTING:
        table.says(f"seat {table.turn} calls")
    return table


def everybody_checks(table: Full) -> None:
    while table.phase is Phase.BETTING:
        table.says(f"seat {table.turn} checks")


def eight_to_the_sixth_card(*, folds_on_fifth: int | None = None) -> Full:
    """Eight players, every up-card shown, up to the deal of the seventh."""
    ups = iter(f"{rank}{suit}" for rank in "2345678JQK" for suit in "shdc")
    table = after_first_street(LOW_CARDS)
    for street in (4, 5, 6):
        table.deal({seat: next(ups) for seat in range(1, 9) if not table.at(seat).folded})
        if street == 5 and folds_on_fifth is not None:
            while table.turn != folds_on_fifth:
                table.says(f"seat {table.turn} checks")
            table.says(f"seat {folds_on_fifth} folds")
        everybody_checks(table)
    return table


@pytest.mark.paragraph("14.9(c)")
def test_14_9_c_two_down_and_one_up_from_the_dealers_left() -> None:
    table = first_street(STUD, {7: "Ks", 2: "4d", 5: "9h"})
    (dealt,) = table.told(HandsDealt)
    assert (dealt.seats, dealt.down, dealt.up) == ((2, 5, 7), 2, 1)
    assert table.told(CardBurned) == []
    assert table.round.button is None


@pytest.mark.paragraph("14.9(d)", "14.9(d)1")
@pytest.mark.parametrize(
    ("ups", "opens"),
    [
        ({1: "Ks", 2: "3h", 3: "4c"}, 2),
        ({1: "Ac", 2: "Kd", 3: "As"}, 2),
        ({1: "2s", 2: "2h", 3: "2d"}, 3),
        ({1: "2c", 2: "2d", 3: "2s"}, 1),
        ({1: "2s", 2: "2h", 3: "3c"}, 2),
    ],
)
def test_item_1_in_seven_card_stud_high_the_lowest_up_card_opens_the_lowest_suit_among_equals(
    ups: dict[int, str], opens: int
) -> None:
    table = first_street(STUD, ups)
    assert table.turn == opens
    assert table.refuses(f"seat {opens % 3 + 1} makes the forced bet").code is Code.NOT_YOUR_TURN
    table.says(f"seat {opens} makes the forced bet")
    assert "14.9(d)1" in table.why(ForcedBetMade)


@pytest.mark.paragraph("14.9(d)", "14.9(d)2")
@pytest.mark.parametrize(
    ("ups", "opens"),
    [
        ({1: "Qs", 2: "3h", 3: "4c"}, 1),
        ({1: "As", 2: "3h", 3: "4c"}, 3),
        ({1: "As", 2: "Ah", 3: "2c"}, 3),
        ({1: "Kc", 2: "Kh", 3: "Kd"}, 2),
        ({1: "Ac", 2: "Ah", 3: "Ad"}, 2),
    ],
)
def test_item_1_in_high_low_split_the_highest_opens_with_the_ace_below_a_two(ups: dict[int, str], opens: int) -> None:
    table = first_street(STUD_HILO, ups)
    assert table.turn == opens
    table.says(f"seat {opens} makes the forced bet")
    assert "14.9(d)2" in table.why(ForcedBetMade)


@pytest.mark.paragraph("14.9(d)", "14.9(d)3")
@pytest.mark.parametrize(
    ("ups", "opens"),
    [({1: "As", 2: "3h", 3: "4c"}, 2), ({1: "As", 2: "Kh", 3: "Ad"}, 2), ({1: "3s", 2: "3d", 3: "3h"}, 2)],
)
def test_item_1_in_eight_or_better_the_lowest_opens_with_the_ace_high(ups: dict[int, str], opens: int) -> None:
    table = first_street(STUD_HILO_8, ups)
    assert table.turn == opens
    table.says(f"seat {opens} makes the forced bet")
    assert "14.9(d)3" in table.why(ForcedBetMade)


@pytest.mark.paragraph("14.9(e)")
def test_14_9_e_after_the_forced_bet_each_player_clockwise_folds_calls_or_raises() -> None:
    table = first_street(STUD, {1: "Ks", 3: "2c", 5: "9h", 8: "Jd"})
    table.says("seat 3 makes the forced bet")
    assert table.turn == 5
    assert table.refuses("seat 5 checks").code is Code.WRONG_AMOUNT
    table.says("seat 5 folds")
    table.says("seat 8 completes to $2")
    table.says("seat 1 calls")
    assert table.turn == 3
    table.says("seat 3 calls")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.9(e)")
def test_item_16_the_forced_bet_gives_no_option_when_all_just_call() -> None:
    table = first_street(STUD, {1: "Ks", 3: "2c", 5: "9h"})
    table.says("seat 3 makes the forced bet", "seat 5 calls", "seat 1 calls")
    assert table.phase is Phase.DEALING
    assert table.refuses("seat 3 raises to $2").code is Code.NOT_NOW


def test_the_maker_of_the_forced_bet_may_raise_who_completed_it() -> None:
    table = first_street(STUD, {1: "Ks", 3: "2c", 5: "9h"})
    table.says("seat 3 makes the forced bet", "seat 5 completes to $2", "seat 1 folds", "seat 3 raises to $4")
    assert table.turn == 5


def test_a_forced_bet_as_large_as_the_least_bet_cannot_be_completed_by_calling_it() -> None:
    table = Full(STUD, {1: 100, 2: 100, 3: 100}, stakes=replace(FIXED, forced_cents=200))
    table.deal(hidden_but({1: "2c", 2: "Kd", 3: "Qd"}, down=2))
    table.says("seat 1 makes the forced bet")
    assert table.refuses("seat 2 raises to $2").code is Code.WRONG_AMOUNT
    table.says("seat 2 raises to $4", "seat 3 raises to $6", "seat 1 raises to $8")
    assert table.refuses("seat 2 raises to $10").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("14.9(f)", "14.9(f)1")
def test_14_9_f_a_burn_then_a_fourth_card_up_to_each_who_has_not_folded_and_the_best_showing_opens() -> None:
    table = first_street(STUD, {1: "Ks", 3: "2c", 5: "9h", 8: "Jd"})
    table.says("seat 3 makes the forced bet", "seat 5 folds", "seat 8 calls", "seat 1 calls")
    table.deal({1: "Qs", 3: "2d", 8: "Ad"})
    assert table.order(CardBurned, HandsDealt) == ["HandsDealt", "CardBurned", "HandsDealt"]
    dealt = table.told(HandsDealt)[-1]
    assert (dealt.seats, dealt.down, dealt.up) == ((1, 3, 8), 0, 1)
    assert table.turn == 3


@pytest.mark.paragraph("14.9(f)", "14.9(f)2")
def test_14_9_f_2_equal_hands_showing_the_closest_to_the_dealers_left_opens_whatever_the_suits() -> None:
    table = after_first_street({2: "Kc", 4: "2c", 6: "Ks"})
    table.deal({2: "Qc", 4: "3d", 6: "Qs"})
    assert table.turn == 2


@pytest.mark.paragraph("14.9(f)1")
@pytest.mark.parametrize(
    ("fourth", "fifth", "sixth", "opens"),
    [
        ({1: "Qs", 2: "Qh", 3: "Td"}, {1: "Js", 2: "Jh", 3: "Tc"}, {1: "Ts", 2: "9s", 3: "3d"}, 3),
        ({1: "2s", 2: "Kd", 3: "9d"}, {1: "2h", 2: "5h", 3: "9h"}, {1: "2d", 2: "5d", 3: "3d"}, 1),
        ({1: "2s", 2: "Kd", 3: "9d"}, {1: "2h", 2: "5h", 3: "9h"}, {1: "Qd", 2: "5d", 3: "3d"}, 2),
    ],
)
def test_item_15_made_hands_show_before_high_cards_and_no_straight_or_flush_counts(
    fourth: dict[int, str], fifth: dict[int, str], sixth: dict[int, str], opens: int
) -> None:
    """Ace, queen, jack, ten of spades show less than a pair of tens; two pairs less than threes."""
    table = after_first_street({1: "As", 2: "Kh", 3: "2c"})
    for street in (fourth, fifth, sixth):
        table.deal(street)
        if street is not sixth:
            everybody_checks(table)
    assert table.turn == opens


@pytest.mark.paragraph("14.9(f)1")
def test_item_15_in_split_games_too_the_high_hand_showing_opens() -> None:
    table = after_first_street({1: "Ks", 2: "3h", 3: "2c"}, STUD_HILO_8)
    table.deal({1: "Qs", 2: "4h", 3: "5c"})
    assert table.turn == 1


@pytest.mark.paragraph("I-20")
def test_i_20_the_next_to_the_left_opens_for_a_player_who_is_all_in() -> None:
    table = Full(STUD, {1: 1, 3: 100, 5: 100})
    table.deal(hidden_but({1: "As", 3: "2c", 5: "Kd"}, down=2))
    table.says("seat 3 makes the forced bet", "seat 5 calls", "seat 1 calls")
    table.deal({1: "Ad", 3: "9c", 5: "9d"})
    assert table.turn == 3


@pytest.mark.paragraph("14.9(g)")
def test_item_2_in_seven_card_stud_the_opener_bets_or_checks_and_all_may_check_until_a_bet() -> None:
    table = after_first_street({1: "Ks", 2: "3h", 3: "2c"})
    table.deal({1: "Qs", 2: "4h", 3: "5c"})
    assert table.may(Check)
    assert table.may(Bet)
    table.says("seat 1 checks", "seat 2 checks", "seat 3 bets $2")
    assert table.refuses("seat 1 checks").code is Code.WRONG_AMOUNT
    table.says("seat 1 calls", "seat 2 folds")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.9(g)")
def test_14_9_g_a_round_in_which_all_check_is_complete() -> None:
    table = after_first_street({1: "Ks", 2: "3h", 3: "2c"})
    table.deal({1: "Qs", 2: "4h", 3: "5c"})
    table.says("seat 1 checks", "seat 2 checks", "seat 3 checks")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.9(h)")
def test_14_9_h_two_more_up_one_down_each_after_a_burn_and_with_a_betting_round() -> None:
    table = after_first_street({1: "Ks", 2: "3h", 3: "2c"})
    table.deal({1: "Qs", 2: "4h", 3: "5c"})
    everybody_checks(table)
    table.deal({1: "Js", 2: "6h", 3: "7c"})
    assert table.refuses("seat 1 bets $2").code is Code.WRONG_AMOUNT
    everybody_checks(table)
    table.deal({1: "9s", 2: "8h", 3: "9c"})
    everybody_checks(table)
    table.deal()
    assert table.phase is Phase.BETTING
    assert [(dealt.down, dealt.up) for dealt in table.told(HandsDealt)] == [(2, 1), (0, 1), (0, 1), (0, 1), (1, 0)]
    assert len(table.told(CardBurned)) == 4
    everybody_checks(table)
    assert table.at_the_showdown


@pytest.mark.paragraph("14.9(h)", "I-19")
def test_item_3_eight_players_and_one_card_left_it_is_shuffled_with_the_burns_one_burnt_one_up_for_all() -> None:
    table = eight_to_the_sixth_card()
    assert table.round.places.stub == 1
    assert table.expected.key is None
    assert "common card" in table.expected.say
    assert "Shuffle the burn cards" in table.expected.say
    assert table.refuses(dealing()).code is Code.WRONG_CARDS
    table.deal(board="As")
    (shuffled,) = table.told(StubShuffled)
    assert (shuffled.pile, shuffled.cards) == (Pile.BURNS, 3)
    assert "I-19" in table.why(StubShuffled)
    assert table.order(StubShuffled, CardBurned, CommunityDealt)[-3:] == [
        "StubShuffled",
        "CardBurned",
        "CommunityDealt",
    ]
    assert table.told(CommunityDealt)[-1].cards == ("As",)
    places = table.round.places
    assert (places.stub, places.burns, len(places.board)) == (2, 1, 1)


@pytest.mark.paragraph("I-19")
def test_item_14_and_i_19_a_reshuffle_inside_a_round_is_a_recorded_step_with_its_pile_and_count() -> None:
    """No machine and no cut: one fact, told before any card of it is dealt, says what was shuffled."""
    table = eight_to_the_sixth_card()
    before = len(table.facts)
    table.deal(board="As")
    told = [made.body for made in table.facts[before:]]
    assert told == [
        StubShuffled(pile=Pile.BURNS, cards=3),
        CardBurned(street=StreetName.SEVENTH),
        CommunityDealt(street=StreetName.SEVENTH, cards=("As",)),
    ]


@pytest.mark.paragraph("14.9(h)")
def test_item_3_fewer_cards_than_players_and_the_burn_one_is_burnt_and_one_common_card_dealt_up() -> None:
    table = eight_to_the_sixth_card(folds_on_fifth=4)
    assert table.round.places.stub == 2
    table.deal(board="As")
    assert table.told(StubShuffled) == []
    assert (table.round.places.stub, table.round.places.burns) == (0, 4)
    assert table.round.board == ("As",)


@pytest.mark.paragraph("14.9(h)", "14.1")
def test_item_15_the_common_card_is_nobodys_up_card() -> None:
    """A pair of eights would open; seat 5 has the highest card of its own, a ten, and seven, five, three beside it."""
    table = eight_to_the_sixth_card()
    table.deal(board="8h")
    assert table.at(8).up[0] == "8s"
    assert table.turn == 5


@pytest.mark.paragraph("14.9(h)", "14.9(i)")
def test_item_3_the_common_card_plays_in_every_hand() -> None:
    table = eight_to_the_sixth_card()
    table.deal(board="As")
    while len(table.round.live) > 2:
        turn = table.turn
        table.says(f"seat {turn} folds" if turn not in (1, 2) else f"seat {turn} checks")
    everybody_checks(table)
    up = {seat: " ".join(table.at(seat).up) for seat in (1, 2)}
    table.show_and_award({1: f"Ad Ac {up[1]}", 2: f"Kd Kc {up[2]}"})
    assert table.round.winners == (1,)


@pytest.mark.paragraph("14.9(h)")
def test_14_9_h_the_common_card_at_the_procedure_level_is_dealt_unnamed() -> None:
    table = Procedure(STUD, *range(1, 9))
    table.betting_is_over(3)
    short = next(step for step in table.steps if step.key is Key.NO_ROLL_HELD)
    assert "common card" in short.say
    table.does(short.act)
    assert table.told(StubShuffled)[0].cards == 3
    assert table.told(CommunityDealt)[0].cards == ("??",)
    assert table.expected.key is Key.NEXT


@pytest.mark.paragraph("14.9(h)", "I-11")
def test_14_9_h_folds_that_were_not_told_invent_no_shuffle_and_no_common_card() -> None:
    """Eight were dealt in and nobody told a fold: six may have gone, and then there are cards enough."""
    table = Procedure(STUD, *range(1, 9))
    table.betting_is_over(5)
    assert not table.told(StubShuffled)
    assert not table.told(CommunityDealt)
    assert table.phase is Phase.SHOWDOWN
    assert sum(counts_of(table)) == 52


@pytest.mark.paragraph("14.9(h)")
def test_14_9_h_a_stub_that_is_long_enough_is_not_called_short() -> None:
    table = Procedure(STUD, 1, 2, 3)
    assert table.refuses(CompleteBetting(stub_short=True)).code is Code.NOT_NOW


def counts_of(table: Procedure) -> tuple[int, ...]:
    places = table.round.places
    return places.stub, places.burns, places.discards, places.hands, len(places.board)


@pytest.mark.paragraph("14.6(b)", "14.9(b)", "I-4")
def test_i_4_eight_players_and_no_more() -> None:

    nine = start(STUD, tracking=Tracking.PROCEDURE, seats=tuple(range(1, 10)), button=None, blinds=0)
    one = start(STUD, tracking=Tracking.PROCEDURE, seats=(4,), button=None, blinds=0)
    assert isinstance(nine, Refusal)
    assert isinstance(one, Refusal)
    assert nine.code is Code.TOO_MANY_PLAYERS
    assert one.code is Code.TOO_FEW_PLAYERS
    assert Procedure(STUD, *range(1, 9)).round.phase is Phase.BETTING


def to_the_showdown(game: Game, ante: int = 0) -> Full:
    """Two players in a pot of $10 after seat 2 has put $1 in and folded; three streets are checked."""
    table = Full(game, {1: 100, 2: 100, 3: 100}, stakes=replace(FIXED, ante_cents=ante))
    table.deal()
    table.says("seat 2 makes the forced bet")
    table.says("seat 3 calls", "seat 1 calls")
    for street in (4, 5, 6, 7):
        table.deal()
        if street == 4:
            table.says("seat 1 checks", "seat 2 folds", "seat 3 checks")
        else:
            table.says("seat 1 checks", "seat 3 checks")
    return table


@pytest.mark.paragraph("14.9(i)", "14.9(i)1")
def test_14_9_i_1_the_best_five_of_seven_take_the_pot() -> None:
    table = to_the_showdown(STUD)
    table.show_and_award({1: "As Ad 3c 5d 9h Jc Qd", 3: "2c 3d 4h 5s 6d Kc Kh"})
    assert table.gains == {1: -1, 2: -1, 3: 2}


@pytest.mark.paragraph("14.9(i)2", "14.9(i)2i")
def test_item_8_the_odd_dollar_of_the_halves_goes_to_the_high() -> None:
    table = to_the_showdown(STUD_HILO)
    (pot,) = table.show_and_award({1: "As Ad 3c 5d 9h Jc Qd", 3: "2c 3d 4h 5s 7d Kc Jh"})
    assert {share.seat: share.cents for share in pot.shares} == {1: 200, 3: 100}


@pytest.mark.paragraph("14.9(j)")
def test_14_9_j_without_an_eight_or_better_the_entire_pot_goes_to_the_high() -> None:
    table = to_the_showdown(STUD_HILO_8)
    table.show_and_award({1: "As Ad 3c 5d 9h Jc Qd", 3: "2c 3d 4h 5s 9d Kc Jh"})
    assert table.gains == {1: 2, 2: -1, 3: -1}


@pytest.mark.paragraph("14.9(k)", "14.9(k)1", "14.9(l)")
def test_14_9_k_1_one_grouping_wins_both_halves_and_an_ace_is_high_and_low_at_once() -> None:
    table = to_the_showdown(STUD_HILO_8)
    table.show_and_award({1: "2s 3d 4c 5d 6h Kc Kd", 3: "As Ad 7h 8s 9d Tc Qh"})
    assert table.gains == {1: 2, 2: -1, 3: -1}
    aces = to_the_showdown(STUD_HILO_8)
    aces.show_and_award({1: "As Ad Ac 2d 3h 4c 6d", 3: "2c 3s 4h 5s 8d Qc Jh"})
    assert aces.gains == {1: 2, 2: -1, 3: -1}


@pytest.mark.paragraph("14.9(k)2")
def test_14_9_k_2_five_of_a_suit_below_a_nine_are_a_flush_and_a_low_hand() -> None:
    table = to_the_showdown(STUD_HILO_8)
    table.show_and_award({1: "2s 3s 5s 7s 8s Kc Kd", 3: "As Ad Kh 9s 9d Tc Qh"})
    assert table.gains == {1: 2, 2: -1, 3: -1}


@pytest.mark.paragraph("I-11")
def test_where_the_up_cards_are_not_shown_the_dealer_says_who_opens_by_that_players_act() -> None:
    table = Full(STUD, {1: 100, 2: 100, 3: 100})
    table.deal()
    assert {step.seat for step in table.steps} == {1, 2, 3}
    assert "lowest up-card" in table.steps[0].say
    table.says("seat 3 makes the forced bet")
    assert table.turn == 1


def test_a_hand_is_tabled_whole_also_where_its_up_cards_were_not_shown() -> None:
    table = to_the_showdown(STUD)
    table.says("seat 1 shows As Ad 3c 5d 9h Jc Qd")
    assert table.round.places.hands == 14
    assert len(table.at(1).down) == 3
    assert len(table.at(1).up) == 4


def test_a_hand_tabled_early_is_tabled_again_when_more_cards_came_that_nobody_was_shown() -> None:
    table = Full(STUD, {1: 1, 2: 1})
    table.deal()
    table.says("seat 1 makes the forced bet", "seat 2 calls", "seat 1 shows As Ad Ac")
    for _ in range(4):
        table.deal()
    table.says("seat 2 shows Ks Kd Kc 2c 3c 4c 5h")
    assert table.refuses(AwardPot()).code is Code.NOT_SHOWN
    table.show_and_award({1: "As Ad Ac 2d 3d 4d 6h"})
    assert table.gains == {1: 1, 2: -1}
