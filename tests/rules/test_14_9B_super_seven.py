"""Super Seven, 13:69F-14.9B: high, low, high-low split and high-low split eight or better."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.game import Game, Tracking
from firmware_host.rules.games.super_seven_stud import SUPER_STUD, SUPER_STUD_HILO, SUPER_STUD_HILO_8, SUPER_STUD_LOW
from firmware_host.rules.round import Phase, start
from firmware_host.rules.round_acts import Bet, Check, CompleteBetting
from firmware_host.rules.round_facts import (
    BettingCompleted,
    CardBurned,
    DownCardsDiscarded,
    ForcedBetMade,
    HandsDealt,
    Pile,
    StubShuffled,
)
from tests.rules.spoken_table import FIXED, Full, Procedure, dealing, hidden_but

KNOWN = {1: "As Ad Ah Ac 2c", 2: "Ks Kd Kh Kc 3c", 3: "Qs Qd Qh Qc 4c"}
"""Every card is shown to the table; seat 1 has the lowest up-card."""


HIGHEST_WITH_A_LOW_ACE = [
    ({1: "As", 2: "3h", 3: "2c"}, 2),
    ({1: "Kc", 2: "Ah", 3: "Ks"}, 3),
    ({1: "Ac", 2: "Ah", 3: "Ad"}, 2),
]


def first_street(game: Game, ups: dict[int, str]) -> Full:
    table = Full(game, dict.fromkeys(ups, 100.0))
    table.deal(hidden_but(ups, down=4))
    return table


def known() -> Full:
    table = Full(SUPER_STUD, {1: 100, 2: 100, 3: 100})
    table.deal(KNOWN)
    table.says("seat 1 makes the forced bet")
    return table


def everybody_calls(table: Full) -> None:
    table.says(f"seat {table.turn} makes the forced bet")
    while table.phase is Phase.BETTING:
        table.says(f"seat {table.turn} calls")


def everybody_checks(table: Full) -> None:
    while table.phase is Phase.BETTING:
        table.says(f"seat {table.turn} checks")


@pytest.mark.paragraph("14.9B(c)")
def test_14_9b_c_four_down_and_one_up_from_the_dealers_left() -> None:
    table = first_street(SUPER_STUD, {7: "Ks", 2: "4d", 5: "9h"})
    (dealt,) = table.told(HandsDealt)
    assert (dealt.seats, dealt.down, dealt.up) == ((2, 5, 7), 4, 1)
    assert table.told(CardBurned) == []


@pytest.mark.paragraph("14.9B(d)", "14.9B(d)1")
@pytest.mark.parametrize(
    ("ups", "opens"), [({1: "Ks", 2: "3h", 3: "4c"}, 2), ({1: "As", 2: "Kh", 3: "Kd"}, 3), ({1: "2d", 2: "2c"}, 2)]
)
def test_item_1_in_super_seven_high_the_lowest_up_card_opens(ups: dict[int, str], opens: int) -> None:
    table = first_street(SUPER_STUD, ups)
    assert table.turn == opens
    table.says(f"seat {opens} makes the forced bet")
    assert "14.9B(d)1" in table.why(ForcedBetMade)


@pytest.mark.paragraph("14.9B(d)", "14.9B(d)2", "14.9B(d)3", "14.9B(d)4")
@pytest.mark.parametrize(
    ("game", "paragraph"),
    [(SUPER_STUD_LOW, "14.9B(d)2"), (SUPER_STUD_HILO, "14.9B(d)3"), (SUPER_STUD_HILO_8, "14.9B(d)4")],
)
@pytest.mark.parametrize(("ups", "opens"), HIGHEST_WITH_A_LOW_ACE)
def test_item_1_in_the_others_the_highest_up_card_opens_with_the_ace_below_a_two(
    game: Game, paragraph: str, ups: dict[int, str], opens: int
) -> None:
    table = first_street(game, ups)
    assert table.turn == opens
    table.says(f"seat {opens} makes the forced bet")
    assert paragraph in table.why(ForcedBetMade)


@pytest.mark.paragraph("14.9B(e)")
def test_14_9b_e_clockwise_from_the_forced_bet_each_folds_calls_or_raises_and_nobody_checks() -> None:
    table = first_street(SUPER_STUD, {1: "Ks", 4: "2c", 6: "9h"})
    table.says("seat 4 makes the forced bet")
    assert table.turn == 6
    assert table.refuses("seat 6 checks").code is Code.WRONG_AMOUNT
    table.says("seat 6 completes to $2", "seat 1 folds", "seat 4 calls")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.9B(e)")
def test_item_16_the_forced_bet_gives_no_option_in_super_seven_either() -> None:
    table = first_street(SUPER_STUD, {1: "Ks", 4: "2c", 6: "9h"})
    table.says("seat 4 makes the forced bet", "seat 6 calls", "seat 1 calls")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.9B(e)")
def test_item_4_who_calls_throws_two_down_cards_away_in_that_turn() -> None:
    table = known()
    table.says("seat 2 calls and discards Ks Kh")
    assert table.told(DownCardsDiscarded)[-1] == DownCardsDiscarded(seat=2, cards=("Ks", "Kh"))
    assert table.why(DownCardsDiscarded) == ("14.9B(e)",)
    assert (table.at(2).down, table.at(2).up) == (("Kd", "Kc"), ("3c",))
    assert table.round.places.discards == 2


@pytest.mark.paragraph("14.9B(e)")
def test_item_4_who_raises_throws_two_down_cards_away_and_only_once() -> None:
    table = known()
    table.says("seat 2 completes to $2 and discards Ks Kh", "seat 3 raises to $4 and discards Qs Qd")
    table.says("seat 1 folds")
    assert table.refuses("seat 2 calls and discards Kd Kc").code is Code.WRONG_CARDS
    table.says("seat 2 calls")
    assert len(table.told(DownCardsDiscarded)) == 2


@pytest.mark.paragraph("14.9B(e)")
@pytest.mark.parametrize(
    "thrown",
    ["3c Ks", "Ks", "Ks Kd Kh", "As Ad", "Ks Ks", "Ks Zz", "Ks ??"],
    ids=lambda thrown: thrown.replace(" ", "-"),
)
def test_item_4_never_the_up_card_nor_more_or_fewer_than_two_nor_what_is_not_held(thrown: str) -> None:
    table = known()
    refused = table.refuses(f"seat 2 calls and discards {thrown}")
    assert refused.code is Code.WRONG_CARDS
    assert "14.9B(e)" in refused.paragraphs
    assert table.turn == 2


@pytest.mark.paragraph("14.9B(e)", "I-11")
def test_item_4_where_the_table_knows_the_cards_the_dealer_says_which_go() -> None:
    assert known().refuses("seat 2 calls").code is Code.WRONG_CARDS


@pytest.mark.paragraph("I-11")
def test_item_4_where_it_does_not_know_them_two_go_unseen_or_are_named() -> None:
    table = first_street(SUPER_STUD, {1: "Ks", 4: "2c", 6: "9h"})
    table.says("seat 4 makes the forced bet", "seat 6 calls", "seat 1 calls and discards As Ad")
    assert [fact.cards for fact in table.told(DownCardsDiscarded)] == [("??", "??"), ("As", "Ad")]
    assert table.refuses(dealing({1: "As", 4: "3c", 6: "4c"})).code is Code.WRONG_CARDS


@pytest.mark.paragraph("14.9B(e)")
def test_item_4_who_folds_throws_the_whole_hand_away_and_no_two_cards() -> None:
    table = known()
    table.says("seat 2 folds")
    assert table.told(DownCardsDiscarded) == []
    assert table.round.places.discards == 5


@pytest.mark.paragraph("I-12")
def test_i_12_the_maker_of_the_forced_bet_throws_at_his_next_turn() -> None:
    table = known()
    table.says("seat 2 completes to $2 and discards Ks Kh", "seat 3 folds")
    assert table.refuses("seat 1 calls").code is Code.WRONG_CARDS
    table.says("seat 1 calls and discards As Ad")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("I-12")
def test_i_12_so_does_who_opens_for_a_full_bet_instead() -> None:
    table = Full(SUPER_STUD, {1: 100, 2: 100, 3: 100})
    table.deal(KNOWN)
    table.says("seat 1 bets $2", "seat 2 raises to $4 and discards Ks Kh", "seat 3 folds")
    assert table.refuses("seat 1 calls").code is Code.WRONG_CARDS
    table.says("seat 1 calls and discards As Ad")
    assert [fact.seat for fact in table.told(DownCardsDiscarded)] == [2, 1]


@pytest.mark.paragraph("I-12")
def test_i_12_who_opens_for_a_full_bet_may_throw_at_once_and_then_no_more() -> None:
    table = Full(SUPER_STUD, {1: 100, 2: 100, 3: 100})
    table.deal(KNOWN)
    table.says("seat 1 bets $2 and discards As Ad", "seat 2 calls and discards Ks Kh", "seat 3 folds")
    assert [player.threw for player in table.round.live] == [True, True]
    table.deal({1: "5c", 2: "6c"})


@pytest.mark.paragraph("14.9B(e)", "I-12", "14.6(e)2")
def test_i_12_the_dealer_is_told_who_throws_two_down_cards_away_and_when() -> None:
    table = first_street(SUPER_STUD, {1: "Ks", 4: "2c", 6: "9h"})
    assert table.expected.say == "Seat 4 to act: forced bet of $1"
    table.says("seat 4 makes the forced bet")
    assert table.expected.say == "Seat 6 to act: call $1 and discard two down cards"
    table.says("seat 6 calls", "seat 1 calls")
    assert table.expected.say == "Seat 4 discards two down cards, burn one, deal a fourth card face up to each player."
    assert {"14.9B(e)", "I-12", "14.9B(f)"} <= set(table.expected.paragraphs)


@pytest.mark.paragraph("14.9B(e)", "I-12", "14.6(e)2")
def test_i_12_where_wagers_are_not_told_the_dealer_hears_it_of_all() -> None:
    table = Procedure(SUPER_STUD, 1, 4, 6)
    assert table.expected.say == (
        "The lowest up-card makes the forced bet (ace high; of equal ranks the lowest suit: clubs, diamonds, hearts, "
        "spades); the others fold, call or raise. A player who calls or raises "
        "discards two down cards. After the betting: all who have not yet discarded two down cards do so, burn one, "
        "deal a fourth card face up to each player."
    )
    assert {"14.9B(e)", "I-12"} <= set(table.expected.paragraphs)
    table.betting_is_over()
    assert "discard" not in table.expected.say


@pytest.mark.paragraph("I-12")
def test_i_12_or_before_the_fourth_card_when_no_turn_comes() -> None:
    table = known()
    table.says("seat 2 calls and discards Ks Kh", "seat 3 calls and discards Qs Qd")
    assert table.told(BettingCompleted)
    assert table.expected.seat == 1
    assert table.refuses(dealing({1: "5c", 2: "6c", 3: "7c"})).code is Code.WRONG_CARDS
    assert table.refuses("seat 2 discards Kd Kc").code is Code.WRONG_CARDS
    table.says("seat 1 discards As Ad")
    assert table.why(DownCardsDiscarded) == ("14.9B(e)", "I-12")
    table.deal({1: "5c", 2: "6c", 3: "7c"})
    assert [len(player.down) for player in table.round.players] == [2, 2, 2]


@pytest.mark.paragraph("I-12")
def test_i_12_cards_nobody_has_seen_go_unseen_just_before_the_burn() -> None:
    table = first_street(SUPER_STUD, {1: "Ks", 4: "2c", 6: "9h"})
    everybody_calls(table)
    table.deal({1: "5c", 4: "6c", 6: "7c"})
    assert [fact.seat for fact in table.told(DownCardsDiscarded)] == [6, 1, 4]
    assert table.order(DownCardsDiscarded, CardBurned)[-2:] == ["DownCardsDiscarded", "CardBurned"]


@pytest.mark.paragraph("I-12", "14.7(c)4ii")
def test_item_4_all_in_players_throw_and_are_dealt_too() -> None:
    """Seat 1 is all-in with his ante: no turn of his ever comes."""
    table = Full(SUPER_STUD, {1: 1, 2: 100, 3: 100}, stakes=replace(FIXED, ante_cents=100))
    table.deal(KNOWN)
    table.says("seat 2 makes the forced bet", "seat 3 calls and discards Qs Qd")
    table.says("seat 1 discards As Ad", "seat 2 discards Ks Kd")
    table.deal({1: "5c", 2: "6c", 3: "7c"})
    assert table.at(1).up == ("2c", "5c")
    assert len(table.at(1).down) == 2


@pytest.mark.paragraph("I-12")
def test_item_4_all_throw_also_when_nobody_has_a_chip_to_bet_with() -> None:
    table = Full(SUPER_STUD, {1: 1, 2: 1}, stakes=replace(FIXED, ante_cents=100))
    table.deal(hidden_but({1: "Ks", 2: "2c"}, down=4))
    for _ in range(4):
        table.deal()
    assert [(len(player.down), len(player.up)) for player in table.round.players] == [(3, 4), (3, 4)]
    assert table.phase is Phase.SHOWDOWN


@pytest.mark.paragraph("14.9B(f)", "14.9B(f)1")
@pytest.mark.parametrize("game", [SUPER_STUD, SUPER_STUD_HILO, SUPER_STUD_HILO_8])
def test_14_9b_f_a_burn_a_fourth_card_up_and_the_best_hand_showing_opens(game: Game) -> None:
    table = first_street(game, {1: "Ks", 4: "2c", 6: "9h"})
    everybody_calls(table)
    table.deal({1: "Qs", 4: "2d", 6: "8h"})
    dealt = table.told(HandsDealt)[-1]
    assert (dealt.seats, dealt.down, dealt.up) == ((1, 4, 6), 0, 1)
    assert len(table.told(CardBurned)) == 1
    assert table.turn == 4


@pytest.mark.paragraph("14.9B(f)2")
def test_item_15_in_super_seven_low_the_lowest_cards_without_a_pair_open() -> None:
    table = first_street(SUPER_STUD_LOW, {1: "Ks", 4: "2c", 6: "9h"})
    everybody_calls(table)
    table.deal({1: "Qs", 4: "2d", 6: "8h"})
    assert table.turn == 6
    everybody_checks(table)
    table.deal({1: "Ac", 4: "3d", 6: "8d"})
    assert table.turn == 1


@pytest.mark.paragraph("14.9B(f)3")
@pytest.mark.parametrize("game", [SUPER_STUD, SUPER_STUD_LOW])
def test_14_9b_f_3_equal_hands_the_closest_to_the_dealers_left(game: Game) -> None:
    table = first_street(game, {3: "Kc", 4: "Kd", 6: "Ks"})
    everybody_calls(table)
    table.deal({3: "Qc", 4: "Qd", 6: "Qs"})
    assert table.turn == 3


@pytest.mark.paragraph("14.9B(g)")
def test_item_4_the_opener_may_check_and_a_checked_round_deals_to_all_who_have_not_folded() -> None:
    table = first_street(SUPER_STUD, {1: "Ks", 4: "2c", 6: "9h"})
    everybody_calls(table)
    table.deal({1: "Qs", 4: "3d", 6: "8h"})
    assert table.may(Check)
    assert table.may(Bet)
    everybody_checks(table)
    table.deal({1: "4s", 4: "5d", 6: "6h"})
    assert table.told(HandsDealt)[-1].seats == (1, 4, 6)
    table.says("seat 1 bets $4")
    assert table.refuses("seat 4 checks").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("14.9B(h)")
def test_item_4_nine_dealt_two_thrown_seven_held_four_of_them_up() -> None:
    table = first_street(SUPER_STUD, {1: "Ks", 4: "2c"})
    everybody_calls(table)
    for _ in range(4):
        table.deal()
        if table.phase is Phase.BETTING and table.expected.seat:
            everybody_checks(table)
    assert [(dealt.down, dealt.up) for dealt in table.told(HandsDealt)] == [(4, 1), (0, 1), (0, 1), (0, 1), (1, 0)]
    assert len(table.told(CardBurned)) == 4
    assert [(len(player.down), len(player.up)) for player in table.round.players] == [(3, 4), (3, 4)]
    assert table.round.places.discards == 4


def seven(*, fold_on_fourth: bool = False) -> Full:
    ups = dict(zip(range(1, 8), ("2c", "4c", "6c", "8c", "Tc", "Qc", "As"), strict=True))
    table = first_street(SUPER_STUD, ups)
    everybody_calls(table)
    table.deal(dict(zip(range(1, 8), ("3c", "5c", "7c", "9c", "Jc", "Kc", "Ad"), strict=True)))
    if fold_on_fourth:
        table.says("seat 7 checks", "seat 1 folds")
    everybody_checks(table)
    table.deal()
    table.says("seat 7 checks")
    everybody_checks(table)
    return table


@pytest.mark.paragraph("14.9B(h)", "I-19")
def test_item_3_super_seven_deals_the_stub_out_shuffles_muck_and_burns_burns_one_and_goes_on() -> None:
    table = seven(fold_on_fourth=True)
    assert table.round.places.stub == 2
    table.deal(dict.fromkeys(range(2, 8), "??"))
    assert [dealt.seats for dealt in table.told(HandsDealt)][-2:] == [(2,), (3, 4, 5, 6, 7)]
    (shuffled,) = table.told(StubShuffled)
    # Fourteen thrown in the first round, four of seat 1's fold, and three burns.
    assert (shuffled.pile, shuffled.cards) == (Pile.MUCK_AND_BURNS, 14 + 4 + 3)
    assert {"14.9B(h)", "I-19"} <= set(table.why(StubShuffled))
    assert table.order(CardBurned, HandsDealt, StubShuffled)[-5:] == [
        "CardBurned",
        "HandsDealt",
        "StubShuffled",
        "CardBurned",
        "HandsDealt",
    ]
    assert (table.round.places.burns, table.round.places.discards, table.round.places.stub) == (1, 0, 15)


@pytest.mark.paragraph("14.9B(h)", "14.6(e)3")
def test_item_3_a_last_card_is_burnt_before_muck_and_burns_are_shuffled() -> None:
    table = seven()
    assert table.round.places.stub == 1
    table.deal(dict.fromkeys(range(1, 8), "??"))
    (shuffled,) = table.told(StubShuffled)
    assert shuffled.cards == 14 + 3
    assert table.told(HandsDealt)[-1].seats == tuple(range(1, 8))
    assert table.phase is Phase.BETTING


@pytest.mark.paragraph("14.9B(h)")
def test_item_3_a_card_out_of_the_muck_may_be_dealt_again_after_the_shuffle_and_not_before() -> None:
    """Seat 1 has folded the two and three of clubs, which everybody saw."""
    table = seven(fold_on_fourth=True)
    out_again = dict.fromkeys(range(2, 8), "??")
    assert table.refuses(dealing({**out_again, 2: "2c"})).code is Code.WRONG_CARDS
    table.deal({**out_again, 3: "2c"})
    assert table.at(3).up[-1] == "2c"


@pytest.mark.paragraph("14.9B(h)")
def test_item_3_at_the_procedure_level_super_seven_shuffles_too() -> None:
    table = Procedure(SUPER_STUD, *range(1, 8))
    table.betting_is_over(2)
    table.does(CompleteBetting(stub_short=True))
    assert table.told(StubShuffled)[0].cards == 17
    table.betting_is_over(2)
    assert table.phase is Phase.SHOWDOWN
    assert table.round.places.hands == 49


@pytest.mark.paragraph("14.9B(g)", "14.9B(h)")
def test_item_3_a_burn_is_on_record_before_each_street_though_folds_are_not_entered() -> None:
    """Seven players as far as the table knows; the dealer has cards enough, and burns before each street."""
    table = Procedure(SUPER_STUD, *range(1, 8))
    table.betting_is_over(5)
    assert table.phase is Phase.SHOWDOWN
    assert len(table.told(CardBurned)) == 4
    assert table.round.stub == 0


def to_the_showdown(game: Game) -> Full:
    table = first_street(game, {1: "9c", 2: "9d", 3: "9s"})
    table.says(f"seat {table.turn} makes the forced bet")
    while table.phase is Phase.BETTING:
        table.says(f"seat {table.turn} calls")
    table.deal()
    table.says("seat 3 checks", "seat 1 checks", "seat 2 folds")
    for _ in range(3):
        table.deal()
        table.says("seat 1 checks", "seat 3 checks")
    return table


@pytest.mark.paragraph(
    "14.9B(i)", "14.9B(i)1", "14.9B(i)2", "14.9B(i)3", "14.9B(i)3i", "14.9B(j)", "14.9B(k)", "14.9B(l)"
)
@pytest.mark.parametrize(
    ("game", "first", "third", "gains"),
    [
        (SUPER_STUD, "As Ad 3c 9c 5h Jc Qd", "2c 3d 4h 9s 7d Kc Jh", {1: 2, 2: -1, 3: -1}),
        (SUPER_STUD_LOW, "As Ad 3c 9c 5h Jc Qd", "2c 3d 4h 9s 7d Kc Jh", {1: -1, 2: -1, 3: 2}),
        (SUPER_STUD_HILO, "As Ad 3c 9c 5h Jc Qd", "2c 3d 4h 9s 7d Kc Jh", {1: 1, 2: -1, 3: 0}),
        (SUPER_STUD_HILO_8, "As Ad 3c 9c 5h Jc Qd", "2c 3d 4h 9s Td Kc Jh", {1: 2, 2: -1, 3: -1}),
        (SUPER_STUD_HILO_8, "As Ad 2c 9c 3h 4c 5d", "2h 3d 4h 9s 7d Kc 8h", {1: 2, 2: -1, 3: -1}),
    ],
)
def test_14_9b_i_the_best_five_of_the_seven_held_win(
    game: Game, first: str, third: str, gains: dict[int, float]
) -> None:
    table = to_the_showdown(game)
    table.show_and_award({1: first, 3: third})
    assert table.gains == gains


@pytest.mark.paragraph("14.9B(k)1", "14.9B(k)2", "14.9B(l)")
@pytest.mark.parametrize("hand", ["2s 3d 4c 9c 5h 6d Kd", "As 2s 4s 9c 6s 8s Kd"])
def test_14_9b_k_one_grouping_is_a_straight_or_flush_and_a_low_hand(hand: str) -> None:
    table = to_the_showdown(SUPER_STUD_HILO_8)
    table.show_and_award({1: hand, 3: "Ah Ad 7h 9s 8c Tc Td"})
    assert table.gains == {1: 2, 2: -1, 3: -1}


@pytest.mark.paragraph("14.9B(b)")
def test_14_9b_b_seven_players_and_no_more() -> None:
    eight = start(SUPER_STUD, tracking=Tracking.FULL, seats=tuple(range(1, 9)), button=None, blinds=0)
    assert isinstance(eight, Refusal)
    assert eight.code is Code.TOO_MANY_PLAYERS
    assert "14.9B(b)" in eight.paragraphs
