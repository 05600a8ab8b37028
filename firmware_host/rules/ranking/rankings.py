"""All rankings by name: how hands are formed and ranked, and which cards make them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations, product
from typing import NamedTuple

from firmware_host.rules.ranking import badugi, high, low, omaha, showing, three_card_high
from firmware_host.rules.ranking.classes import HandClass, place_of
from firmware_host.rules.ranking.deck import LOW_RANK, RANK, SUIT, check

Cards = Sequence[str]

Ways = tuple[tuple[str, ...], ...]


class Ranking(StrEnum):
    """What wins a pot, half a pot or the right to open. A game names its rankings."""

    HIGH = "high"
    LOW = "low"
    LOW_EIGHT_OR_BETTER = "low-eight-or-better"
    OMAHA_HIGH = "omaha-high"
    OMAHA_LOW_EIGHT_OR_BETTER = "omaha-low-eight-or-better"
    THREE_CARD_HIGH = "three-card-high"
    THREE_CARD_LOW_SIX_OR_BETTER = "three-card-low-six-or-better"
    BADUGI = "badugi"
    HIGH_SHOWING = "high-showing"
    LOW_SHOWING = "low-showing"


class Side(StrEnum):
    """Which half of a pot a ranking decides, and so whether the ace is high or low."""

    HIGH = "high"
    LOW = "low"


class Rule(NamedTuple):
    """
    How one ranking works: `rank` takes a player's own cards and the board.

    `choices` are the hands a player may form from them; `rank_one` ranks one of these.
    """

    classes: tuple[HandClass, ...]
    side: Side
    rank: Callable[[Cards, Cards], int | None]
    choices: Callable[[Cards, Cards], Iterator[tuple[str, ...]]]
    rank_one: Callable[[Cards], int | None]


def strength(ranking: Ranking, hole: Cards, board: Cards = ()) -> int | None:
    """
    Return the strength of a player's hand; the larger number wins. None is a low hand that does not qualify.

    `hole` are all cards of the player, up-cards too; `board` are the cards all players share, a common card too. Raises
    NotACard and CardTwice for cards that are not of one deck, ValueError for a wrong number of cards.
    """
    if len({*hole, *board}) != len(hole) + len(board):
        check((*hole, *board))
    return RULES[ranking].rank(hole, board)


def hand_class(ranking: Ranking, strength: int) -> HandClass:
    return RULES[ranking].classes[place_of(strength)]


def best_cards(ranking: Ranking, hole: Cards, board: Cards = ()) -> Ways:
    """
    Return every choice of cards that makes the best hand; for odd money it matters which one is used.

    Each is sorted for display, the cards that make the class first. Empty if the hand does not qualify.
    """
    rule = RULES[ranking]
    best = strength(ranking, hole, board)
    if best is None:
        return ()
    return tuple(_laid_out(chosen, rule) for chosen in rule.choices(hole, board) if rule.rank_one(chosen) == best)


def _laid_out(chosen: tuple[str, ...], rule: Rule) -> tuple[str, ...]:
    rank_of = LOW_RANK if rule.side is Side.LOW or _ace_below_two(chosen) else RANK
    ranks = [rank_of[card] for card in chosen]
    return tuple(sorted(chosen, key=lambda card: (-ranks.count(rank_of[card]), -rank_of[card], -SUIT[card])))


def _ace_below_two(chosen: tuple[str, ...]) -> bool:
    return sorted(LOW_RANK[card] for card in chosen) == list(range(1, len(chosen) + 1))


def _free(
    classes: tuple[HandClass, ...],
    side: Side,
    rank: Callable[[Cards], int | None],
    choices: Callable[[Cards], Iterator[tuple[str, ...]]],
) -> Rule:
    """Make the rule for hands of any combination of own cards and board."""
    return Rule(
        classes,
        side,
        lambda hole, board: rank((*hole, *board)),
        lambda hole, board: choices((*hole, *board)),
        rank,
    )


def _any(count: int) -> Callable[[Cards], Iterator[tuple[str, ...]]]:
    return lambda cards: combinations(cards, count)


def _all(cards: Cards) -> Iterator[tuple[str, ...]]:
    yield tuple(cards)


def _two_and_three(hole: Cards, board: Cards) -> Iterator[tuple[str, ...]]:
    pairs, threes = combinations(hole, omaha.HOLE_CARDS_USED), combinations(board, omaha.BOARD_CARDS_USED)
    return ((*pair, *three) for pair, three in product(pairs, threes))


RULES: Mapping[Ranking, Rule] = {
    Ranking.HIGH: _free(high.CLASSES, Side.HIGH, high.high, _any(5)),
    Ranking.LOW: _free(low.CLASSES, Side.LOW, low.low, _any(5)),
    Ranking.LOW_EIGHT_OR_BETTER: _free(low.CLASSES, Side.LOW, low.eight_or_better, _any(5)),
    Ranking.OMAHA_HIGH: Rule(high.CLASSES, Side.HIGH, omaha.omaha_high, _two_and_three, high.high),
    Ranking.OMAHA_LOW_EIGHT_OR_BETTER: Rule(
        low.CLASSES, Side.LOW, omaha.omaha_eight_or_better, _two_and_three, low.eight_or_better
    ),
    Ranking.THREE_CARD_HIGH: _free(three_card_high.CLASSES, Side.HIGH, three_card_high.three_card_high, _any(3)),
    Ranking.THREE_CARD_LOW_SIX_OR_BETTER: _free(
        low.THREE_CARD_CLASSES, Side.LOW, low.three_card_six_or_better, _any(3)
    ),
    Ranking.BADUGI: _free(badugi.CLASSES, Side.LOW, badugi.badugi, badugi.choices),
    Ranking.HIGH_SHOWING: _free(showing.CLASSES, Side.HIGH, showing.high_showing, _all),
    Ranking.LOW_SHOWING: _free(showing.LOW_CLASSES, Side.LOW, showing.low_showing, _all),
}
