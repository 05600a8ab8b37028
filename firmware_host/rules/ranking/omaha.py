"""
Omaha and Big Omaha, 14.11(f) and 14.11(A)(f): exactly two of the four or five hole cards with three of the board.

Ranking all hands of five would mean 60 or 100 hands. Instead, each board caches the best hand for every pair of ranks
a player may add, so a hand costs one look-up for each of its pairs. A flush needs three of a suit on the board and two
in the hand; sums of keys show in one step whether both are present.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from firmware_host.rules.ranking import high, low
from firmware_host.rules.ranking.deck import (
    ACE,
    ACE_LOW,
    KEY,
    MANY_OF_A_SUIT,
    RANK_COUNTS,
    at_least,
    rank_bits,
    rank_counts,
    rank_key,
    suit_found,
    wrong_number,
)

HOLE_CARDS_USED, BOARD_CARDS_USED = 2, 3


_TWO_SUITED, _THREE_SUITED = at_least(HOLE_CARDS_USED), at_least(BOARD_CARDS_USED)

_key_of = KEY.__getitem__

_PAIRS = tuple(combinations_with_replacement(range(ACE, 1, -1), HOLE_CARDS_USED))
"""Every combination of two ranks that may be used from a hand; a pair is identified by its index here."""


_PAIR_OF_KEY = {sum(map(rank_key, pair)): place for place, pair in enumerate(_PAIRS)}


def omaha_high(hole: Sequence[str], board: Sequence[str]) -> int:
    """Rank the best high hand of two hole cards and three of the board."""
    _refuse_other_numbers(hole, board)
    hole_key, board_key = sum(map(_key_of, hole)), sum(map(_key_of, board))
    with_board = _best_with(board_key & RANK_COUNTS)
    best = max([with_board[pair] for pair in _pairs_in(hole_key & RANK_COUNTS)])
    suited = hole_key + _TWO_SUITED & board_key + _THREE_SUITED & MANY_OF_A_SUIT
    if suited:
        suit = suit_found(suited)
        return max(best, _flush(rank_bits(hole, suit), rank_bits(board, suit)))
    return best


def omaha_eight_or_better(hole: Sequence[str], board: Sequence[str]) -> int | None:
    """Rank the best low of two hole cards and three of the board (14.11(g)); None if none qualifies."""
    _refuse_other_numbers(hole, board)
    hole_key, board_key = sum(map(_key_of, hole)), sum(map(_key_of, board))
    return _low(_eights(hole_key & RANK_COUNTS), _eights(board_key & RANK_COUNTS))


def _refuse_other_numbers(hole: Sequence[str], board: Sequence[str]) -> None:
    if len(hole) not in (4, 5):
        wrong_number(hole, "four or five hole cards")
    if len(board) != 5:
        wrong_number(board, "five community cards")


@cache
def _pairs_in(hole: int) -> tuple[int, ...]:
    """List the pairs of ranks in these hole cards, each once."""
    return tuple({_PAIR_OF_KEY[pair] for pair in _sums(hole, HOLE_CARDS_USED)})


@cache
def _best_with(board: int) -> list[int]:
    """Return, for every pair of ranks, its best hand with three of these board cards, ignoring suits."""
    threes = _sums(board, BOARD_CARDS_USED)
    on_board = rank_counts(board)
    possible = (all(on_board.get(rank, 0) + pair.count(rank) <= 4 for rank in pair) for pair in _PAIRS)
    return [
        max([high.by_ranks(pair + three) for three in threes]) if may_be else 0
        for pair, may_be in zip(_PAIR_OF_KEY, possible, strict=True)
    ]


def _sums(counts: int, used: int) -> set[int]:
    """Choose `used` of the cards in every possible way; each choice is the sum of its rank keys."""
    keys = [rank_key(rank) for rank, count in rank_counts(counts).items() for _ in range(count)]
    return set(map(sum, combinations(keys, used)))


@cache
def _flush(hole: int, board: int) -> int:
    """Rank the best flush of one suit, two of its cards from the hand and three from the board."""
    hands = product(combinations(_bits(hole), HOLE_CARDS_USED), combinations(_bits(board), BOARD_CARDS_USED))
    return max(high.by_suited_ranks(sum(pair) + sum(three)) for pair, three in hands)


@cache
def _low(hole: tuple[int, ...], board: tuple[int, ...]) -> int | None:
    hands = product(combinations(hole, HOLE_CARDS_USED), combinations(board, BOARD_CARDS_USED))
    lows = [sorted((*pair, *three), reverse=True) for pair, three in hands if not {*pair} & {*three}]
    return low.no_pair(min(lows)) if lows else None


@cache
def _eights(counts: int) -> tuple[int, ...]:
    """Return the ranks that may be in a qualifying low, each once, the ace low."""
    low_ranks = (ACE_LOW if rank == ACE else rank for rank in rank_counts(counts))
    return tuple(rank for rank in low_ranks if rank <= low.EIGHT)


def _bits(ranks: int) -> list[int]:
    return [1 << rank for rank in range(2, ACE + 1) if ranks >> rank & 1]
