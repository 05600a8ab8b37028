"""19:47-14.3 and the showdowns: which hand wins, by which cards, and in what words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from firmware_host.rules.ranking import (
    CardTwice,
    HandClass,
    NotACard,
    Ranking,
    best_cards,
    explain,
    hand_class,
    parse,
    strength,
    words,
)
from firmware_host.rules.ranking.deck import CARDS
from firmware_host.rules.ranking.high import high
from firmware_host.rules.ranking.low import low
from firmware_host.rules.ranking.three_card_high import three_card_high

HIGH, LOW, EIGHT = Ranking.HIGH, Ranking.LOW, Ranking.LOW_EIGHT_OR_BETTER

OMAHA, OMAHA_EIGHT = Ranking.OMAHA_HIGH, Ranking.OMAHA_LOW_EIGHT_OR_BETTER
THREE, SIX = Ranking.THREE_CARD_HIGH, Ranking.THREE_CARD_LOW_SIX_OR_BETTER

BADUGI, SHOWING, LOW_SHOWING = Ranking.BADUGI, Ranking.HIGH_SHOWING, Ranking.LOW_SHOWING


def worth(ranking: Ranking, hole: str, board: str = "") -> int:
    found = strength(ranking, parse(hole), parse(board))
    assert found is not None, f"{hole} {board} does not qualify"
    return found


def class_of(ranking: Ranking, hole: str, board: str = "") -> HandClass:
    return hand_class(ranking, worth(ranking, hole, board))


def qualifies(ranking: Ranking, hole: str, board: str = "") -> bool:
    return strength(ranking, parse(hole), parse(board)) is not None


def descend(ranking: Ranking, *hands: str) -> bool:
    return all(worth(ranking, better) > worth(ranking, worse) for better, worse in pairwise(hands))


def tied(ranking: Ranking, *hands: str) -> bool:
    return len({worth(ranking, hand) for hand in hands}) == 1


def said(ranking: Ranking, hole: str, board: str = "") -> str:
    return words(ranking, worth(ranking, hole, board))


# The cards.


def test_a_card_is_two_characters_and_spaces_do_not_matter() -> None:
    assert parse(" AsTd\n2c ") == ("As", "Td", "2c")
    assert len(set(CARDS)) == 52


@pytest.mark.parametrize("text", ["Xs", "Az", "aS", "10s", "A", "??"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(NotACard, match="is not a card"):
        parse(f"Kd {text}")


def test_the_same_card_twice_is_named() -> None:
    with pytest.raises(CardTwice, match="Kd occurs twice"):
        parse("Kd As Kd")


@pytest.mark.parametrize("ranking", Ranking)
def test_no_ranking_takes_a_hidden_card_for_one_it_knows(ranking: Ranking) -> None:
    hole, board = a_deal_for(ranking)
    with pytest.raises(NotACard):
        strength(ranking, ("??", *hole[1:]), board)


@pytest.mark.parametrize("ranking", Ranking)
def test_no_ranking_takes_one_card_for_two(ranking: Ranking) -> None:
    hole, board = a_deal_for(ranking)
    hole = (hole[0], hole[0], *hole[2:]) if len(hole) > 1 else hole
    with pytest.raises(CardTwice):
        strength(ranking, hole, board)


@pytest.mark.parametrize(
    ("ranking", "fewest", "most", "board"),
    [
        (HIGH, 5, 9, 0),
        (LOW, 5, 9, 0),
        (EIGHT, 5, 9, 0),
        (OMAHA, 4, 5, 5),
        (OMAHA_EIGHT, 4, 5, 5),
        (THREE, 3, 4, 0),
        (SIX, 3, 4, 0),
        (BADUGI, 1, 4, 0),
        (SHOWING, 1, 4, 0),
        (LOW_SHOWING, 1, 4, 0),
    ],
)
def test_no_ranking_speaks_of_a_wrong_number_of_cards(ranking: Ranking, fewest: int, most: int, board: int) -> None:
    shared, own = CARDS[:board], CARDS[board:]
    strength(ranking, own[:fewest], shared)
    strength(ranking, own[:most], shared)
    for wrong in (fewest - 1, most + 1, 30):
        with pytest.raises(ValueError, match="this ranking needs"):
            strength(ranking, own[:wrong], shared)


@pytest.mark.paragraph("14.11(f)")
@pytest.mark.parametrize("ranking", [OMAHA, OMAHA_EIGHT])
@pytest.mark.parametrize("board", [3, 4, 6])
def test_14_11_f_omaha_is_ranked_with_the_whole_board(ranking: Ranking, board: int) -> None:
    with pytest.raises(ValueError, match="five community cards"):
        strength(ranking, CARDS[:4], CARDS[4 : 4 + board])


def a_deal_for(ranking: Ranking) -> tuple[tuple[str, ...], tuple[str, ...]]:
    match ranking:
        case Ranking.OMAHA_HIGH | Ranking.OMAHA_LOW_EIGHT_OR_BETTER:
            return parse("As 2s Kd Kc"), parse("3d 4d 5h Jc Qc")
        case Ranking.BADUGI | Ranking.HIGH_SHOWING | Ranking.LOW_SHOWING:
            return parse("As 2d 4h"), ()
        case Ranking.THREE_CARD_HIGH | Ranking.THREE_CARD_LOW_SIX_OR_BETTER:
            return parse("As 2d 4h"), parse("Kc")
        case _:
            return parse("As 2d 4h 6c 7c"), ()


# Five-card high hands.


@pytest.mark.paragraph("14.3(a)")
def test_14_3_a_ranks_run_from_the_ace_down_to_the_two() -> None:
    assert descend(SHOWING, "As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s", "6s", "5s", "4s", "3s", "2s")


@pytest.mark.paragraph("14.3(a)")
def test_14_3_a_all_suits_are_equal() -> None:
    assert tied(HIGH, "AsKsQsJs9s", "AhKhQhJh9h", "AdKdQdJd9d", "AcKcQcJc9c")
    assert tied(HIGH, "AsAhQcJd9s", "AdAcQsJh9c")


BY_CLASS = [
    ("AsKsQsJsTs", HandClass.ROYAL_FLUSH),
    ("KsQsJsTs9s", HandClass.STRAIGHT_FLUSH),
    ("5dAd2d3d4d", HandClass.STRAIGHT_FLUSH),
    ("AsAhAdAcKs", HandClass.FOUR_OF_A_KIND),
    ("2s2h2d2c3s", HandClass.FOUR_OF_A_KIND),
    ("AsAhAdKcKs", HandClass.FULL_HOUSE),
    ("2s2h2d3c3s", HandClass.FULL_HOUSE),
    ("AsKsQsJs9s", HandClass.FLUSH),
    ("7h5h4h3h2h", HandClass.FLUSH),
    ("AsKsQsJsTd", HandClass.STRAIGHT),
    ("As2s3s4s5d", HandClass.STRAIGHT),
    ("AsAhAdKcQs", HandClass.THREE_OF_A_KIND),
    ("2s2h2d3c4s", HandClass.THREE_OF_A_KIND),
    ("AsAhKdKcQs", HandClass.TWO_PAIRS),
    ("3s3h2d2c4s", HandClass.TWO_PAIRS),
    ("AsAhKdQcJs", HandClass.ONE_PAIR),
    ("2s2h3d4c5s", HandClass.ONE_PAIR),
    ("AsKhQdJc9s", HandClass.HIGH_CARD),
    ("7s5h4d3c2s", HandClass.HIGH_CARD),
]


@pytest.mark.paragraph("14.3(b)")
def test_14_3_b_the_best_and_the_worst_of_every_class_in_order() -> None:
    assert descend(HIGH, *(hand for hand, _ in BY_CLASS))


@pytest.mark.paragraph(
    "14.3(b)1", "14.3(b)2", "14.3(b)3", "14.3(b)4", "14.3(b)5", "14.3(b)6", "14.3(b)7", "14.3(b)8", "14.3(b)9"
)
@pytest.mark.parametrize(("hand", "expected"), BY_CLASS)
def test_14_3_b_each_hand_has_its_name(hand: str, expected: HandClass) -> None:
    assert class_of(HIGH, hand) is expected


@pytest.mark.paragraph("14.3(b)")
@pytest.mark.slow
def test_14_3_b_all_hands_of_five_cards_fall_into_classes_as_often_as_they_must() -> None:
    found = Counter(map(high, combinations(CARDS, 5)))
    assert counted(HIGH, found) == {
        HandClass.ROYAL_FLUSH: 4,
        HandClass.STRAIGHT_FLUSH: 36,
        HandClass.FOUR_OF_A_KIND: 624,
        HandClass.FULL_HOUSE: 3_744,
        HandClass.FLUSH: 5_108,
        HandClass.STRAIGHT: 10_200,
        HandClass.THREE_OF_A_KIND: 54_912,
        HandClass.TWO_PAIRS: 123_552,
        HandClass.ONE_PAIR: 1_098_240,
        HandClass.HIGH_CARD: 1_302_540,
    }
    assert len(found) == 7_462


def counted(ranking: Ranking, found: Counter[int]) -> dict[HandClass, int]:
    classes: Counter[HandClass] = Counter()
    for worth_of_it, times in found.items():
        classes[hand_class(ranking, worth_of_it)] += times
    return dict(classes)


@pytest.mark.paragraph("14.3(b)2")
def test_14_3_b_2_the_steel_wheel_is_the_lowest_straight_flush() -> None:
    assert descend(HIGH, "6h5h4h3h2h", "5h4h3h2hAh", "AsAhAdAcKs")


@pytest.mark.paragraph("14.3(a)", "14.3(b)6")
def test_14_3_b_6_the_ace_completes_a_straight_at_either_end() -> None:
    assert said(HIGH, "AsKsQdJdTd") == "straight, ace high"
    assert said(HIGH, "As2s3d4d5d") == "straight, five high"


@pytest.mark.paragraph("14.3(b)6")
@pytest.mark.parametrize("hand", ["QsKsAd2d3d", "KsAs2d3d4d", "JsQsKdAd2d"])
def test_14_3_b_6_the_ace_may_not_wrap(hand: str) -> None:
    assert class_of(HIGH, hand) is HandClass.HIGH_CARD


@pytest.mark.paragraph("14.3(b)2", "14.3(b)6")
def test_14_3_b_6_a_wrapped_flush_is_no_straight_flush() -> None:
    assert class_of(HIGH, "QsKsAs2s3s") is HandClass.FLUSH


@pytest.mark.paragraph("14.3(b)6")
def test_14_3_b_6_seven_cards_that_go_round_the_ace_still_hold_the_better_straight() -> None:
    assert said(HIGH, "As2s3d4d5dKh6c") == "straight, six high"


@pytest.mark.paragraph("14.9(i)", "14.10(j)")
def test_14_3_b_the_best_five_of_seven_count() -> None:
    assert said(HIGH, "KsKhKd4s4h4d2c") == "full house, kings over fours"
    assert said(HIGH, "AsAhKdKc4s4h9d") == "two pairs, aces and kings"
    assert words(HIGH, worth(HIGH, "AsAhKdKc4s4h9d"), kickers=True) == "two pairs, aces and kings with nine"
    assert said(HIGH, "9s9h9d9cAsAhAd") == "four-of-a-kind, nines"
    assert said(HIGH, "KsQsJsTs9s9h9d") == "straight flush, king high"
    assert said(HIGH, "2s4s6s8sTsTdTh") == "flush, ten high"


def test_14_3_b_the_best_five_of_more_cards_than_any_game_deals() -> None:
    assert said(HIGH, "KsKhKd2s2h2dAsAh") == "full house, kings over aces"
    assert said(HIGH, "2s4s6s8sTsTdTh4d") == "full house, tens over fours"
    assert said(HIGH, "AsAhAdAc2s2h2d2c3s") == "four-of-a-kind, aces"


# Comparing hands of one class.


@pytest.mark.paragraph("14.3(d)")
def test_14_3_d_what_makes_the_hand_comes_before_the_kickers() -> None:
    assert descend(HIGH, "3s3h2d4c5s", "2s2hAdKcQs")
    assert descend(HIGH, "3s3h3d2c2s", "2h2d2cAsAh")
    assert descend(HIGH, "AsAh3d3c2s", "KsKhQdQcJs")


@pytest.mark.paragraph("14.3(d)")
def test_14_3_d_kickers_decide_one_after_the_other() -> None:
    assert descend(HIGH, "AsAhKdQcJs", "AsAhKdQcTs", "AsAhKdJcTs", "AsAhQdJcTs")
    assert descend(HIGH, "AsKsQsJs9s", "AhKhQhJh8h", "AdKdQdTd9d")
    assert descend(HIGH, "9s9h9d9cAs", "9s9h9d9cKs")


@pytest.mark.paragraph("14.3(d)")
def test_14_3_d_a_sixth_card_never_breaks_a_tie() -> None:
    assert tied(HIGH, "AsAhKdQcJs3d2d", "AdAcKsQhJh9d8d")


@pytest.mark.paragraph("14.10(j)")
def test_14_10_j_the_board_is_the_best_hand_of_everybody() -> None:
    board = "AsKsQsJsTs"
    assert worth(HIGH, "2c3d", board) == worth(HIGH, "AhAd", board)


@pytest.mark.paragraph("14.9(h)")
def test_14_9_h_a_common_card_belongs_to_every_hand() -> None:
    assert class_of(HIGH, "2s2h2d7c9cJd", "2c") is HandClass.FOUR_OF_A_KIND


# Three-card high hands.

THREE_BY_CLASS = [
    ("AsKsQs", HandClass.ROYAL_FLUSH),
    ("KsQsJs", HandClass.STRAIGHT_FLUSH),
    ("3s2sAs", HandClass.STRAIGHT_FLUSH),
    ("AsAhAd", HandClass.THREE_OF_A_KIND),
    ("2s2h2d", HandClass.THREE_OF_A_KIND),
    ("AsKsQd", HandClass.STRAIGHT),
    ("3s2sAd", HandClass.STRAIGHT),
    ("AsKsJs", HandClass.FLUSH),
    ("5s3s2s", HandClass.FLUSH),
    ("AsAhKd", HandClass.ONE_PAIR),
    ("2s2h3d", HandClass.ONE_PAIR),
    ("AsKhJd", HandClass.HIGH_CARD),
    ("5s3h2d", HandClass.HIGH_CARD),
]


@pytest.mark.paragraph("14.3(c)", "14.3(c)1", "14.3(c)2", "14.3(c)3", "14.3(c)4", "14.3(c)5", "14.3(c)6")
def test_14_3_c_three_cards_rank_three_of_a_kind_then_straight_then_flush() -> None:
    """Item 5: not the order of five-card hands."""
    assert descend(THREE, *(hand for hand, _ in THREE_BY_CLASS))
    assert [class_of(THREE, hand) for hand, _ in THREE_BY_CLASS] == [name for _, name in THREE_BY_CLASS]


@pytest.mark.paragraph("14.3(c)", "14.3(c)1", "14.3(c)2", "14.3(c)3", "14.3(c)4", "14.3(c)5", "14.3(c)6")
def test_14_3_c_all_hands_of_three_cards_fall_into_classes_as_often_as_they_must() -> None:
    assert counted(THREE, Counter(map(three_card_high, combinations(CARDS, 3)))) == {
        HandClass.ROYAL_FLUSH: 4,
        HandClass.STRAIGHT_FLUSH: 44,
        HandClass.THREE_OF_A_KIND: 52,
        HandClass.STRAIGHT: 720,
        HandClass.FLUSH: 1_096,
        HandClass.ONE_PAIR: 3_744,
        HandClass.HIGH_CARD: 16_440,
    }


@pytest.mark.paragraph("14.3(c)4")
def test_14_3_c_4_the_ace_may_not_join_king_and_two() -> None:
    assert class_of(THREE, "KsAd2d") is HandClass.HIGH_CARD
    assert class_of(THREE, "KsAs2s") is HandClass.FLUSH


@pytest.mark.paragraph("14.13A(j)")
def test_14_13A_j_mambo_uses_any_three_of_three_cards_and_the_community_card() -> None:  # noqa: N802
    assert said(THREE, "AsKs2d", "Qs") == "royal flush"
    assert said(THREE, "9s8s7s", "As") == "straight flush, nine high"
    assert said(THREE, "4s4hKd", "4c") == "three-of-a-kind, fours"


# Low hands.


@pytest.mark.paragraph("14.3(e)")
def test_14_3_e_the_ace_is_lowest_and_the_wheel_the_best_low() -> None:
    assert descend(LOW, "As2d3h4c5s", "As2d3h4c6s", "As2d3h5c6s", "2s3d4h5c6d", "As2d3h4c7s")


@pytest.mark.paragraph("14.3(f)")
def test_14_3_f_low_is_high_turned_round() -> None:
    assert descend(
        LOW,
        *("As2d3h4c5s", "KsQdJhTc9s"),  # no pair
        *("AsAh2d3c4s", "KsKhQdJcTs"),  # one pair
        *("2s2hAdAc3s", "KsKhQdQcJs"),  # two pairs
        *("AsAhAd2c3s", "KsKhKdQcJs"),  # three-of-a-kind
        *("AsAhAd2c2s", "KsKhKdQcQs"),  # full house
        *("AsAhAdAc2s", "KsKhKdKcQs"),  # four-of-a-kind
    )


@pytest.mark.paragraph("14.3(f)")
def test_14_3_f_straights_and_flushes_do_not_count_for_low() -> None:
    assert tied(LOW, "As2s3s4s5s", "Ah2d3c4s5h")
    assert class_of(LOW, "2h3h4h5h6h") is HandClass.NO_PAIR


@pytest.mark.paragraph("14.3(f)", "I-13")
def test_14_3_f_two_to_six_beats_a_king_with_ace_two_three_four() -> None:
    """Item 6, I-13: the worst card decides; the best card that the other has not would say the opposite."""
    assert descend(LOW, "2s3d4h5c6s", "As2d3h4cKs")


@pytest.mark.paragraph("14.3(f)", "I-13")
def test_14_3_f_a_pair_of_aces_is_the_best_pair() -> None:
    """Item 6: and the made ranks come before the others, also when those are worse."""
    assert descend(LOW, "AsAhKdQcJs", "2s2hAd3c4s", "KsKhAd2c3s")
    assert descend(LOW, "2s2hAdAcKs", "3s3hAdAc2s", "3s3h2d2cAs")
    assert descend(LOW, "AsAhAdKcKs", "2s2h2dAcAs")


@pytest.mark.paragraph("14.3(f)", "I-13")
def test_14_3_f_within_a_class_the_others_are_compared_from_the_worst_card_down() -> None:
    assert descend(LOW, "AsAh5d4c3s", "AsAh6d3c2s", "AsAh6d4c2s")
    assert descend(LOW, "8s6d4h3c2s", "8s6d5hAc2s", "8s7dAh2c3s")


@pytest.mark.slow
@pytest.mark.paragraph("14.3(f)")
def test_14_3_f_all_hands_of_five_cards_fall_into_classes_as_often_as_they_must() -> None:
    found = Counter(map(low, combinations(CARDS, 5)))
    assert counted(LOW, found) == {
        HandClass.NO_PAIR: 1_317_888,
        HandClass.ONE_PAIR: 1_098_240,
        HandClass.TWO_PAIRS: 123_552,
        HandClass.THREE_OF_A_KIND: 54_912,
        HandClass.FULL_HOUSE: 3_744,
        HandClass.FOUR_OF_A_KIND: 624,
    }
    assert len(found) == 6_175


@pytest.mark.paragraph("14.3(f)")
def test_14_3_f_the_best_low_of_seven_cards_pairs_as_little_as_it_can() -> None:
    assert said(LOW, "As2d3h4c5sKdKh") == "five-four low"
    assert said(LOW, "AsAd3h3cKsKdQh") == "one pair, aces, for low"
    assert class_of(LOW, "AsAdAhAcKsKdKh") is HandClass.FULL_HOUSE


@pytest.mark.paragraph("14.9(j)")
def test_14_9_j_a_low_has_no_pair_and_nothing_above_an_eight() -> None:
    assert qualifies(EIGHT, "8s7d6h5c4s")
    assert qualifies(EIGHT, "8s8d6h6c4s2hAd")
    assert not qualifies(EIGHT, "9sAd2h3c4s")
    assert not qualifies(EIGHT, "AsAd2h3c4s")
    assert not qualifies(EIGHT, "8s8d6h6c4s2hKd")


@pytest.mark.paragraph("14.9(k)", "14.9(k)1", "14.9(k)2", "14.9B(k)", "14.9B(k)1", "14.9B(k)2")
def test_14_9_k_the_same_five_cards_may_be_the_high_and_the_low_hand() -> None:
    assert (said(HIGH, "2s3d4h5c6s"), said(EIGHT, "2s3d4h5c6s")) == ("straight, six high", "six-five low")
    assert (said(HIGH, "2h3h4h5h8h"), said(EIGHT, "2h3h4h5h8h")) == ("flush, eight high", "eight-five low")


@pytest.mark.paragraph("14.9(l)", "14.9B(l)")
def test_14_9_l_the_ace_is_low_for_low_and_high_for_high_at_once() -> None:
    seven = "AsAd2h3c4s7dKh"
    assert (said(HIGH, seven), said(EIGHT, seven)) == ("one pair, aces", "seven-four low")


@pytest.mark.paragraph("14.13A(k)", "I-4")
def test_14_13A_k_a_mambo_low_is_three_unpaired_cards_up_to_a_six() -> None:  # noqa: N802
    """I-4: (k) itself is not printed."""
    assert qualifies(SIX, "6s5d4h")
    assert qualifies(SIX, "6s6dAh", "2c")
    assert not qualifies(SIX, "7s2dAh")
    assert not qualifies(SIX, "AsAd2h", "Kc")
    assert descend(SIX, "3s2dAh", "4s2dAh", "4s3dAh", "6s5d4h")
    assert said(SIX, "KsAh2d", "5c") == "five-two low"


# Omaha.


@pytest.mark.paragraph("14.11(f)")
def test_14_11_f_exactly_two_cards_come_from_the_hand() -> None:
    assert class_of(OMAHA, "AsKd9c8h", "2s5s7sJsTd") is not HandClass.FLUSH
    assert said(OMAHA, "AsAhAdAc", "2s5d7cJhTs") == "one pair, aces"
    assert said(OMAHA, "AsKdQcJh", "2s2d2c2h3s") == "three-of-a-kind, twos"


@pytest.mark.paragraph("14.11(f)")
def test_14_11_f_exactly_three_cards_come_from_the_board() -> None:
    assert class_of(OMAHA, "2c3c7d8d", "AsKsQsJsTs") is HandClass.HIGH_CARD
    assert said(OMAHA, "AsKs2d2c", "QsJsTs9s8s") == "royal flush"


@pytest.mark.paragraph("14.11(f)")
def test_14_11_f_a_flush_may_come_from_any_two_of_the_suit() -> None:
    assert said(OMAHA, "9s8s2sAs", "7s6s5sKdKh") == "straight flush, nine high"
    assert said(OMAHA, "As2s9d8d", "7s6s5sKdKh") == "flush, ace high"


@pytest.mark.paragraph("14.11(f)")
def test_14_11_f_a_better_hand_than_the_flush_is_not_forgotten() -> None:
    assert said(OMAHA, "AsKsAhKd", "AdAcQs7s4s") == "four-of-a-kind, aces"
    assert said(OMAHA, "KsKdJs2c", "KhQsQh7s4s") == "full house, kings over queens"
    assert said(OMAHA, "QdKdJs2s", "KhQsQh7s4s") == "full house, queens over kings"


@pytest.mark.paragraph("14.11(f)", "14.11(g)")
def test_14_11_g_the_low_takes_two_cards_from_the_hand_too() -> None:
    assert said(OMAHA_EIGHT, "As2dKcKh", "3s4d8cQhQs") == "eight-four low"
    assert not qualifies(OMAHA_EIGHT, "AsKdKcKh", "2s3d4c5h6s")
    assert not qualifies(OMAHA_EIGHT, "As2d3c4h", "5s6dKcKhKs")
    assert not qualifies(OMAHA_EIGHT, "As2dKcKh", "Ad2s8cQhQs")


@pytest.mark.paragraph("14.11(g)")
def test_14_11_g_a_counterfeited_low_card_is_replaced() -> None:
    assert said(OMAHA_EIGHT, "As2d3cKh", "Ad5s8cQhQs") == "eight-five low"
    assert words(OMAHA_EIGHT, worth(OMAHA_EIGHT, "As2d3cKh", "Ad5s8cQhQs"), kickers=True) == (
        "eight-five-three-two-ace low"
    )


@pytest.mark.paragraph("14.11(h)", "14.11(h)1")
def test_14_11_h_a_player_may_form_two_different_hands() -> None:
    hole, board = "As2sKdKh", "3s8s4dKcQc"
    assert (said(OMAHA, hole, board), said(OMAHA_EIGHT, hole, board)) == ("three-of-a-kind, kings", "eight-four low")


@pytest.mark.paragraph("14.11(A)(f)")
def test_14_11A_f_big_omaha_chooses_two_of_five() -> None:  # noqa: N802
    assert said(OMAHA, "2c3d9hTsJs", "QsKsAs7d7h") == "royal flush"
    assert said(OMAHA_EIGHT, "KcKdQhAs2s", "3s4s5d7d7h") == "five-four low"


# Badugi.


@pytest.mark.paragraph("14.12C(l)1")
def test_14_12C_l_1_ace_two_three_four_of_four_suits_is_the_best() -> None:  # noqa: N802
    assert descend(BADUGI, "As2h3d4c", "As2h3d5c", "As2h4d5c", "Ts9h8d7c", "KsQhJdTc")


@pytest.mark.paragraph("14.12C(l)", "14.12C(l)1", "14.12C(l)2", "14.12C(l)3", "14.12C(l)4")
def test_14_12C_l_four_cards_beat_three_beat_two_beat_one() -> None:  # noqa: N802
    """Item 7."""
    assert descend(BADUGI, "KsQhJdTc", "As2h3d3c", "KsQhJdJc", "As2h2d2c", "KsKhQsQh", "AsAhAdAc", "Ks Kh Kd Kc")
    assert [class_of(BADUGI, hand) for hand in ("As2h3d4c", "As2h3d4d", "As2s3d4d", "As2s3s4s")] == [
        HandClass.BADUGI,
        HandClass.THREE_CARD_BADUGI,
        HandClass.TWO_CARD_BADUGI,
        HandClass.ONE_CARD_BADUGI,
    ]


@pytest.mark.paragraph("14.12C(l)2", "14.12C(l)4")
def test_14_12C_l_the_lowest_cards_are_chosen() -> None:  # noqa: N802
    assert said(BADUGI, "2s7h5dKd") == "three-card badugi, seven high"
    assert tied(BADUGI, "2s7h5d5c", "2c7d5h7h")
    assert said(BADUGI, "As2s3s4s") == "one-card badugi, ace high"


@pytest.mark.paragraph("14.12C(l)1")
def test_14_12C_l_the_worst_card_is_compared_first() -> None:  # noqa: N802
    assert descend(BADUGI, "5s6h7d8c", "As2h3d9c")


# Words, and the cards that make the hand.


@pytest.mark.parametrize(
    ("ranking", "hand", "expected"),
    [
        (HIGH, "AsKsQsJsTs", "royal flush"),
        (HIGH, "As2s3s4s5s", "straight flush, five high"),
        (HIGH, "6s6h6d6cKs", "four-of-a-kind, sixes with king"),
        (HIGH, "KsKhKd4c4s", "full house, kings over fours"),
        (HIGH, "AsQs9s5s2s", "flush, ace high with queen, nine, five and two"),
        (HIGH, "As2d3s4s5s", "straight, five high"),
        (HIGH, "6s6h6dKc2s", "three-of-a-kind, sixes with king and two"),
        (HIGH, "6s6h2d2cKs", "two pairs, sixes and twos with king"),
        (HIGH, "TsThAdJc2s", "one pair, tens with ace, jack and two"),
        (HIGH, "AsQd9s5s2s", "ace high with queen, nine, five and two"),
        (LOW, "8s6d4h3cAs", "eight-six-four-three-ace low"),
        (LOW, "AsAh4d3c2s", "one pair, aces with four, three and two, for low"),
        (LOW, "AsAhAd3c2s", "three-of-a-kind, aces with three and two, for low"),
        (SIX, "6s4dAh", "six-four-ace low"),
        (BADUGI, "7s5d2h2c", "three-card badugi, seven high with five and two"),
        (BADUGI, "AsAhAdAc", "one-card badugi, ace high"),
        (SHOWING, "KsKdAhAc", "two pairs, aces and kings"),
        (LOW_SHOWING, "Ks", "king low"),
    ],
)
def test_every_hand_can_be_said_exactly(ranking: Ranking, hand: str, expected: str) -> None:
    assert words(ranking, worth(ranking, hand), kickers=True) == expected


def test_only_tied_hands_sound_the_same() -> None:
    found = {high(cards) for cards in combinations(CARDS[::4] + CARDS[1::8], 5)}
    assert len({words(HIGH, value, kickers=True) for value in found}) == len(found)


def test_the_best_cards_are_laid_out_with_what_makes_the_hand_first() -> None:
    assert best_cards(HIGH, parse("4c4s2dKsKhKd3c")) == (("Ks", "Kh", "Kd", "4s", "4c"),)
    assert best_cards(HIGH, parse("KsKh4s4d4c")) == (("4s", "4d", "4c", "Ks", "Kh"),)
    assert best_cards(HIGH, parse("AsKhQs4d4c")) == (("4d", "4c", "As", "Kh", "Qs"),)
    assert best_cards(HIGH, parse("2sAs4s5d3sKhKd")) == (("5d", "4s", "3s", "2s", "As"),)
    assert best_cards(LOW, parse("As8s4d3c2s")) == (("8s", "4d", "3c", "2s", "As"),)


def test_the_best_cards_are_there_in_every_way() -> None:
    assert ways(OMAHA, "AsAhKd2c", "AdKsKc7h7d") == {"AsAhAdKsKc"}
    assert ways(OMAHA, "AsAhAc2c", "AdKsKc7h7d") == {"AsAhAdKsKc", "AsAdAcKsKc", "AhAdAcKsKc"}
    assert ways(BADUGI, "AsAh2d3c") == {"3c2dAs", "3c2dAh"}
    assert ways(THREE, "AsAh2d", "Ac") == {"AsAhAc"}
    assert ways(EIGHT, "KsKhKdQsQh") == set()


def ways(ranking: Ranking, hole: str, board: str = "") -> set[str]:
    return {laid(way) for way in best_cards(ranking, parse(hole), parse(board))}


def laid(cards: Sequence[str]) -> str:
    return "".join(cards)


def test_a_hand_is_explained_at_once() -> None:
    found = explain(HIGH, parse("KsKh"), parse("Kd4c4s9d2h"))
    assert found is not None
    assert found.strength == worth(HIGH, "KsKhKd4c4s")
    assert found.hand_class is HandClass.FULL_HOUSE
    assert found.words == "full house, kings over fours"
    assert found.best_cards == (("Ks", "Kh", "Kd", "4s", "4c"),)
    assert explain(EIGHT, parse("KsKhKdQsQh")) is None
