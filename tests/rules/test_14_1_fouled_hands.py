"""Fouled hands, 19:47-14.1: a hand with a wrong number of cards, or that has mixed with others, is dead (I-8)."""

import pytest

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.game import Game
from firmware_host.rules.games.badugi import BADUGI
from firmware_host.rules.games.five_card_draw import DRAW
from firmware_host.rules.games.five_card_stud import FIVE_STUD
from firmware_host.rules.games.holdem_and_omaha import HOLDEM
from firmware_host.rules.games.seven_card_stud import STUD
from firmware_host.rules.games.super_seven_stud import SUPER_STUD
from firmware_host.rules.round import Phase
from firmware_host.rules.round_acts import (
    AwardPot,
    AwardUncontested,
    CompleteBetting,
    CompleteDraw,
    FoulHand,
    VoidRound,
)
from firmware_host.rules.round_facts import BettingCompleted, HandFouled, ShowdownBegan, UncalledReturned
from firmware_host.table.acts.corrections import TakeBack
from tests.rules.spoken_table import FIXED, NO_LIMIT, Full, Procedure, hidden_but
from tests.worlds.pure_table import PureTable

pytestmark = pytest.mark.paragraph("14.1")


def fouls(seat: int) -> FoulHand:
    return FoulHand(seat=seat, why="six cards")


def three_at_hold_em() -> Full:
    """Seat 7 has the button; 2 and 5 have posted, 7 is to open."""
    table = Full(HOLDEM, {2: 100, 5: 100, 7: 100}, button=7)
    table.deal()
    return table


def test_14_1_the_hand_goes_to_the_discards_and_its_wager_stays() -> None:
    table = three_at_hold_em()
    table.does(fouls(5))
    assert table.told(HandFouled) == [HandFouled(seat=5, why="six cards")]
    assert table.why(HandFouled) == ("14.1", "I-8")
    places = table.round.places
    assert (places.discards, places.hands) == (2, 4)
    assert table.round.pot_cents == 300


def test_14_1_out_of_turn_it_takes_nobodys_turn() -> None:
    table = three_at_hold_em()
    assert table.turn == 7
    table.does(fouls(2))
    assert table.turn == 7
    table.says("seat 7 calls", "seat 5 checks")
    assert table.phase is Phase.DEALING


def test_14_1_in_turn_the_next_player_is_to_act() -> None:
    table = three_at_hold_em()
    table.does(fouls(7))
    assert table.turn == 2
    table.says("seat 2 raises to $4")
    table.does(fouls(2))
    assert table.at_the_showdown
    table.award()
    assert table.gains == {2: -2, 5: 2, 7: 0}
    assert [back.seat for back in table.told(UncalledReturned)] == [2]


def test_14_1_what_the_dead_hand_has_bet_has_still_to_be_called() -> None:
    table = three_at_hold_em()
    table.says("seat 7 raises to $4")
    table.does(fouls(7))
    assert table.turn == 2
    table.says("seat 2 calls")
    assert table.turn == 5
    table.says("seat 5 calls")
    assert table.phase is Phase.DEALING


def test_14_1_with_nobody_left_to_answer_the_betting_is_over() -> None:
    table = three_at_hold_em()
    table.says("seat 7 calls", "seat 2 calls")
    table.does(fouls(5))
    assert len(table.told(BettingCompleted)) == 1
    assert table.phase is Phase.DEALING


def test_14_1_the_next_hand_showing_opens_instead() -> None:
    table = Full(STUD, {1: 100, 4: 100, 6: 100})
    table.deal(hidden_but({1: "Kd", 4: "2c", 6: "9s"}, 2))
    assert table.turn == 4
    table.does(fouls(4))
    assert table.turn == 6
    table.says("seat 6 makes the forced bet", "seat 1 folds")
    assert table.at_the_showdown


def test_14_1_five_card_stud_where_the_opener_must_bet_goes_on() -> None:
    table = Full(FIVE_STUD, {1: 100, 4: 100, 6: 100})
    table.deal(hidden_but({1: "Kd", 4: "2c", 6: "9s"}, 1))
    table.says("seat 4 makes the forced bet", "seat 6 calls", "seat 1 calls")
    table.deal({1: "Ks", 4: "3c", 6: "9h"})
    assert table.turn == 1
    table.does(fouls(1))
    assert table.turn == 6


def test_14_1_before_the_opener_of_two_has_acted_the_other_wins() -> None:
    table = three_at_hold_em()
    table.says("seat 7 calls", "seat 2 calls", "seat 5 checks")
    table.deal(board="As Kd 2c")
    table.does(fouls(2))
    assert table.turn == 5
    table.does(fouls(5))
    assert table.at_the_showdown
    assert table.told(ShowdownBegan) == []
    table.award()
    assert table.gains == {2: -2, 5: -2, 7: 4}


def test_14_1_between_the_streets_and_at_the_showdown_too() -> None:
    table = three_at_hold_em()
    table.says("seat 7 calls", "seat 2 calls", "seat 5 checks")
    table.does(fouls(2))
    table.deal(board="As Kd 2c")
    table.says("seat 5 checks", "seat 7 checks")
    for card in ("3h", "9d"):
        table.deal(board=card)
        table.says("seat 5 checks", "seat 7 checks")
    table.says("seat 5 shows Ah Ac")
    table.does(fouls(5))
    table.award()
    assert table.gains == {2: -2, 5: -2, 7: 4}


