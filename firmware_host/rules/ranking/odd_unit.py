"""
Who is given the odd unit when tied hands divide a pot: the card by suit, 14.9(i)2ii to iv and 14.11(f)2ii to iv.

High: the highest card wins, ace high. Low: the lowest card wins, nearest the ace. Rank comes first, then suit: spades,
hearts, diamonds, clubs. A card that both hands hold decides nothing and is skipped. A player who can make the hand in
several ways uses the one that is best here.
"""

from collections.abc import Mapping
from itertools import chain
from typing import TypeVar

from firmware_host.rules.ranking.deck import LOW_RANK, RANK, SUIT, check
from firmware_host.rules.ranking.rankings import RULES, Cards, Ranking, Side, best_cards, strength

Player = TypeVar("Player")


def odd_money(ranking: Ranking, tied: Mapping[Player, Cards], board: Cards = ()) -> tuple[Player, ...]:
    """
    Put tied players in the order in which odd units are given out, by the hole cards of each.

    Players whose hands are the very same cards, all of them on the board, stay in the order they were given in: hand
    them over in the order of seats that the game would use. Raises ValueError when the hands are not tied.
    """
    check(chain(board, *tied.values()))
    strengths = {strength(ranking, hole, board) for hole in tied.values()}
    if None in strengths or len(strengths) > 1:
        raise ValueError(f"odd money is for tied hands only: {dict(tied)} with {' '.join(board) or 'no board'}")
    marks = {player: _mark(_way(ranking, hole, board), ranking) for player, hole in tied.items()}
    return tuple(sorted(tied, key=lambda player: -marks[player]))


def deciding_card(ranking: Ranking, winner: Cards, other: Cards, board: Cards = ()) -> str | None:
    """Name the card that puts one tied hand before another, for the record; None when both are the very same cards."""
    mine, theirs = (_way(ranking, hole, board) for hole in (winner, other))
    decides = [card for card in mine if card not in theirs]
    return max(decides, key=lambda card: _mark((card,), ranking)) if decides else None


def _way(ranking: Ranking, hole: Cards, board: Cards) -> tuple[str, ...]:
    return max(best_cards(ranking, hole, board), key=lambda way: _mark(way, ranking))


def _mark(cards: tuple[str, ...], ranking: Ranking) -> int:
    """
    Make one number of a hand, larger first served: a bit for each card, the card that counts most the highest bit.

    Where two such numbers differ first is the best card that is not in both hands, so comparing them skips shared
    cards, and does so alike for any number of players.
    """
    if RULES[ranking].side is Side.LOW:
        return sum(1 << 55 - (4 * LOW_RANK[card] + SUIT[card]) for card in cards)
    return sum(1 << (4 * RANK[card] + SUIT[card]) for card in cards)
