"""Big Omaha, 13:69F-14.11(A): high, and high-low split eight or better."""

import pytest

from firmware_host.rules.decision import Refusal
from firmware_host.rules.game import Game, Tracking
from firmware_host.rules.games.holdem_and_omaha import BIG_OMAHA, BIG_OMAHA_HILO_8
from firmware_host.rules.round import Phase, start
from firmware_host.rules.round_facts import BlindsPosted, CardBurned, CommunityDealt, HandsDealt
from tests.rules.spoken_table import Full, Procedure

BOTH = pytest.mark.parametrize("game", [BIG_OMAHA, BIG_OMAHA_HILO_8], ids=lambda game: game.name)


def betting(table: Full) -> None:
    while table.phase is Phase.BETTING:
        owes = table.round.bet > table.at(table.turn or 0).paid
        table.says(f"seat {table.turn} {'calls' if owes else 'checks'}")


def to_the_showdown(game: Game, flop: str, turn: str, river: str, *, button: int = 7) -> Full:
    """Three players with $2 each in the pot, of whom seat 5 folds on the flop."""
    table = Full(game, {2: 100, 5: 100, 7: 100}, button=button)
    table.deal()
    betting(table)
    table.deal(board=flop)
    while table.phase is Phase.BETTING:
        table.says("seat 5 folds" if table.turn == 5 else f"seat {table.turn} checks")
    table.deal(board=turn)
    betting(table)
    table.deal(board=river)
    betting(table)
    return table


@BOTH
@pytest.mark.paragraph("14.11(A)(b)")
def test_14_11a_b_eight_players_and_no_more(game: Game) -> None:
    nine = start(game, tracking=Tracking.FULL, seats=tuple(range(1, 10)), button=1, blinds=1)
    assert isinstance(nine, Refusal)
    assert "14.11(A)(b)" in nine.paragraphs


@BOTH
@pytest.mark.paragraph("14.11(A)(c)", "14.11(A)(d)")
def test_14_11a_d_five_down_from_the_buttons_left_the_button_last(game: Game) -> None:
    table = Full(game, {2: 100, 5: 100, 7: 100}, button=5)
    table.deal()
    (dealt,) = table.told(HandsDealt)
    assert (dealt.seats, dealt.down, dealt.up) == ((7, 2, 5), 5, 0)


@BOTH
@pytest.mark.paragraph("14.11(A)(e)")
def test_item_16_blinds_before_any_card_then_flop_turn_and_river_as_in_hold_em(game: Game) -> None:
    table = to_the_showdown(game, "Ah Kd 7c", "2s", "9h")
    assert table.order(BlindsPosted, HandsDealt) == ["BlindsPosted", "HandsDealt"]
    assert table.order(CardBurned, CommunityDealt) == ["CardBurned", "CommunityDealt"] * 3
    assert table.phase is Phase.SHOWDOWN


@pytest.mark.paragraph("14.11(A)(f)", "14.11(A)(f)1")
def test_14_11a_f_two_of_five_with_three_of_five() -> None:
    table = to_the_showdown(BIG_OMAHA, "Qs Js 7s", "2s", "9h")
    table.show_and_award({2: "As Kh Kd 4c 4h", 7: "3s 4s 8c 8d 6h"})
    assert table.gains == {2: -2, 5: -2, 7: 4}


@pytest.mark.paragraph("14.11(A)(f)2", "14.11(A)(f)2ii", "14.11(A)(f)2iii")
@pytest.mark.parametrize(("button", "first", "second"), [(7, 2, 7), (2, 7, 2), (5, 7, 2)])
def test_item_8_in_big_omaha_odd_money_goes_to_the_first_winner_clockwise_from_the_button(
    button: int, first: int, second: int
) -> None:
    """Pot $6: $3 for each half, and both halves are tied; the button itself is last."""
    table = to_the_showdown(BIG_OMAHA_HILO_8, "3h 4d 8c", "Ks", "Kh", button=button)
    (pot,) = table.show_and_award({2: "Ah 2d Kd 9d 9s", 7: "As 2c Kc Jd Ts"})
    highs = {share.seat: share.cents for share in pot.shares if share.part == "high"}
    lows = {share.seat: share.cents for share in pot.shares if share.part == "low"}
    assert highs == {first: 200, second: 100}
    assert lows == {first: 200, second: 100}


@pytest.mark.paragraph("14.11(A)(g)")
def test_14_11a_g_without_an_eight_or_better_the_high_takes_the_entire_pot() -> None:
    table = to_the_showdown(BIG_OMAHA_HILO_8, "3h 4d 9c", "Ks", "Kh")
    table.show_and_award({2: "As 2d Jd Qc Qd", 7: "Kc Kd Js Td 5c"})
    assert table.gains == {2: -2, 5: -2, 7: 4}


@pytest.mark.paragraph("14.11(A)(h)", "14.11(A)(h)1", "14.11(A)(h)2", "14.11(A)(h)3")
def test_14_11a_h_one_player_wins_both_halves() -> None:
    table = to_the_showdown(BIG_OMAHA_HILO_8, "3h 4d 5c", "Ks", "Kh")
    table.show_and_award({2: "As 2d Jd Qc Qd", 7: "Ac 7d Js Td 9c"})
    assert table.gains == {2: 4, 5: -2, 7: -2}
    other = to_the_showdown(BIG_OMAHA_HILO_8, "3h 4d 8c", "As", "Kh")
    other.show_and_award({2: "Ac Ad 2d Qc Qd", 7: "Kc Kd Js 9d Td"})
    assert other.gains == {2: 4, 5: -2, 7: -2}


@BOTH
@pytest.mark.paragraph("14.11(A)(e)")
def test_eight_players_at_the_procedure_level_are_dealt_from_one_deck(game: Game) -> None:
    table = Procedure(game, *range(1, 9))
    table.betting_is_over(4)
    places = table.round.places
    assert (places.stub, places.burns, places.hands, len(places.board)) == (4, 3, 40, 5)
