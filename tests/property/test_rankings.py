"""Whatever is dealt: the fast ways agree with the slow ones, and the order of the cards never matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import comb

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from firmware_host.rules.ranking import Ranking, best_cards, deciding_card, odd_money, strength, words
from firmware_host.rules.ranking.badugi import badugi
from firmware_host.rules.ranking.deck import CARDS, LOW_RANK, RANK
from firmware_host.rules.ranking.high import high
from firmware_host.rules.ranking.low import eight_or_better, low, three_card_six_or_better
from firmware_host.rules.ranking.omaha import omaha_eight_or_better, omaha_high
from firmware_host.rules.ranking.three_card_high import three_card_high
from tests.inner_loop import drawn

Cards = Sequence[str]


DEALS = {
    Ranking.HIGH: (2, 5),
    Ranking.LOW: (7, 0),
    Ranking.LOW_EIGHT_OR_BETTER: (6, 1),
    Ranking.OMAHA_HIGH: (4, 5),
    Ranking.OMAHA_LOW_EIGHT_OR_BETTER: (5, 5),
    Ranking.THREE_CARD_HIGH: (3, 1),
    Ranking.THREE_CARD_LOW_SIX_OR_BETTER: (3, 1),
    Ranking.BADUGI: (4, 0),
    Ranking.HIGH_SHOWING: (4, 0),
    Ranking.LOW_SHOWING: (4, 0),
}
"""How many cards are a player's own and how many all may use."""


def dealt(least: int, most: int | None = None) -> st.SearchStrategy[list[str]]:
    """Deal from the whole deck, or from a few ranks or suits of it, where pairs and flushes are common."""
    packs = st.sampled_from(
        [
            CARDS,
            tuple(card for card in CARDS if card[1] in "sh"),
            tuple(card for card in CARDS if card[0] in "A2345"),
            tuple(card for card in CARDS if card[0] in "AKQJT9"),
            tuple(card for card in CARDS if card[0] in "AKQJT987" and card[1] in "shd"),
        ]
    )
    return packs.flatmap(
        lambda pack: st.lists(st.sampled_from(pack), min_size=least, max_size=most or least, unique=True)
    )


# The rules once more, in the plainest words there are.


def plain_high(five: Cards) -> tuple[int, list[int]]:
    ranks = sorted((RANK[card] for card in five), reverse=True)
    counts = sorted(Counter(ranks).values(), reverse=True)
    flush = len({card[1] for card in five}) == 1
    by_count = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        by_count = [5, 4, 3, 2, 1]
    straight = len(set(ranks)) == 5 and by_count[0] - by_count[4] == 4
    if straight and flush:
        return 9 + (by_count[0] == 14), by_count
    if flush:
        return 6, ranks
    if straight:
        return 5, by_count
    return {(4, 1): 8, (3, 2): 7, (3, 1, 1): 4, (2, 2, 1): 3, (2, 1, 1, 1): 2}.get(tuple(counts), 1), by_count


def plain_low(five: Cards) -> tuple[int, list[int]]:
    """The smaller, the better."""
    ranks = [LOW_RANK[card] for card in five]
    counts = sorted(Counter(ranks).values(), reverse=True)
    place = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1]].index(counts)
    return place, sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)


def plain_three(three: Cards) -> tuple[int, list[int]]:
    ranks = sorted((RANK[card] for card in three), reverse=True)
    flush, different = len({card[1] for card in three}) == 1, len(set(ranks))
    if ranks == [14, 3, 2]:
        ranks = [3, 2, 1]
    straight = different == 3 and ranks[0] - ranks[2] == 2
    by_count = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    if straight and flush:
        return (7 if ranks[0] == 14 else 6), ranks
    if different == 1:
        return 5, ranks
    if straight:
        return 4, ranks
    if flush:
        return 3, ranks
    return (2 if different == 2 else 1), by_count


def plain_badugi(cards: Cards) -> tuple[int, list[int]]:
    """The smaller, the better."""
    chosen = (chosen for size in range(1, 5) for chosen in combinations(cards, size))
    return min(
        (-len(some), sorted((LOW_RANK[card] for card in some), reverse=True))
        for some in chosen
        if len({card[0] for card in some}) == len({card[1] for card in some}) == len(some)
    )


