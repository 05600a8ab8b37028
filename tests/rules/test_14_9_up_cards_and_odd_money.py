"""What suits and up-cards decide: who opens, 14.9(d) and (f), and who is given the odd unit, 14.9(i)2 and 14.11(f)2."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_host.rules.ranking import (
    Ace,
    CardTwice,
    Ranking,
    best_cards,
    deciding_card,
    highest_by_suit,
    lowest_by_suit,
    odd_money,
    parse,
    strength,
    words,
)

HIGH, LOW, EIGHT = Ranking.HIGH, Ranking.LOW, Ranking.LOW_EIGHT_OR_BETTER

OMAHA, OMAHA_EIGHT = Ranking.OMAHA_HIGH, Ranking.OMAHA_LOW_EIGHT_OR_BETTER

SHOWING, LOW_SHOWING = Ranking.HIGH_SHOWING, Ranking.LOW_SHOWING


def worth(ranking: Ranking, up_cards: str) -> int:
    found = strength(ranking, parse(up_cards))
    assert found is not None
    return found


def descend(ranking: Ranking, *hands: str) -> bool:
    return all(worth(ranking, better) > worth(ranking, worse) for better, worse in pairwise(hands))


def tied(ranking: Ranking, *hands: str) -> bool:
    return len({worth(ranking, hand) for hand in hands}) == 1


# Up-cards and hands showing.


@pytest.mark.paragraph("14.9(d)", "14.9B(d)", "14.13(d)", "14.13A(d)")
def test_14_9_d_suits_break_ties_between_up_cards() -> None:
    twos = parse("2h 2c 2s 2d")
    assert (lowest_by_suit(twos, Ace.HIGH), highest_by_suit(twos, Ace.HIGH)) == ("2c", "2s")


@pytest.mark.paragraph("14.9(d)1", "14.9(d)2", "14.9(d)3")
def test_14_9_d_the_ace_stands_where_the_game_says() -> None:
    """Item 1."""
    up_cards = parse("As Ac 2d Kh Kd")
    assert lowest_by_suit(up_cards, Ace.HIGH) == "2d"
    assert highest_by_suit(up_cards, Ace.LOW) == "Kh"
    assert highest_by_suit(up_cards, Ace.HIGH) == "As"
    assert lowest_by_suit(up_cards, Ace.LOW) == "Ac"


@pytest.mark.paragraph("14.9(f)1", "14.9B(f)1", "14.13(f)")
def test_14_9_f_the_highest_hand_showing_is_fours_threes_pairs_and_high_cards() -> None:
    """Item 15."""
    assert descend(
        SHOWING, "2s2h2d2c", "AsAhAdKc", "2s2h2dAc", "AsAhKdKc", "3s3h2d2c", "AsAhKdQc", "2s2hAdKc", "AsKsQsJs"
    )
    assert descend(SHOWING, "2s2h2d", "AsAhKd", "AsKsQs", "AsKsJs")
    assert descend(SHOWING, "2s2h", "AsKs", "AsQs", "KsQs")


@pytest.mark.paragraph("14.9(f)1", "14.9(f)2", "14.9B(f)3")
def test_14_9_f_straights_flushes_and_suits_do_not_show() -> None:
    """Item 15: equal ranks go by seat, so they must tie."""
    assert tied(SHOWING, "AsKsQsJs", "AhKdQcJh")
    assert descend(SHOWING, "2s2h3d4c", "AsKsQsJs", "5s4s3s2s")


@pytest.mark.paragraph("14.9B(f)2")
def test_14_9B_f_2_the_low_showing_is_no_pair_and_the_lowest_cards() -> None:  # noqa: N802
    """Item 15."""
    assert descend(LOW_SHOWING, "As2s3s4s", "KsQsJsTs", "AsAh2d3c", "2s2hAdAc", "AsAhAd2c", "AsAhAdAc", "KsKhKdKc")
    assert descend(LOW_SHOWING, "5s4h3d", "6sAh2d", "AsAh2d")
    assert words(LOW_SHOWING, worth(LOW_SHOWING, "6sAh2d")) == "six-two low"


@pytest.mark.paragraph("14.13A(h)1", "14.13A(h)2")
def test_14_13A_h_the_community_card_pairs_an_up_card_or_the_higher_one_opens() -> None:  # noqa: N802
    assert descend(SHOWING, "9s 9d", "As 9d", "Ks 9d", "2s 9d")
    assert tied(SHOWING, "9s 9d", "9c 9d")


# Odd money.


def first_served(ranking: Ranking, *hands: str, board: str = "") -> tuple[int, ...]:
    return odd_money(ranking, {place: parse(hand) for place, hand in enumerate(hands, start=1)}, parse(board))


@pytest.mark.paragraph("14.9(i)2ii", "14.9(i)2iv", "14.9B(i)3iv")
def test_14_9_i_2ii_tied_high_hands_give_it_to_the_highest_card_by_suit() -> None:
    """Item 8: rank first, then suit."""
    assert first_served(HIGH, "AhKdQcJc9c", "AsKcQdJd9d") == (2, 1)
    assert first_served(HIGH, "AcAdKc4h2h", "AhAsKd4c2c") == (2, 1)
    assert first_served(HIGH, "5s4s3h2hAd", "5h4h3s2sAc") == (1, 2)


@pytest.mark.paragraph("14.9(i)2iii", "14.9(i)2iv", "14.9B(i)3iv")
def test_14_9_i_2iii_tied_low_hands_give_it_to_the_lowest_card_by_suit() -> None:
    """Item 8: nearest the ace first, then clubs before diamonds, hearts and spades."""
    assert first_served(LOW, "As2c3c4c6c", "Ac2s3s4s6s") == (2, 1)
    assert first_served(LOW, "2s3c4c6c8c", "2d3s4s6s8s") == (2, 1)
    assert first_served(EIGHT, "Ah2s3s4s6s", "As2c3c4c6c", "Ac2h3h4h6h") == (3, 1, 2)


@pytest.mark.paragraph("14.11(f)2ii", "14.11(f)2iv")
def test_14_11_f_2ii_a_card_of_the_board_that_both_hold_is_skipped() -> None:
    """Item 8."""
    board = "AsKd7c4h2h"
    assert first_served(OMAHA, "KhQc9c8d", "KcQs9d8h", board=board) == (1, 2)
    assert first_served(OMAHA, "KcQs9d8h", "KhQc9c8d", board=board) == (2, 1)


@pytest.mark.paragraph("14.11(f)2iii", "14.11(f)2iv")
def test_14_11_f_2iii_a_shared_low_card_is_skipped_too() -> None:
    board = "Ac3d8hKsKh"
    assert first_served(OMAHA_EIGHT, "2s4cJsJh", "2h4dQsQh", board=board) == (2, 1)


@pytest.mark.paragraph("14.9(i)2ii")
def test_14_9_i_2ii_of_several_ways_the_one_best_for_the_player_counts() -> None:
    """Item 8: either nine completes the straight, and the spade is the better one."""
    seven = parse("9s9c8d7d6c5h2h")
    assert [way[0] for way in best_cards(HIGH, seven)] == ["9s", "9c"]
    assert first_served(HIGH, "9h8s7s6h5s2dKd", "9s9c8d7d6c5h2h") == (2, 1)


@pytest.mark.paragraph("14.9(i)2iii")
def test_14_9_i_2iii_of_several_ways_the_lowest_counts_for_low() -> None:
    assert first_served(EIGHT, "AdAs2s3s4s6sKs", "AhAc2h3h4h6hKh") == (2, 1)


@pytest.mark.paragraph("14.9(i)2ii")
def test_14_9_i_two_odd_units_go_to_the_first_two_of_three() -> None:
    assert first_served(HIGH, "AdKsQsJs9s", "AhKdQdJd9c", "AsKcQcJc9h") == (3, 2, 1)


@pytest.mark.paragraph("14.10(j)")
def test_14_10_j_hands_of_the_very_same_cards_keep_the_order_of_seats() -> None:
    board = parse("AsKsQsJsTs")
    assert odd_money(HIGH, {7: parse("2c3c"), 1: parse("AhAd")}, board) == (7, 1)
    assert deciding_card(HIGH, parse("2c3c"), parse("AhAd"), board) is None


def test_the_card_that_decided_is_named() -> None:
    board = parse("AsKd7c4h2h")
    assert deciding_card(OMAHA, parse("KhQc9c8d"), parse("KcQs9d8h"), board) == "Kh"
    assert deciding_card(LOW, parse("Ac2s3s4s6s"), parse("As2c3c4c6c")) == "Ac"


def test_two_players_cannot_be_tied_by_the_same_card() -> None:
    with pytest.raises(CardTwice):
        first_served(HIGH, "AsKdQcJc9c", "AsKcQdJd9d")


def test_odd_money_is_for_tied_hands_only() -> None:
    with pytest.raises(ValueError, match="tied hands only"):
        first_served(HIGH, "AhKdQcJc9c", "AsKcQdJd8d")
    with pytest.raises(ValueError, match="tied hands only"):
        first_served(EIGHT, "AhKdQcJc9c", "AsKcQdJd8d")
