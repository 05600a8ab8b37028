"""Omaha, 19:47-14.11: high, and high-low split eight or better."""

import pytest

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.game import Game, Tracking
from firmware_host.rules.games.holdem_and_omaha import OMAHA, OMAHA_HILO_8
from firmware_host.rules.round import Phase, start
from firmware_host.rules.round_acts import AwardPot, Fold
from firmware_host.rules.round_facts import BlindsPosted, CardBurned, CommunityDealt, HandsDealt
from tests.rules.spoken_table import Full, Procedure

BOTH = pytest.mark.parametrize("game", [OMAHA, OMAHA_HILO_8], ids=lambda game: game.name)


def betting(table: Full) -> None:
    while table.phase is Phase.BETTING:
        owes = table.round.bet > table.at(table.turn or 0).paid
        table.says(f"seat {table.turn} {'calls' if owes else 'checks'}")


def to_the_showdown(game: Game, flop: str, turn: str, river: str) -> Full:
    """Three players with $2 each in the pot, of whom seat 5 folds on the flop; the button at seat 7."""
    table = Full(game, {2: 100, 5: 100, 7: 100}, button=7)
    table.deal()
    betting(table)
    table.deal(board=flop)
    table.says("seat 2 checks", "seat 5 folds", "seat 7 checks")
    table.deal(board=turn)
    betting(table)
    table.deal(board=river)
    betting(table)
    return table


@BOTH
@pytest.mark.paragraph("14.11(b)")
def test_14_11_b_ten_players_and_no_more(game: Game) -> None:
    eleven = start(game, tracking=Tracking.FULL, seats=tuple(range(1, 12)), button=1, blinds=1)
    assert isinstance(eleven, Refusal)
    assert "14.11(b)" in eleven.paragraphs


@BOTH
@pytest.mark.paragraph("14.11(c)", "14.11(d)")
def test_14_11_d_four_down_from_the_buttons_left_the_button_last(game: Game) -> None:
    table = Full(game, {2: 100, 5: 100, 7: 100}, button=5)
    table.deal()
    (dealt,) = table.told(HandsDealt)
    assert (dealt.seats, dealt.down, dealt.up) == ((7, 2, 5), 4, 0)


@BOTH
@pytest.mark.paragraph("14.11(e)")
def test_item_16_blinds_before_any_card_then_flop_turn_and_river_as_in_hold_em(game: Game) -> None:
    table = to_the_showdown(game, "Ah Kd 7c", "2s", "9h")
    assert table.order(BlindsPosted, HandsDealt) == ["BlindsPosted", "HandsDealt"]
    assert table.order(CardBurned, CommunityDealt) == ["CardBurned", "CommunityDealt"] * 3
    assert table.phase is Phase.SHOWDOWN


@pytest.mark.paragraph("14.11(f)", "14.11(f)1")
def test_14_11_f_two_of_four_with_three_of_five_and_neither_more_nor_fewer() -> None:
    """Four spades lie on the board: one in the hand makes no flush, two do."""
    table = to_the_showdown(OMAHA, "Qs Js 7s", "2s", "9h")
    table.show_and_award({2: "As Kh Kd 4c", 7: "3s 4s 8c 8d"})
    assert table.gains == {2: -2, 5: -2, 7: 4}


@pytest.mark.paragraph("14.11(f)2", "14.11(f)2i", "14.11(f)2iii", "14.11(f)2iv")
def test_item_8_tied_lows_divide_the_low_half_and_the_odd_chip_goes_to_the_lowest_card_by_suit() -> None:
    """Pot $6: $3 high to seat 2; the low of $3 is tied, $1 odd to the one whose ace is of the lower suit."""
    table = to_the_showdown(OMAHA_HILO_8, "3h 4d 8c", "Ks", "Kh")
    (pot,) = table.show_and_award({2: "As 2d Kd Qc", 7: "Ac 2h Js Td"})
    assert {(share.seat, share.part): (share.cents, share.odd_cents) for share in pot.shares} == {
        (2, "high"): (300, 0),
        (7, "low"): (200, 100),
        (2, "low"): (100, 0),
    }


@pytest.mark.paragraph("14.11(f)2ii", "14.11(f)2iv")
def test_item_8_tied_highs_divide_the_high_half_and_the_odd_chip_goes_to_the_highest_card_by_suit() -> None:
    table = to_the_showdown(OMAHA_HILO_8, "3h 4d 8c", "Ks", "Kh")
    (pot,) = table.show_and_award({2: "Ah Kd 2c 9d", 7: "As Kc Js Td"})
    high = {share.seat: share.cents for share in pot.shares if share.part == "high"}
    assert high == {7: 200, 2: 100}


@pytest.mark.paragraph("14.11(g)")
def test_14_11_g_without_an_eight_or_better_the_high_takes_the_entire_pot() -> None:
    table = to_the_showdown(OMAHA_HILO_8, "3h 4d 9c", "Ks", "Kh")
    table.show_and_award({2: "As 2d Jd Qc", 7: "Kc Kd Js Td"})
    assert table.gains == {2: -2, 5: -2, 7: 4}


@pytest.mark.paragraph("14.11(h)", "14.11(h)1", "14.11(h)2", "14.11(h)3")
def test_14_11_h_one_player_wins_both_halves_with_other_or_the_same_cards_and_an_ace_is_both() -> None:
    """The wheel is the best high and the best low hand at the table."""
    table = to_the_showdown(OMAHA_HILO_8, "3h 4d 5c", "Ks", "Kh")
    table.show_and_award({2: "As 2d Jd Qc", 7: "Ac 7d Js Td"})
    assert table.gains == {2: 4, 5: -2, 7: -2}
    other = to_the_showdown(OMAHA_HILO_8, "3h 4d 8c", "As", "Kh")
    other.show_and_award({2: "Ac Ad 2d Qc", 7: "Kc Kd Js 9d"})
    assert other.gains == {2: 4, 5: -2, 7: -2}


@BOTH
@pytest.mark.paragraph("14.11(e)")
def test_ten_players_at_the_procedure_level_are_dealt_from_one_deck(game: Game) -> None:
    table = Procedure(game, *range(1, 11))
    table.betting_is_over(4)
    places = table.round.places
    assert (places.stub, places.burns, places.hands, len(places.board)) == (4, 3, 40, 5)
    table.award(3)
    assert table.phase is Phase.COMPLETED


def test_at_the_procedure_level_the_pot_goes_to_nobody_who_has_folded() -> None:
    table = Procedure(OMAHA, 1, 2, 3)
    table.does(Fold(seat=2))
    table.betting_is_over(4)
    refused = table.refuses(AwardPot(seats=(2,)))
    assert refused.code is Code.NOT_SEATED
    assert "folded" in refused.reason