def sign(ours: int, theirs: int) -> int:
    return (ours > theirs) - (ours < theirs)


@given(cards=dealt(10))
def test_five_cards_compare_as_the_plain_rule_says(cards: list[str]) -> None:
    one, other = cards[:5], cards[5:]
    plain, plain_other = plain_high(one), plain_high(other)
    assert sign(high(one), high(other)) == (plain > plain_other) - (plain < plain_other)


@given(cards=dealt(10))
def test_low_hands_compare_as_the_plain_rule_says(cards: list[str]) -> None:
    one, other = cards[:5], cards[5:]
    plain, plain_other = plain_low(one), plain_low(other)
    assert sign(low(one), low(other)) == (plain < plain_other) - (plain > plain_other)


@given(cards=dealt(6))
def test_three_cards_compare_as_the_plain_rule_says(cards: list[str]) -> None:
    one, other = cards[:3], cards[3:]
    plain, plain_other = plain_three(one), plain_three(other)
    assert sign(three_card_high(one), three_card_high(other)) == (plain > plain_other) - (plain < plain_other)


@given(cards=dealt(8))
def test_badugi_hands_compare_as_the_plain_rule_says(cards: list[str]) -> None:
    one, other = cards[:4], cards[4:]
    plain, plain_other = plain_badugi(one), plain_badugi(other)
    assert sign(badugi(one), badugi(other)) == (plain < plain_other) - (plain > plain_other)


@given(cards=dealt(5, 9))
def test_more_cards_are_worth_their_best_five(cards: list[str]) -> None:
    fives = list(combinations(cards, 5))
    assert len(fives) == comb(len(cards), 5)
    assert high(cards) == max(map(high, fives))
    assert low(cards) == max(map(low, fives))
    qualified = [worth for worth in map(eight_or_better, fives) if worth is not None]
    assert eight_or_better(cards) == max(qualified, default=None)


@given(cards=dealt(4))
def test_mambo_takes_the_best_three_of_four(cards: list[str]) -> None:
    threes = list(combinations(cards, 3))
    assert three_card_high(cards) == max(map(three_card_high, threes))
    qualified = [worth for worth in map(three_card_six_or_better, threes) if worth is not None]
    assert three_card_six_or_better(cards) == max(qualified, default=None)


@settings(max_examples=drawn(400))
@given(cards=dealt(9, 10))
def test_omaha_is_the_best_of_all_its_choices(cards: list[str]) -> None:
    board, hole = cards[:5], cards[5:]
    choices = [(*pair, *three) for pair in combinations(hole, 2) for three in combinations(board, 3)]
    assert omaha_high(hole, board) == max(map(high, choices))
    qualified = [worth for worth in map(eight_or_better, choices) if worth is not None]
    assert omaha_eight_or_better(hole, board) == max(qualified, default=None)


@given(cards=dealt(9), data=st.data())
def test_the_order_of_the_cards_does_not_matter(cards: list[str], data: st.DataObject) -> None:
    for ranking, (own, shared) in DEALS.items():
        hole, board = cards[:own], cards[9 - shared :]
        if own + shared > len(cards):
            continue
        expected = strength(ranking, hole, board)
        assert strength(ranking, data.draw(st.permutations(hole)), data.draw(st.permutations(board))) == expected


@given(cards=dealt(9), swapped=st.permutations("shdc"))
def test_no_suit_is_better_than_another(cards: list[str], swapped: list[str]) -> None:
    """14.3(a), (e)."""
    renamed = [card[0] + swapped["shdc".index(card[1])] for card in cards]
    for ranking, (own, shared) in DEALS.items():
        if own + shared <= len(cards):
            assert strength(ranking, cards[:own], cards[own : own + shared]) == strength(
                ranking, renamed[:own], renamed[own : own + shared]
            )


