"""Mambo, 19:47-14.13A: high-low split six or better."""

import pytest

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.game import Tracking
from firmware_host.rules.games.mambo import MAMBO_HILO_6
from firmware_host.rules.round import Phase, start
from firmware_host.rules.round_acts import Bet, Check
from firmware_host.rules.round_facts import CardBurned, CommunityDealt, ForcedBetMade, HandsDealt
from tests.rules.spoken_table import Full, hidden_but


def first_street(ups: dict[int, str], stacks: dict[int, float] | None = None) -> Full:
    table = Full(MAMBO_HILO_6, stacks or dict.fromkeys(ups, 100.0))
    table.deal(hidden_but(ups, down=1))
    return table


def second_street(ups: dict[int, str], stacks: dict[int, float] | None = None) -> Full:
    table = first_street(ups, stacks)
    table.says(f"seat {table.turn} makes the forced bet")
    while table.phase is Phase.BETTING:
        table.says(f"seat {table.turn} calls")
    table.deal()
    return table


def last_street(ups: dict[int, str], community: str, stacks: dict[int, float] | None = None) -> Full:
    table = second_street(ups, stacks)
    while table.phase is Phase.BETTING:
        table.says(f"seat {table.turn} checks")
    table.deal(board=community)
    return table


@pytest.mark.paragraph("14.13A(b)")
def test_14_13a_b_eleven_players_and_no_more() -> None:
    for seats, refused in ((11, False), (12, True)):
        answer = start(MAMBO_HILO_6, tracking=Tracking.FULL, seats=tuple(range(1, seats + 1)), button=None, blinds=0)
        assert isinstance(answer, Refusal) is refused


@pytest.mark.paragraph("14.13A(c)")
def test_14_13a_c_one_down_and_one_up_from_the_dealers_left() -> None:
    (dealt,) = first_street({7: "Ks", 2: "4d", 5: "9h"}).told(HandsDealt)
    assert (dealt.seats, dealt.down, dealt.up) == ((2, 5, 7), 1, 1)


@pytest.mark.paragraph("14.13A(d)", "14.13A(e)")
@pytest.mark.parametrize(
    ("ups", "opens"),
    [({1: "As", 2: "3h", 3: "4c"}, 2), ({1: "As", 2: "Kh", 3: "Ac"}, 2), ({1: "2s", 2: "2d", 3: "2h"}, 2)],
)
def test_item_1_in_mambo_the_lowest_up_card_makes_the_forced_bet(ups: dict[int, str], opens: int) -> None:
    table = first_street(ups)
    assert table.turn == opens
    table.says(f"seat {opens} makes the forced bet")
    assert "14.13A(d)" in table.why(ForcedBetMade)
    assert table.refuses("seat 3 checks").code is Code.WRONG_AMOUNT
    table.says("seat 3 calls", "seat 1 calls")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.13A(f)")
@pytest.mark.parametrize(
    ("ups", "opens"), [({1: "As", 2: "3h", 3: "4c"}, 1), ({1: "Ks", 2: "Kh", 3: "4c"}, 1), ({1: "Kd", 2: "Ks"}, 2)]
)
def test_item_1_the_third_card_is_down_and_the_highest_up_card_opens_tie_by_suit(
    ups: dict[int, str], opens: int
) -> None:
    table = second_street(ups)
    dealt = table.told(HandsDealt)[-1]
    assert (dealt.down, dealt.up, len(table.told(CardBurned))) == (1, 0, 1)
    assert table.turn == opens


@pytest.mark.paragraph("14.13A(f)", "14.13A(g)")
def test_item_2_in_mambo_the_opener_bets_or_checks() -> None:
    table = second_street({1: "As", 2: "3h", 3: "4c"})
    assert table.may(Check)
    assert table.may(Bet)
    table.says("seat 1 checks", "seat 2 bets $2")
    assert table.refuses("seat 3 checks").code is Code.WRONG_AMOUNT
    table.says("seat 3 folds")
    assert table.turn == 1


@pytest.mark.paragraph("14.13A(h)", "14.13A(h)1", "14.13A(i)")
@pytest.mark.parametrize(
    ("ups", "community", "opens"),
    [
        ({1: "As", 2: "3h", 3: "4c"}, "3s", 2),
        ({1: "9s", 2: "Kh", 3: "4c"}, "As", 2),
        ({1: "9s", 2: "Kh", 3: "Ac"}, "Qs", 3),
    ],
)
def test_item_1_the_last_round_is_opened_by_the_pair_with_the_community_card_else_the_highest_up_card(
    ups: dict[int, str], community: str, opens: int
) -> None:
    table = last_street(ups, community)
    assert table.told(CommunityDealt)[-1].cards == (community,)
    assert len(table.told(CardBurned)) == 2
    assert table.turn == opens
    assert table.may(Check)
    table.says(f"seat {opens} bets $4")


@pytest.mark.paragraph("14.13A(i)")
def test_14_13a_i_the_last_round_goes_on_by_check_bet_raise_call_and_fold_as_the_one_before() -> None:
    table = last_street({1: "As", 2: "3h", 3: "4c"}, "3s")
    assert table.turn == 2
    table.says("seat 2 checks", "seat 3 bets $4")
    assert table.refuses("seat 1 checks").code is Code.WRONG_AMOUNT
    table.says("seat 1 folds", "seat 2 raises to $8", "seat 3 calls")
    assert table.phase is Phase.SHOWDOWN


@pytest.mark.paragraph("14.13A(h)2")
@pytest.mark.parametrize(
    ("ups", "community", "opens"),
    [
        ({2: "3c", 5: "Kh", 7: "3s"}, "3h", 2),
        ({2: "9c", 5: "Kc", 7: "Ks"}, "Ah", 5),
    ],
)
def test_item_1_ties_of_the_last_round_go_by_seat_and_not_by_suit(
    ups: dict[int, str], community: str, opens: int
) -> None:
    assert last_street(ups, community).turn == opens


@pytest.mark.paragraph("I-20")
def test_i_20_in_mambo_the_next_to_the_left_opens_for_an_all_in_player() -> None:
    table = second_street({1: "9s", 2: "Kh", 3: "4c"}, {1: 100, 2: 1, 3: 100})
    assert table.turn == 3


@pytest.mark.paragraph("14.13A(j)")
@pytest.mark.parametrize(
    ("first", "second", "gains"),
    [
        ("As Ks Qh", "2c 3d Kh", {1: 0, 2: 0}),
        ("9s Ks Qh", "7c 8d Kh", {1: 1, 2: -1}),
        ("Ac 2d 3s", "Kc Qd Kh", {1: 1, 2: -1}),
    ],
    ids=["split", "no low", "straight scoops"],
)
def test_14_13a_j_the_best_three_of_four_high_and_low_split_and_without_a_six_the_high_takes_all(
    first: str, second: str, gains: dict[int, float]
) -> None:
    table = Full(MAMBO_HILO_6, {1: 100, 2: 100})
    table.deal()
    table.says("seat 1 makes the forced bet", "seat 2 calls")
    table.deal()
    table.says("seat 1 checks", "seat 2 checks")
    table.deal(board="5s")
    table.says("seat 1 checks", "seat 2 checks")
    table.show_and_award({1: first, 2: second})
    assert table.gains == gains