@pytest.mark.paragraph("14.7(c)4i")
def test_14_1_the_last_who_may_win_a_side_pot_cannot_be_fouled_either() -> None:
    """Seat 2 is all-in for $10 and cannot win what 5 and 7 have above it."""
    table = Full(HOLDEM, {2: 10, 5: 100, 7: 100}, button=7, stakes=NO_LIMIT)
    table.deal()
    table.says("seat 7 raises to $20", "seat 2 calls", "seat 5 calls")
    table.does(fouls(5))
    assert table.refuses(fouls(7)).reason == "seat 7 is the only player left who can win the side pot of $20"
    table.does(fouls(2))
    table.award()
    assert table.gains == {2: -10, 5: -20, 7: 30}


def test_14_1_against_players_without_chips_the_rest_is_dealt_out() -> None:
    table = Full(HOLDEM, {2: 10, 5: 10, 7: 100}, button=7, stakes=NO_LIMIT)
    table.deal()
    table.says("seat 7 raises to $20", "seat 2 calls", "seat 5 calls")
    table.deal(board="As Kd 2c")
    table.does(fouls(7))
    table.deal(board="3h")
    table.deal(board="9d")
    assert table.at_the_showdown


@pytest.mark.parametrize("game", [DRAW, BADUGI], ids=lambda game: game.name)
def test_14_1_while_the_players_draw_the_next_one_draws(game: Game) -> None:
    table = Full(game, {2: 100, 5: 100, 7: 100}, button=7)
    table.deal()
    table.says("seat 7 calls", "seat 2 calls", "seat 5 checks")
    table.deal()
    table.says("seat 2 draws 1")
    assert table.turn == 5
    table.does(fouls(5))
    assert table.turn == 7
    table.does(fouls(2))
    assert table.at_the_showdown
    table.award()
    assert table.gains == {2: -2, 5: -2, 7: 4}


def test_14_1_the_last_to_draw_is_fouled_and_the_betting_begins() -> None:
    table = Full(DRAW, {2: 100, 5: 100, 7: 100}, button=7)
    table.deal()
    table.says("seat 7 calls", "seat 2 calls", "seat 5 checks")
    table.deal()
    table.says("seat 2 draws 1", "seat 5 stands pat")
    table.does(fouls(7))
    assert (table.phase, table.turn) == (Phase.BETTING, 2)


def test_14_1_super_seven_does_not_wait_for_a_dead_hand_to_throw_cards_away() -> None:
    table = Full(SUPER_STUD, {1: 100, 4: 100, 6: 100}, stakes=FIXED)
    table.deal({1: "As Ks Qs Js Kd", 4: "Ah Kh Qh Jh 2c", 6: "Ac Kc Qc Jc 9s"})
    table.says("seat 4 makes the forced bet", "seat 6 calls and discards Ac Kc", "seat 1 calls and discards As Ks")
    table.does(fouls(4))
    table.deal({1: "3c", 6: "3d"})
    assert table.phase is Phase.BETTING


def test_14_1_who_has_no_hand_cannot_foul_one() -> None:
    table = three_at_hold_em()
    table.says("seat 7 folds")
    for seat in (1, 7):
        refusal = table.refuses(fouls(seat))
        assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.1", "I-8"))
    early = Full(HOLDEM, {2: 100, 5: 100})
    assert early.refuses(fouls(2)).reason == "seat 2 has no hand in this round"


def test_14_1_the_last_one_left_has_won_and_cannot_be_fouled() -> None:
    table = three_at_hold_em()
    table.does(fouls(2))
    table.does(fouls(5))
    assert table.refuses(fouls(7)).allowed_by == "award the pot"


def test_14_1_a_card_of_a_dead_hand_is_not_dealt_again() -> None:
    table = Full(HOLDEM, {2: 100, 5: 100, 7: 100}, button=7)
    table.deal({2: "As Ks"})
    table.does(fouls(2))
    table.says("seat 7 calls", "seat 5 checks")
    with pytest.raises(AssertionError, match="these cards contradict cards that were entered before"):
        table.deal(board="As Kd 2c")


@pytest.mark.parametrize("game", [HOLDEM, DRAW], ids=lambda game: game.name)
def test_14_1_at_the_procedure_level_with_one_left_only_the_award_comes_next(game: Game) -> None:
    table = Procedure(game, 2, 5, 7, button=7)
    if game is DRAW:
        table.betting_is_over()
    table.does(fouls(2))
    table.does(fouls(5))
    assert [step.act for step in table.steps] == [AwardUncontested()]
    assert table.expected.act == AwardUncontested()
    assert isinstance(table.refuses(CompleteDraw() if game is DRAW else CompleteBetting()), Refusal)
    table.all_others_fold()
    assert table.phase is Phase.COMPLETED


def test_14_1_at_the_procedure_level_the_dealer_is_not_sent_to_a_dead_hand() -> None:
    table = Procedure(HOLDEM, 2, 5, 7, 8, button=8)
    assert table.expected.seat == 7
    table.does(fouls(7))
    assert table.expected.seat == 8
    table.betting_is_over(4)
    table.does(fouls(2))
    table.does(AwardPot(seats=(5,)))


def test_14_1_it_is_taken_back_as_a_fold_is() -> None:
    table = PureTable().opened().dealt()
    before = table.state.round
    table.does(FoulHand(seat=2, why="mixed with the muck"))
    assert table.state.round != before
    table.does(TakeBack())
    assert table.state.round == before


@pytest.mark.paragraph("I-8")
def test_a_void_round_after_a_fouled_hand_gives_its_wager_back_too() -> None:
    table = three_at_hold_em()
    table.does(fouls(5))
    table.does(VoidRound(why="51 cards"))
    assert table.gains == {2: 0, 5: 0, 7: 0}
