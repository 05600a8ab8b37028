"""Omaha for high and low: one player, two hands, 14.11(h) and 14.11(A)(h)."""

from __future__ import annotations

import pytest

from firmware_host.rules.ranking import Ranking, best_cards, parse, strength, words

BOARD = parse("4c 5d 6s Kh Ks")

OMAHA, BIG_OMAHA = parse("2h 3h Qc Qd"), parse("2h 3h Qc Qd 9s")


def said(ranking: Ranking, hole: tuple[str, ...], board: tuple[str, ...]) -> str:
    found = strength(ranking, hole, board)
    assert found is not None
    return words(ranking, found)


def used(ranking: Ranking, hole: tuple[str, ...]) -> set[str]:
    ways = best_cards(ranking, hole, BOARD)
    assert len(ways) == 1
    return set(ways[0])


@pytest.mark.paragraph("14.11(h)", "14.11(h)2", "14.11(A)(h)", "14.11(A)(h)2")
@pytest.mark.parametrize("hole", [OMAHA, BIG_OMAHA], ids=["omaha", "big omaha"])
def test_14_11_h_2_the_same_five_cards_are_a_straight_and_a_low(hole: tuple[str, ...]) -> None:
    assert said(Ranking.OMAHA_HIGH, hole, BOARD) == "straight, six high"
    assert said(Ranking.OMAHA_LOW_EIGHT_OR_BETTER, hole, BOARD) == "six-five low"
    both = set(parse("2h 3h 4c 5d 6s"))
    assert used(Ranking.OMAHA_HIGH, hole) == used(Ranking.OMAHA_LOW_EIGHT_OR_BETTER, hole) == both


@pytest.mark.paragraph("14.11(h)3", "14.11(A)(h)3")
@pytest.mark.parametrize("hole", [parse("Ah As 2c Jd"), parse("Ah As 2c Jd 9c")], ids=["omaha", "big omaha"])
def test_14_11_h_3_an_ace_is_high_and_low_at_once(hole: tuple[str, ...]) -> None:
    board = parse("Ac 4c 5d 7s Kh")
    assert said(Ranking.OMAHA_HIGH, hole, board) == "three-of-a-kind, aces"
    assert said(Ranking.OMAHA_LOW_EIGHT_OR_BETTER, hole, board) == "seven-five low"


@pytest.mark.paragraph("14.11(h)1", "14.11(A)(h)1")
@pytest.mark.parametrize("hole", [parse("As 2s Kd Kc"), parse("As 2s Kd Kc 9h")], ids=["omaha", "big omaha"])
def test_14_11_h_1_each_of_the_two_hands_takes_two_cards_from_the_player(hole: tuple[str, ...]) -> None:
    board = parse("3s 8s 4d Kh Qc")
    high, low = Ranking.OMAHA_HIGH, Ranking.OMAHA_LOW_EIGHT_OR_BETTER
    assert (said(high, hole, board), said(low, hole, board)) == ("three-of-a-kind, kings", "eight-four low")
    for ranking, own in ((high, {"Kd", "Kc"}), (low, {"As", "2s"})):
        assert all(set(way) & set(hole) == own for way in best_cards(ranking, hole, board))
