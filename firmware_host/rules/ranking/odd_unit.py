"""
Who receives the odd unit when tied hands divide a pot: by the card by suit, 14.9(i)2ii to iv, 14.11(f)2ii to iv.

High: the highest card decides, ace high. Low: the lowest card decides, nearest the ace. Rank comes first, then suit:
spades, hearts, diamonds, clubs. A card in both hands decides nothing and is skipped. A player who can form the hand in
several ways uses the one that is best for this purpose.
"""

from collections.abc import Mapping
from itertools import chain
from typing import TypeVar

from firmware_host.rules.ranking.deck import LOW_RANK, RANK, SUIT, check
from firmware_host.rules.ranking.rankings import RULES, Cards, Ranking, Side, best_cards, strength

Player = TypeVar("Player")


def odd_money(ranking: Ranking, tied: Mapping[Player, Cards], board: Cards = ()) -> tuple[Player, ...]:
    """
    Return tied players in the order in which they receive odd units; `tied` has the hole cards of each.

    Players whose hands are exactly the same cards, all on the board, stay in the order given; so pass players in the
    seat order of the game. Raises ValueError if the hands are not tied.
    """
    check(chain(board, *tied.values()))
    strengths = {strength(ranking, hole, board) for hole in tied.values()}
    if None in strengths or len(strengths) > 1:
        raise ValueError(f"odd money is for tied hands only: {dict(tied)} with {' '.join(board) or 'no board'}")
    marks = {player: _mark(_way(ranking, hole, board), ranking) for player, hole in tied.items()}
    return tuple(sorted(tied, key=lambda player: -marks[player]))


def deciding_card(ranking: Ranking, winner: Cards, other: Cards, board: Cards = ()) -> str | None:
    """Return the card that puts one tied hand before another; None if both hands are the same cards."""
    mine, theirs = (_way(ranking, hole, board) for hole in (winner, other))
    decides = [card for card in mine if card not in theirs]
    return max(decides, key=lambda card: _mark((card,), ranking)) if decides else None


def _way(ranking: Ranking, hole: Cards, board: Cards) -> tuple[str, ...]:
    return max(best_cards(ranking, hole, board), key=lambda way: _mark(way, ranking))


def _mark(cards: tuple[str, ...], ranking: Ranking) -> int:
    """
    Return a number for a hand, larger first: one bit for each card, the most important card as the highest bit.

    The highest bit in which two numbers differ is the best card that is not in both hands. So a comparison skips shared
    cards, for any number of players.
    """
    if RULES[ranking].side is Side.LOW:
        return sum(1 << 55 - (4 * LOW_RANK[card] + SUIT[card]) for card in cards)
    return sum(1 << (4 * RANK[card] + SUIT[card]) for card in cards)
