"""Five-card draw, 19:47-14.12: high and low."""

import pytest

from firmware_host.rules.cards import Cover
from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.game import Game, Tracking
from firmware_host.rules.games.five_card_draw import DRAW, DRAW_LOW
from firmware_host.rules.round import Phase, start
from firmware_host.rules.round_acts import CompleteDraw
from firmware_host.rules.round_facts import (
    BlindsPosted,
    CardBurned,
    CardsDiscarded,
    CardsDrawn,
    HandsDealt,
    Pile,
    StubShuffled,
)
from tests.rules.spoken_table import Full, Procedure, cards

SEATS = tuple(range(1, 9))


def to_the_draw(*seats: int, button: int, game: Game = DRAW, hands: dict[int, str] | None = None) -> Full:
    """Everybody calls; the draw is opened."""
    table = Full(game, dict.fromkeys(seats, 100.0), button=button)
    table.deal(hands)
    while table.phase is Phase.BETTING:
        owes = table.round.bet > table.at(table.turn or 0).paid
        table.says(f"seat {table.turn} {'calls' if owes else 'checks'}")
    table.deal()
    return table


@pytest.mark.paragraph("14.12(b)")
def test_14_12_b_eight_players_and_no_more() -> None:
    nine = start(DRAW, tracking=Tracking.FULL, seats=tuple(range(1, 10)), button=1, blinds=1)
    assert isinstance(nine, Refusal)
    assert "14.12(b)" in nine.paragraphs


@pytest.mark.paragraph("14.12(c)", "14.12(d)")
def test_14_12_d_five_down_from_the_buttons_left_the_button_last() -> None:
    table = Full(DRAW, {1: 100, 4: 100, 6: 100}, button=4)
    table.deal()
    (dealt,) = table.told(HandsDealt)
    assert (dealt.seats, dealt.down, dealt.up) == ((6, 1, 4), 5, 0)


@pytest.mark.paragraph("14.12(e)")
def test_14_12_e_blinds_and_the_first_betting_round_as_in_hold_em() -> None:
    table = Full(DRAW, {1: 100, 4: 100, 6: 100}, button=4)
    assert table.told(BlindsPosted) == [BlindsPosted(seats=(6, 1), cents=(100, 200))]
    table.deal()
    table.says("seat 4 calls", "seat 6 calls")
    assert table.turn == 1
    table.says("seat 1 raises to $4")
    assert table.turn == 4


@pytest.mark.paragraph("14.12(f)", "14.12(f)1")
def test_item_3_a_burn_then_one_player_at_a_time_from_the_buttons_left_discards_and_is_dealt_as_many() -> None:
    table = to_the_draw(1, 4, 6, button=4)
    assert len(table.told(CardBurned)) == 1
    assert table.turn == 6
    assert table.refuses("seat 1 draws 2").code is Code.NOT_YOUR_TURN
    table.says("seat 6 draws 3")
    assert table.order(CardBurned, CardsDiscarded, CardsDrawn) == ["CardBurned", "CardsDiscarded", "CardsDrawn"]
    assert table.turn == 1
    table.says("seat 1 stands pat", "seat 4 draws 5")
    assert [len(player.down) for player in table.round.players] == [5, 5, 5]
    assert table.round.places.discards == 8
    assert len(table.told(CardBurned)) == 1


@pytest.mark.paragraph("14.12(f)", "14.7(c)4ii")
def test_item_3_and_10_all_in_players_draw_too() -> None:
    table = Full(DRAW, {1: 2, 4: 2, 6: 2}, button=4)
    table.deal()
    table.says("seat 4 calls", "seat 6 calls")
    assert table.phase is Phase.DEALING
    table.deal()
    table.says("seat 6 draws 3", "seat 1 draws 1", "seat 4 stands pat")
    assert table.at_the_showdown


