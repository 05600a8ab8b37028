"""Badugi, 19:47-14.12C."""

import pytest

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.game import StreetName, Tracking
from firmware_host.rules.games.badugi import BADUGI
from firmware_host.rules.round import Phase, start
from firmware_host.rules.round_acts import Bet, Check
from firmware_host.rules.round_facts import (
    BlindsPosted,
    CardBurned,
    CardsDrawn,
    DrawOpened,
    HandsDealt,
    Pile,
    StubShuffled,
)
from tests.rules.spoken_table import Full, Procedure

NINE = tuple(range(1, 10))


def betting(table: Full) -> None:
    """Everybody calls, or checks."""
    while table.phase is Phase.BETTING:
        owes = table.round.bet > table.at(table.turn or 0).paid
        table.says(f"seat {table.turn} {'calls' if owes else 'checks'}")


def to_the_draw(*seats: int, button: int, hands: dict[int, str] | None = None) -> Full:
    table = Full(BADUGI, dict.fromkeys(seats, 100.0), button=button)
    table.deal(hands)
    betting(table)
    table.deal()
    return table


@pytest.mark.paragraph("14.12C(b)")
def test_14_12c_b_nine_players_and_no_more() -> None:
    ten = start(BADUGI, tracking=Tracking.FULL, seats=tuple(range(1, 11)), button=1, blinds=1)
    assert isinstance(ten, Refusal)
    assert "14.12C(b)" in ten.paragraphs


@pytest.mark.paragraph("14.12C(c)", "14.12C(d)", "14.12C(e)")
def test_14_12c_d_four_down_from_the_buttons_left_after_the_blinds() -> None:
    table = Full(BADUGI, {1: 100, 4: 100, 6: 100}, button=6)
    table.deal()
    assert table.order(BlindsPosted, HandsDealt) == ["BlindsPosted", "HandsDealt"]
    (dealt,) = table.told(HandsDealt)
    assert (dealt.seats, dealt.down, dealt.up) == ((1, 4, 6), 4, 0)
    table.says("seat 6 calls", "seat 1 calls")
    assert table.may(Bet)
    assert table.turn == 4


@pytest.mark.paragraph("14.12C(f)", "14.12C(g)", "14.12C(h)", "14.12C(i)", "14.12C(j)", "14.12C(k)", "I-17")
def test_i_17_three_draws_each_after_a_burn_and_each_round_opened_by_bet_or_check_left_of_the_button() -> None:
    table = Full(BADUGI, {1: 100, 4: 100, 6: 100}, button=6)
    table.deal()
    betting(table)
    for draws in (1, 2, 3):
        table.deal()
        assert len(table.told(CardBurned)) == draws
        assert table.turn == 1
        table.says("seat 1 draws 1", "seat 4 stands pat", "seat 6 draws 2")
        assert table.turn == 1
        assert table.may(Check)
        assert table.may(Bet)
        betting(table)
    assert [opened.street for opened in table.told(DrawOpened)] == [
        StreetName.DRAW,
        StreetName.SECOND_DRAW,
        StreetName.THIRD_DRAW,
    ]
    assert len(table.told(BlindsPosted)) == 1
    assert table.phase is Phase.SHOWDOWN


@pytest.mark.paragraph("14.12C(f)")
def test_14_12c_f_one_player_at_a_time() -> None:
    table = to_the_draw(1, 4, 6, button=6)
    assert table.refuses("seat 4 draws 1").code is Code.NOT_YOUR_TURN
    table.says("seat 1 draws 4")
    assert table.refuses("seat 1 draws 1").code is Code.NOT_YOUR_TURN
    assert table.turn == 4


@pytest.mark.paragraph("14.12C(f)", "I-19")
def test_item_3_badugi_leaves_the_drawing_players_own_discards_out_of_the_shuffle() -> None:
    table = to_the_draw(*NINE, button=9)
    assert table.round.places.stub == 15
    table.says("seat 1 draws 4", "seat 2 draws 4", "seat 3 draws 4")
    table.says("seat 4 exchanges As Ks Qs Js for ?? ?? ?? ??")
    (shuffled,) = table.told(StubShuffled)
    assert (shuffled.pile, shuffled.cards, shuffled.kept) == (Pile.DISCARDS, 12, ("As", "Ks", "Qs", "Js"))
    assert {"14.12C(f)", "I-19"} <= set(table.why(StubShuffled))
    assert [len(drawn.cards) for drawn in table.told(CardsDrawn)][-2:] == [3, 1]
    assert len(table.told(CardBurned)) == 1
    assert (table.round.places.stub, table.round.places.discards) == (11, 4)


@pytest.mark.paragraph("14.12C(f)")
def test_item_3_he_cannot_be_dealt_what_he_has_just_thrown_away_but_what_others_threw() -> None:
    table = to_the_draw(*NINE, button=9)
    table.says("seat 1 exchanges As ?? ?? ?? for ?? ?? ?? ??", "seat 2 draws 4", "seat 3 draws 4")
    assert table.refuses("seat 4 exchanges Ks ?? ?? ?? for ?? ?? ?? Ks").code is Code.WRONG_CARDS
    assert table.refuses("seat 4 exchanges Ks ?? ?? ?? for ?? ?? As ??").code is Code.WRONG_CARDS
    table.says("seat 4 exchanges Ks ?? ?? ?? for ?? ?? ?? As")
    assert "As" in table.at(4).down