@pytest.mark.parametrize("ranking", Ranking)
@given(cards=dealt(10))
def test_the_best_cards_are_worth_what_the_hand_is_and_can_be_said(ranking: Ranking, cards: list[str]) -> None:
    own, shared = DEALS[ranking]
    hole, board = cards[:own], cards[own : own + shared]
    worth = strength(ranking, hole, board)
    found = best_cards(ranking, hole, board)
    assert (worth is None) == (found == ())
    assert len(set(map(frozenset, found))) == len(found)
    if worth is not None:
        assert words(ranking, worth)
        assert {tuple(sorted(RANK[card] for card in way)) for way in found} == {
            tuple(sorted(RANK[card] for card in found[0]))
        }


@given(st.permutations(CARDS).map(lambda deck: [deck[start : start + 5] for start in range(0, 50, 5)]))
def test_hands_can_be_put_in_one_order(hands: list[list[str]]) -> None:
    """Sorted by strength, no plain comparison of neighbours disagrees: the order is total."""
    best_first = sorted(hands, key=high, reverse=True)
    assert all(plain_high(better) >= plain_high(worse) for better, worse in pairwise(best_first))
    lowest_first = sorted(hands, key=low, reverse=True)
    assert all(plain_low(better) <= plain_low(worse) for better, worse in pairwise(lowest_first))


def by_suit(card: str) -> tuple[int, int]:
    """14.9(i)2iv: spades, hearts, diamonds and clubs."""
    return RANK[card], "cdhs".index(card[1])


def by_low_suit(card: str) -> tuple[int, int]:
    return -LOW_RANK[card], -"cdhs".index(card[1])


@st.composite
def alike(draw: st.DrawFn, ranks: int, players: int) -> list[list[str]]:
    """Deal hands of the same ranks to several players, no card twice."""
    chosen = draw(st.lists(st.sampled_from("23456789TJQKA"), min_size=ranks, max_size=ranks, unique=True))
    suits = [draw(st.permutations("shdc")) for _ in chosen]
    return [[rank + order[at] for rank, order in zip(chosen, suits, strict=True)] for at in range(players)]


@pytest.mark.parametrize(("ranking", "key"), [(Ranking.HIGH, by_suit), (Ranking.LOW, by_low_suit)])
@given(dealt_hands=alike(ranks=5, players=4))
def test_odd_money_goes_by_the_first_card_that_differs(
    ranking: Ranking, key: Callable[[str], tuple[int, int]], dealt_hands: list[list[str]]
) -> None:
    hands = dict(enumerate(dealt_hands, start=1))
    assume(len({strength(ranking, hand) for hand in dealt_hands}) == 1)  # one may be a flush
    expected = tuple(sorted(hands, key=lambda seat: max(map(key, hands[seat])), reverse=True))
    assert odd_money(ranking, hands) == expected
    assert odd_money(ranking, dict(reversed(hands.items()))) == expected
    first, second = (hands[seat] for seat in expected[:2])
    assert deciding_card(ranking, first, second) == max(first, key=key)


@pytest.mark.parametrize(
    ("ranking", "key"), [(Ranking.OMAHA_HIGH, by_suit), (Ranking.OMAHA_LOW_EIGHT_OR_BETTER, by_low_suit)]
)
@given(holes=alike(ranks=5, players=2), data=st.data())
def test_odd_money_compares_two_hands_with_a_board_as_the_rule_is_written(
    ranking: Ranking, key: Callable[[str], tuple[int, int]], holes: list[list[str]], data: st.DataObject
) -> None:
    """Item 8, word by word: the best way of each, cards that both hold skipped, then rank, then suit."""
    left = [card for card in CARDS if card not in (*holes[0], *holes[1])]
    board = data.draw(st.lists(st.sampled_from(left), min_size=5, max_size=5, unique=True))
    one, other = (strength(ranking, hole, board) for hole in holes)
    assume(one is not None and one == other)
    mine, theirs = (
        max((set(way) for way in best_cards(ranking, hole, board)), key=lambda way: sorted(map(key, way), reverse=True))
        for hole in holes
    )
    expected = (0, 1) if max(map(key, mine - theirs)) > max(map(key, theirs - mine)) else (1, 0)
    assert odd_money(ranking, dict(enumerate(holes)), board) == expected