@pytest.mark.paragraph("14.12(f)")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("As", "2c 3c"),
        ("As Kd", "2c"),
        ("Qh", "2c"),
        ("As", "Kd"),
        ("As", "As"),
        ("As", "9h"),
        ("As", "Zz"),
        ("Zz", "2c"),
        ("As As", "2c 3c"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(old: str, new: str) -> None:
    hands = {6: "As Kd 5c 6c 7c", 1: "9h Ts 2d 3d 4d"}
    table = to_the_draw(1, 4, 6, button=4, hands=hands)
    assert table.refuses(f"seat 6 exchanges {old} for {new}").code is Code.WRONG_CARDS
    assert table.turn == 6


def all_but_three_have_drawn(hands: dict[int, str] | None = None) -> Full:
    """Eight players: eleven cards after the burn; seats 1 and 2 take ten of them."""
    table = to_the_draw(*SEATS, button=8, hands=hands)
    assert table.round.places.stub == 11
    table.says("seat 1 exchanges As Ks Qs Js Ts for ?? ?? ?? ?? ??", "seat 2 draws 5")
    return table


@pytest.mark.paragraph("14.12(f)2", "I-19")
def test_item_3_the_stub_goes_out_first_then_the_discards_are_shuffled_and_nothing_is_burnt() -> None:
    table = all_but_three_have_drawn()
    covers = [table.round.places.cover]
    table.says("seat 3 draws 4")
    covers.append(table.round.places.cover)
    assert covers == [Cover.UNDER_STUB, Cover.ON_TABLE], "nothing was cut onto it this time (I-19)"
    (shuffled,) = table.told(StubShuffled)
    assert (shuffled.pile, shuffled.cards, shuffled.kept) == (Pile.DISCARDS, 5 + 5 + 4, ())
    assert {"14.12(f)2", "I-19"} <= set(table.why(StubShuffled))
    assert [len(drawn.cards) for drawn in table.told(CardsDrawn)][-2:] == [1, 3]
    assert len(table.told(CardBurned)) == 1
    assert (table.round.places.stub, table.round.places.discards, table.round.places.burns) == (11, 0, 1)


@pytest.mark.paragraph("14.12(f)2")
def test_item_3_the_cards_of_players_who_have_not_asked_yet_stay_out_of_the_shuffle() -> None:
    hands = {4: "2c 2d 2h 2s 3s"}
    table = all_but_three_have_drawn(hands)
    assert table.refuses("seat 3 exchanges ?? ?? for 2c 4c").code is Code.WRONG_CARDS
    assert table.refuses("seat 3 exchanges ?? ?? for 4c 2c").code is Code.WRONG_CARDS


@pytest.mark.paragraph("14.12(f)2")
def test_item_3_a_discard_may_come_back_after_the_shuffle_and_not_with_the_last_of_the_stub() -> None:
    table = all_but_three_have_drawn()
    assert table.refuses("seat 3 exchanges ?? ?? for As 4c").code is Code.WRONG_CARDS
    table.says("seat 3 exchanges ?? ?? for 4c As")
    assert "As" in table.at(3).down


@pytest.mark.paragraph("14.12(f)2", "14.6(e)3")
def test_item_3_folded_hands_are_discards_and_burns_are_not() -> None:
    table = Full(DRAW, dict.fromkeys(SEATS, 100.0), button=8)
    table.deal()
    table.says("seat 3 folds")
    while table.phase is Phase.BETTING:
        owes = table.round.bet > table.at(table.turn or 0).paid
        table.says(f"seat {table.turn} {'calls' if owes else 'checks'}")
    table.deal()
    table.says("seat 1 draws 5", "seat 2 draws 5", "seat 4 draws 3")
    (shuffled,) = table.told(StubShuffled)
    assert shuffled.cards == 5 + 5 + 5 + 3
    assert table.round.places.burns == 1


@pytest.mark.paragraph("14.12(g)")
def test_14_12_g_the_last_round_opens_left_of_the_button_with_a_check_or_a_bet() -> None:
    table = to_the_draw(1, 4, 6, button=4)
    table.all_say("stands pat", 6, 1, 4)
    assert table.turn == 6
    table.says("seat 6 checks", "seat 1 bets $4", "seat 4 raises to $8", "seat 6 folds")
    assert table.turn == 1
    table.says("seat 1 calls")
    assert table.phase is Phase.SHOWDOWN


@pytest.mark.paragraph("14.12(h)", "14.12(h)1", "14.12(h)2")
@pytest.mark.parametrize(("game", "winner"), [(DRAW, 1), (DRAW_LOW, 6)])
def test_14_12_h_the_highest_or_the_lowest_hand_takes_the_pot(game: Game, winner: int) -> None:
    table = to_the_draw(1, 4, 6, button=4, game=game)
    table.all_say("stands pat", 6, 1, 4)
    table.all_say("checks", 6, 1, 4)
    table.show_and_award({1: "As Ad Ac Kh Kd", 4: "9c 9d Ts Jh Qc", 6: "2c 3c 4d 5s 7h"})
    assert table.round.winners == (winner,)
    assert table.gains[winner] == 4


@pytest.mark.paragraph("14.12(f)")
def test_the_draw_at_the_procedure_level_is_one_step_and_may_say_how_many_cards() -> None:
    table = Procedure(DRAW, 1, 4, 6, button=4)
    table.betting_is_over()
    assert table.phase is Phase.DRAWING
    table.draw_is_over(drawn=7)
    places = table.round.places
    assert (places.burns, places.discards, places.hands) == (1, 7, 15)
    table.betting_is_over()
    assert table.at_the_showdown


@pytest.mark.parametrize("drawn", [-1, 16])
def test_a_number_of_cards_nobody_can_have_drawn_is_refused(drawn: int) -> None:
    table = Procedure(DRAW, 1, 4, 6, button=4)
    table.betting_is_over()
    assert table.refuses(CompleteDraw(drawn=drawn)).code is Code.WRONG_CARDS


def test_a_tabled_hand_is_the_hand_that_was_drawn() -> None:
    table = to_the_draw(1, 4, button=4, hands={1: "As Kd 5c 6c 7c", 4: "9h Ts 2d 3d 4d"})
    table.says("seat 1 exchanges 5c 6c for Ah Ac", "seat 4 stands pat", "seat 1 checks", "seat 4 checks")
    assert table.at(1).down == cards("As Kd 7c Ah Ac")
    assert table.refuses("seat 1 shows As Kd 7c 5c 6c").code is Code.WRONG_CARDS
    assert table.refuses("seat 4 shows 9h Ts 2d 3d As").code is Code.WRONG_CARDS
