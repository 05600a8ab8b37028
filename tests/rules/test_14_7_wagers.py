"""Wagers, 19:47-14.7 and I-6: turns, limits, caps, all-in and side pots."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.games.holdem_and_omaha import HOLDEM
from firmware_host.rules.games.seven_card_stud import STUD
from firmware_host.rules.round import Phase
from firmware_host.rules.round_acts import AwardPot, Bet, Call, CompleteBetting, MuckHand
from firmware_host.rules.round_facts import (
    AntesPosted,
    BlindsPosted,
    ForcedBetMade,
    HandsDealt,
    PlayerBet,
    PlayerCalled,
    UncalledReturned,
)
from firmware_host.rules.stakes import Stakes
from tests.rules.spoken_table import FIXED, NO_LIMIT, POT, SPREAD, Full, dealing, hidden_but


def hold_em(stacks: dict[int, float], stakes: Stakes = NO_LIMIT) -> Full:
    """Left of the button come seats 1 and 2 with the blinds; seat 3 acts first where there is one."""
    table = Full(HOLDEM, stacks, stakes=stakes, button=max(stacks))
    table.deal()
    return table


def amounts(table: Full) -> tuple[float, float] | None:
    """From how much to how much the player in turn may bet or raise, in dollars."""
    for step in table.steps:
        if isinstance(step.act, Bet) and step.amounts:
            return step.amounts.min / 100, step.amounts.max / 100
    return None


def flop(table: Full) -> None:
    table.deal(board="2c 7d 9h")


@pytest.mark.paragraph("14.7(b)1", "14.7(b)2", "14.7(b)3", "14.7(b)")
def test_14_7_b_antes_and_blinds_before_any_card_and_the_forced_bet_after_the_up_cards() -> None:
    table = Full(HOLDEM, {1: 100, 2: 100, 3: 100}, stakes=replace(NO_LIMIT, ante_cents=25))
    table.deal()
    assert table.order(AntesPosted, BlindsPosted, HandsDealt) == ["AntesPosted", "BlindsPosted", "HandsDealt"]
    assert table.told(AntesPosted)[0].cents == (25, 25, 25)
    stud = Full(STUD, {1: 100, 2: 100}, stakes=replace(FIXED, ante_cents=50))
    stud.deal(hidden_but({1: "2c", 2: "Kd"}, down=2))
    stud.says("seat 1 makes the forced bet")
    assert stud.order(AntesPosted, HandsDealt, ForcedBetMade) == ["AntesPosted", "HandsDealt", "ForcedBetMade"]
    assert "14.7(b)3" in stud.why(ForcedBetMade)


@pytest.mark.paragraph("14.7(a)")
def test_14_7_a_a_seat_that_is_not_in_the_round_is_dealt_no_card() -> None:
    table = Full(HOLDEM, {1: 100, 2: 100, 5: 100}, button=5)
    refused = table.refuses(dealing({1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}))
    assert refused.code is Code.NOT_SEATED
    assert refused.paragraphs == ("14.7(a)",)
    assert "seat 3" in refused.reason
    table.deal({1: "As Ad", 2: "Ks Kd"})
    assert table.told(HandsDealt)[0].seats == (1, 2, 5)


@pytest.mark.paragraph("14.7(a)")
def test_14_7_a_nor_one_that_has_folded() -> None:
    table = Full(STUD, {1: 100, 2: 100, 5: 100})
    table.deal(hidden_but({1: "2c", 2: "Kd", 5: "Qd"}, down=2))
    table.says("seat 1 makes the forced bet", "seat 2 folds", "seat 5 calls")
    assert table.refuses(dealing({1: "3c", 2: "4c", 5: "5c"})).code is Code.NOT_SEATED


@pytest.mark.paragraph("14.7(a)")
@pytest.mark.parametrize("what", ["folds", "checks", "calls", "raises to $4", "makes the forced bet", "shows As Ad"])
def test_14_7_a_a_seat_that_is_not_in_the_round_has_no_turn_in_any_betting_round(what: str) -> None:
    table = hold_em({1: 100, 2: 100, 5: 100}, FIXED)
    rounds = 0
    while not table.at_the_showdown:
        if table.phase is Phase.BETTING and not what.startswith("shows"):
            refused = table.refuses(f"seat 3 {what}")
            assert refused.code is Code.NOT_SEATED
            assert refused.paragraphs == ("14.7(a)",)
        if table.phase is Phase.DEALING:
            board = {"deal": "2c 7d 9h", "flop": "Jc", "turn": "3s"}[table.round.street]
            table.deal(board=board)
            rounds += 1
        else:
            table.says(f"seat {table.turn} {'calls' if table.may(Call) else 'checks'}")
    assert rounds == 3
    assert isinstance(table.refuses(f"seat 3 {what}"), Refusal)


@pytest.mark.paragraph("14.7(d)")
def test_14_7_d_a_declaration_out_of_turn_binds_nobody() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100})
    refused = table.refuses("seat 1 folds")
    assert refused.code is Code.NOT_YOUR_TURN
    assert "seat 3" in refused.reason
    assert "14.7(d)" in refused.paragraphs


@pytest.mark.paragraph("14.7(d)", "14.7(g)2")
def test_14_7_g_2_who_has_called_may_not_raise_afterwards() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100})
    table.says("seat 3 calls")
    assert table.refuses("seat 3 raises to $10").code is Code.NOT_YOUR_TURN


@pytest.mark.paragraph("14.7(f)")
def test_14_7_f_a_bet_is_placed_when_the_dealer_says_so_and_then_it_is_on_record_with_its_amount() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100})
    assert table.told(PlayerBet) == []
    table.says("seat 3 raises to $10")
    assert table.told(PlayerBet) == [PlayerBet(seat=3, cents=1000, to_cents=1000, full=True, over_cents=200)]
    assert table.stacks[3] == 90


@pytest.mark.paragraph("14.7(d)", "14.7(g)")
def test_14_7_g_a_bet_once_made_is_not_made_larger() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100})
    table.says("seat 3 raises to $10")
    assert table.refuses("seat 3 raises to $20").code is Code.NOT_YOUR_TURN
    table.says("seat 1 calls", "seat 2 calls")
    assert table.phase is Phase.DEALING
    assert table.refuses("seat 3 raises to $20").code is Code.NOT_NOW


def test_a_table_told_every_bet_takes_no_betting_for_complete() -> None:
    assert hold_em({1: 100, 2: 100, 3: 100}).refuses(CompleteBetting()).code is Code.NOT_NOW


@pytest.mark.paragraph("I-6")
def test_i_6_fixed_limit_is_a_bet_and_three_raises() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100}, FIXED)
    table.says("seat 3 raises to $4", "seat 1 raises to $6", "seat 2 raises to $8")
    assert amounts(table) is None
    assert table.refuses("seat 3 raises to $10").code is Code.WRONG_AMOUNT
    table.says("seat 3 calls", "seat 1 calls")
    flop(table)
    table.says("seat 1 checks", "seat 2 bets $2", "seat 3 raises to $4", "seat 1 raises to $6", "seat 2 raises to $8")
    assert table.refuses("seat 3 raises to $10").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("I-6")
def test_i_6_a_house_may_post_that_a_blind_is_not_the_bet_the_raises_come_on_top_of() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100}, replace(FIXED, blind_counts=False))
    table.says("seat 3 raises to $4", "seat 1 raises to $6", "seat 2 raises to $8", "seat 3 raises to $10")
    assert table.refuses("seat 1 raises to $12").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("I-6")
def test_i_6_heads_up_there_is_no_cap() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100}, FIXED)
    table.says("seat 3 folds")
    for dollars, seat in ((4, 1), (6, 2), (8, 1), (10, 2), (12, 1)):
        table.says(f"seat {seat} raises to ${dollars}")


@pytest.mark.paragraph("I-6")
@pytest.mark.parametrize("dollars", [2, 3, 5, 6, 100])
def test_i_6_fixed_limit_takes_its_own_amount_and_no_other(dollars: int) -> None:
    table = hold_em({1: 100, 2: 100, 3: 100}, FIXED)
    assert amounts(table) == (4, 4)
    assert table.refuses(f"seat 3 raises to ${dollars}").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("I-6")
def test_i_6_completing_the_forced_bet_is_not_a_raise() -> None:
    table = Full(STUD, {1: 100, 2: 100, 3: 100})
    table.deal(hidden_but({1: "2c", 2: "Kd", 3: "Qd"}, down=2))
    table.says("seat 1 makes the forced bet", "seat 2 completes to $2", "seat 3 raises to $4", "seat 1 raises to $6")
    table.says("seat 2 raises to $8")
    assert table.refuses("seat 3 raises to $10").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("I-6")
def test_i_6_the_opener_may_open_for_a_full_bet_instead_of_the_forced_bet() -> None:
    table = Full(STUD, {1: 100, 2: 100, 3: 100})
    table.deal(hidden_but({1: "2c", 2: "Kd", 3: "Qd"}, down=2))
    assert amounts(table) == (2, 2)
    table.says("seat 1 bets $2", "seat 2 raises to $4")
    assert table.turn == 3


@pytest.mark.paragraph("I-6")
def test_i_6_without_a_limit_who_completes_to_five_dollars_has_bet_five() -> None:
    table = Full(STUD, {1: 100, 2: 100, 3: 100}, stakes=NO_LIMIT)
    table.deal(hidden_but({1: "2c", 2: "Kd", 3: "Qd"}, down=2))
    table.says("seat 1 makes the forced bet", "seat 2 completes to $5")
    assert amounts(table) == (10, 100)


@pytest.mark.paragraph("I-6")
def test_i_6_spread_limit_from_the_least_bet_or_the_last_raise_to_the_most() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100}, SPREAD)
    assert amounts(table) == (4, 12)
    table.says("seat 3 raises to $7")
    assert amounts(table) == (12, 17)
    assert table.refuses("seat 1 raises to $11").code is Code.WRONG_AMOUNT
    assert table.refuses("seat 1 raises to $18").code is Code.WRONG_AMOUNT


@pytest.mark.paragraph("I-6")
def test_i_6_pot_limit_is_the_pot_after_the_call() -> None:
    """$3 of blinds; seat 3 would call $2, the pot is $5 then: to $7 at most. Then $10 in, $6 to call: to $23."""
    table = hold_em({1: 100, 2: 100, 3: 100}, POT)
    assert amounts(table) == (4, 7)
    table.says("seat 3 raises to $7")
    assert amounts(table) == (12, 23)
    assert table.refuses("seat 1 raises to $24").code is Code.WRONG_AMOUNT
    table.says("seat 1 raises to $23", "seat 2 folds", "seat 3 calls")
    flop(table)
    assert amounts(table) == (2, 48)


@pytest.mark.paragraph("I-6")
@pytest.mark.parametrize(
    ("stack", "most"),
    [(7, 6.75), (7.25, 7), (7.5, 7.25), (8, 7.75), (8.25, 7), (9, 7), (100, 7)],
)
def test_i_6_pot_limit_all_in_for_what_the_pot_allows_though_it_is_no_whole_number_of_chips(
    stack: float, most: float
) -> None:
    """Antes of a quarter and the blinds are $3.75; with a call of $2 the pot is $5.75, so $7.75 is the most."""
    stakes = replace(POT, ante_cents=25)
    table = hold_em({1: 100, 2: 100, 3: stack}, stakes)
    assert amounts(table) == (4, most)
    assert table.refuses(f"seat 3 raises to ${most + 0.25}").code is Code.WRONG_AMOUNT
    table.says(f"seat 3 raises to ${most}")
    assert table.stacks[3] == stack - 0.25 - most


@pytest.mark.paragraph("I-6")
def test_i_6_spread_limit_all_in_on_top_of_an_odd_all_in_is_up_to_the_real_most() -> None:
    """From $3.50 it is at most $10 more: $13 in whole chips, $13.25 for who has no more."""
    table = hold_em({1: 14.25, 2: 13.25, 3: 3.5}, SPREAD)
    table.says("seat 3 raises to $3.50")
    assert amounts(table) == (6, 13)
    table.says("seat 1 calls")
    assert amounts(table) == (6, 13.25)
    table.says("seat 2 raises to $13.25")


@pytest.mark.paragraph("I-6")
def test_i_6_no_limit_is_from_the_last_raise_to_all_there_is() -> None:
    table = hold_em({1: 100, 2: 100, 3: 80})
    assert amounts(table) == (4, 80)
    table.says("seat 3 raises to $9")
    assert amounts(table) == (16, 100)


@pytest.mark.paragraph("I-6")
def test_i_6_a_short_all_in_does_not_reopen_the_betting_to_who_has_acted_since_but_to_others() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100, 4: 13})
    table.says("seat 3 raises to $10", "seat 4 raises to $13")
    assert table.told(PlayerBet)[-1].full is False
    assert amounts(table) == (21, 100)
    table.says("seat 1 calls", "seat 2 folds")
    assert table.turn == 3
    assert amounts(table) is None
    assert table.refuses("seat 3 raises to $40").code is Code.WRONG_AMOUNT
    table.says("seat 3 calls")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("I-6")
def test_i_6_several_short_all_ins_that_add_up_to_a_full_raise_reopen_it() -> None:
    """From $10, a raise of $8, to $13 and to $18: eight more than seat 3 has answered."""
    table = hold_em({1: 100, 2: 18, 3: 100, 4: 13, 5: 100})
    table.says("seat 3 raises to $10", "seat 4 raises to $13", "seat 5 calls", "seat 1 folds", "seat 2 raises to $18")
    assert table.turn == 3
    assert amounts(table) == (26, 100)
    table.says("seat 3 calls")
    assert table.turn == 5
    assert amounts(table) is None


@pytest.mark.paragraph("14.1", "I-6")
def test_14_1_who_checked_keeps_the_right_to_act_and_so_may_raise_a_bet_however_short() -> None:
    table = hold_em({1: 100, 2: 3, 3: 100})
    table.says("seat 3 calls", "seat 1 calls", "seat 2 checks")
    flop(table)
    table.says("seat 1 checks", "seat 2 bets $1")
    assert amounts(table) == (3, 98)
    table.says("seat 3 calls")
    assert amounts(table) == (3, 98), "seat 1 has only checked"
    table.says("seat 1 raises to $5")
    assert amounts(table) == (9, 98), "and that is a full raise"


@pytest.mark.paragraph("I-6")
def test_i_6_who_has_called_a_short_bet_may_only_call_a_short_all_in_on_top_of_it() -> None:
    table = hold_em({1: 4, 2: 3, 3: 100, 4: 100})
    table.says("seat 3 calls", "seat 4 calls", "seat 1 calls", "seat 2 checks")
    flop(table)
    table.says("seat 1 checks", "seat 2 bets $1", "seat 3 calls", "seat 4 calls", "seat 1 raises to $2")
    assert amounts(table) is None
    table.says("seat 3 calls", "seat 4 calls")


@pytest.mark.paragraph("I-6")
def test_a_raise_is_in_whole_chips_unless_it_is_all_a_player_has() -> None:
    table = hold_em({1: 100, 2: 100, 3: 20.5})
    assert table.refuses("seat 3 raises to $7.50").code is Code.WRONG_AMOUNT
    table.says("seat 3 raises to $20.50")


def test_on_top_of_an_odd_all_in_the_next_raise_is_in_whole_chips_again() -> None:
    table = hold_em({1: 100, 2: 100, 3: 3.5}, FIXED)
    table.says("seat 3 raises to $3.50")
    assert amounts(table) == (6, 6)
    table.says("seat 1 raises to $6")


@pytest.mark.paragraph("14.7(c)4", "14.7(c)4i", "14.7(c)4iii", "14.6(e)6")
def test_item_10_an_all_in_player_wins_from_each_only_as_much_as_he_put_in_and_side_pots_go_first() -> None:
    table = hold_em({1: 50, 2: 100, 3: 20})
    table.says("seat 3 raises to $20", "seat 1 raises to $50", "seat 2 calls")
    for board in ("2c 7d 9h", "Js", "3d"):
        table.deal(board=board)
    pots = table.show_and_award({3: "As Ad", 1: "Ks Kd", 2: "Qs Qd"})
    assert [(pot.pot, pot.seats, pot.cents) for pot in pots] == [(1, (1,), 6000), (0, (3,), 6000)]
    assert table.gains == {1: 10, 2: -50, 3: 40}


@pytest.mark.paragraph("14.7(c)4i", "14.6(e)6")
def test_item_10_of_several_side_pots_the_last_made_goes_first() -> None:
    table = hold_em({1: 50, 2: 100, 3: 20, 4: 100})
    table.says("seat 3 raises to $20", "seat 4 raises to $100", "seat 1 calls", "seat 2 calls")
    for board in ("2c 7d 9h", "Js", "3d"):
        table.deal(board=board)
    pots = table.show_and_award({3: "As Ad", 1: "Ks Kd", 2: "Qs Qd", 4: "Ts 8d"})
    # Seat 4 has made a straight from seven to jack.
    assert [pot.pot for pot in pots] == [2, 1, 0]
    assert [pot.cents for pot in pots] == [10000, 9000, 8000]
    assert table.gains == {1: -50, 2: -100, 3: -20, 4: 170}


@pytest.mark.paragraph("14.7(c)4iii")
def test_item_10_the_others_bet_on_unimpeded() -> None:
    table = hold_em({1: 100, 2: 100, 3: 20})
    table.says("seat 3 raises to $20", "seat 1 calls", "seat 2 calls")
    flop(table)
    table.says("seat 1 checks", "seat 2 bets $30", "seat 1 calls")
    table.deal(board="Js")
    assert table.turn == 1


@pytest.mark.paragraph("14.7(c)4i")
def test_item_10_what_nobody_called_goes_back() -> None:
    table = hold_em({1: 100, 2: 100, 3: 20})
    table.says("seat 3 calls", "seat 1 raises to $60", "seat 2 folds", "seat 3 calls")
    for board in ("2c 7d 9h", "Js", "3d"):
        table.deal(board=board)
    table.show_and_award({3: "As Ad", 1: "Ks Kd"})
    assert table.told(UncalledReturned) == [UncalledReturned(seat=1, cents=4000)]
    assert table.gains == {1: -20, 2: -2, 3: 22}


@pytest.mark.paragraph("14.7(c)4i")
def test_item_10_the_last_who_may_win_a_side_pot_cannot_muck_it_to_who_put_nothing_in() -> None:
    table = hold_em({1: 50, 2: 100, 3: 20})
    table.says("seat 3 raises to $20", "seat 1 raises to $50", "seat 2 calls")
    for board in ("2c 7d 9h", "Js", "3d"):
        table.deal(board=board)
    table.says("seat 1 mucks")
    refused = table.refuses("seat 2 mucks")
    assert "14.7(c)4i" in refused.paragraphs
    assert not any(isinstance(step.act, MuckHand) and step.seat == 2 for step in table.steps)
    pots = table.show_and_award({2: "Qs Qd", 3: "As Ad"})
    assert [pot.seats for pot in pots] == [(2,), (3,)]


@pytest.mark.paragraph("14.7(c)4", "14.7(c)4ii")
def test_14_7_c_4_ii_all_in_with_the_ante_or_a_blind_a_player_is_dealt_in_and_may_win() -> None:
    table = Full(HOLDEM, {1: 0.5, 2: 1.5, 3: 100}, stakes=replace(NO_LIMIT, ante_cents=50), button=3)
    table.deal()
    assert [player.put_in for player in table.round.players] == [50, 150, 50]
    assert table.turn == 3
    table.says("seat 3 calls")
    for board in ("2c 7d 9h", "Js", "3d"):
        table.deal(board=board)
    table.show_and_award({1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"})
    assert table.gains == {1: 1, 2: 0.5, 3: -1.5}


@pytest.mark.paragraph("14.7(c)4")
def test_all_in_for_less_than_the_forced_bet() -> None:
    table = Full(STUD, {1: 0.5, 2: 100, 3: 100})
    table.deal(hidden_but({1: "2c", 2: "Kd", 3: "Qd"}, down=2))
    table.says("seat 1 makes the forced bet")
    assert table.told(ForcedBetMade) == [ForcedBetMade(seat=1, cents=50)]
    table.says("seat 2 completes to $2", "seat 3 calls")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.7(c)4")
def test_a_call_with_the_last_chip_is_for_less_and_closes_the_turn() -> None:
    table = hold_em({1: 100, 2: 100, 3: 5})
    table.says("seat 3 calls", "seat 1 raises to $30", "seat 2 calls", "seat 3 calls")
    assert table.told(PlayerCalled)[-1].cents == 300
    assert table.phase is Phase.DEALING


def test_who_has_no_more_than_the_call_may_not_raise() -> None:
    table = hold_em({1: 100, 2: 100, 3: 8, 4: 100})
    table.says("seat 3 calls", "seat 4 raises to $8", "seat 1 calls", "seat 2 calls")
    assert table.turn == 3
    assert amounts(table) is None
    assert table.refuses("seat 3 raises to $8").code is Code.WRONG_AMOUNT


def test_nobody_raises_where_nobody_could_call() -> None:
    table = hold_em({1: 100, 2: 20})
    table.says("seat 1 calls", "seat 2 raises to $20")
    assert amounts(table) is None
    assert table.refuses("seat 1 raises to $40").code is Code.WRONG_AMOUNT
    table.says("seat 1 calls")


@pytest.mark.paragraph("14.6(d)")
def test_no_pot_is_awarded_while_the_betting_goes_on() -> None:
    assert hold_em({1: 100, 2: 20}).refuses(AwardPot()).code is Code.NOT_NOW


@pytest.mark.paragraph("14.1")
def test_a_raise_by_a_player_who_had_put_nothing_in_yet_is_called_a_raise() -> None:
    table = hold_em({1: 100, 2: 100, 3: 100})
    table.says("seat 3 raises to $10")
    (bet,) = table.told(PlayerBet)
    assert bet.sentence() == "Seat 3 raises to $10."
    assert PlayerBet(seat=3, cents=1000, to_cents=1000, full=True).sentence() == "Seat 3 bets $10."