def stub_used_up() -> Full:
    """Fifteen cards were thrown away in the first draw, and as many drawn: the second draw finds no stub."""
    table = to_the_draw(*NINE, button=9)
    table.says("seat 1 exchanges As Ks Qs Js for ?? ?? ?? ??", "seat 2 draws 4", "seat 3 draws 4", "seat 4 draws 3")
    table.all_say("stands pat", 5, 6, 7, 8, 9)
    assert table.round.places.stub == 0
    betting(table)
    table.deal()
    return table


@pytest.mark.paragraph("14.12C(f)", "14.12C(h)")
def test_item_3_a_draw_that_finds_the_stub_gone_is_shuffled_and_burnt_for_when_the_first_player_has_discarded() -> None:
    table = stub_used_up()
    assert table.told(StubShuffled) == []
    assert len(table.told(CardBurned)) == 1
    assert "shuffle the discards without seat 1's own" in table.expected.say
    assert "burn one" in table.expected.say
    table.says("seat 1 draws 2")
    (shuffled,) = table.told(StubShuffled)
    assert (shuffled.cards, len(shuffled.kept)) == (11, 6)
    assert table.order(StubShuffled, CardBurned, CardsDrawn)[-3:] == ["StubShuffled", "CardBurned", "CardsDrawn"]
    assert (table.round.places.stub, table.round.places.burns) == (8, 2)
    table.says("seat 2 stands pat", "seat 3 draws 4", "seat 4 draws 4", "seat 5 draws 4")
    assert len(table.told(CardBurned)) == 2, "no burn after a reshuffle in the middle of a draw"


@pytest.mark.paragraph("14.12C(f)", "14.12C(h)")
def test_item_3_nobody_gets_back_what_the_same_player_threw_away_in_an_earlier_draw() -> None:
    table = stub_used_up()
    for card in ("As", "Ks", "Qs", "Js"):
        refused = table.refuses(f"seat 1 exchanges ?? ?? for ?? {card}")
        assert (refused.code, refused.paragraphs) == (Code.WRONG_CARDS, ("14.2(a)",))
    table.says("seat 1 draws 2")
    assert "As" in table.at(1).tossed


@pytest.mark.paragraph("14.12C(f)", "14.12C(h)")
def test_item_3_what_was_reshuffled_for_another_is_nobodys_and_may_come_to_anybody() -> None:
    table = stub_used_up()
    table.says("seat 1 stands pat", "seat 2 draws 1")
    assert table.at(1).tossed == ()
    assert len(table.at(2).tossed) == 5
    table.says("seat 3 exchanges ?? for As")
    assert "As" in table.at(3).down


@pytest.mark.paragraph("14.12C(f)", "14.7(c)4ii")
def test_item_3_all_in_players_draw_three_times() -> None:
    table = Full(BADUGI, {1: 2, 4: 2}, button=4)
    table.deal()
    table.says("seat 1 calls")
    for _ in range(3):
        table.deal()
        table.says("seat 1 draws 1", "seat 4 draws 2")
    assert table.phase is Phase.SHOWDOWN


@pytest.mark.paragraph("14.12C(l)", "14.12C(l)1", "14.12C(l)2", "14.12C(l)3", "14.12C(l)4", "14.12C(l)5")
@pytest.mark.parametrize(
    ("first", "fourth", "gains"),
    [
        ("As 2h 3d 4c", "2s 3h 4d 5c", {1: 2, 4: -2}),
        ("Ts Jh Qd Kc", "As 2h 3d 3c", {1: 2, 4: -2}),
        ("As 2h 3d 3c", "Ks Kh Qs Qh", {1: 2, 4: -2}),
        ("As 2h 2s Ah", "Ks Qs 2c 2d", {1: 2, 4: -2}),
        ("As Ks Qs Js", "2h 3h 4h 5h", {1: 2, 4: -2}),
        ("As 2h 3d 4c", "Ac 2d 3h 4s", {1: 0, 4: 0}),
    ],
)
def test_14_12c_l_four_suits_and_ranks_beat_three_and_the_lowest_wins(
    first: str, fourth: str, gains: dict[int, float]
) -> None:
    table = to_the_draw(1, 4, button=4)
    for draw in range(3):
        if draw:
            table.deal()
        table.all_say("stands pat", 1, 4)
        betting(table)
    table.show_and_award({1: first, 4: fourth})
    assert table.gains == gains


@pytest.mark.paragraph("14.12C(f)")
def test_three_draws_at_the_procedure_level_with_more_drawn_than_the_stub_has() -> None:
    table = Procedure(BADUGI, *NINE)
    for _ in range(3):
        table.betting_is_over()
        table.draw_is_over(drawn=20)
    table.betting_is_over()
    assert table.phase is Phase.SHOWDOWN
    assert table.round.places.hands == 36
