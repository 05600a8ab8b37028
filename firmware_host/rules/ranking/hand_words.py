"""Hands in the words of the regulation, for announcements and the sign."""

from typing import NamedTuple

from firmware_host.rules.ranking import low
from firmware_host.rules.ranking.classes import HandClass, low_ranks_of, ranks_of
from firmware_host.rules.ranking.rankings import RULES, Cards, Ranking, Side, Ways, best_cards, hand_class, strength

_NAME = dict(
    enumerate(
        (
            *("ace", "two", "three", "four", "five", "six", "seven"),
            *("eight", "nine", "ten", "jack", "queen", "king", "ace"),
        ),
        start=1,
    )
)


class _Said(NamedTuple):
    """The words for a class: how many ranks they name, and whether in the plural."""

    text: str
    named: int
    several: bool = False


_SAID = {
    HandClass.ROYAL_FLUSH: _Said("royal flush", 1),
    HandClass.STRAIGHT_FLUSH: _Said("straight flush, {} high", 1),
    HandClass.FOUR_OF_A_KIND: _Said("four-of-a-kind, {}", 1, several=True),
    HandClass.FULL_HOUSE: _Said("full house, {} over {}", 2, several=True),
    HandClass.FLUSH: _Said("flush, {} high", 1),
    HandClass.STRAIGHT: _Said("straight, {} high", 1),
    HandClass.THREE_OF_A_KIND: _Said("three-of-a-kind, {}", 1, several=True),
    HandClass.TWO_PAIRS: _Said("two pairs, {} and {}", 2, several=True),
    HandClass.ONE_PAIR: _Said("one pair, {}", 1, several=True),
    HandClass.HIGH_CARD: _Said("{} high", 1),
    HandClass.BADUGI: _Said("badugi, {} high", 1),
    HandClass.THREE_CARD_BADUGI: _Said("three-card badugi, {} high", 1),
    HandClass.TWO_CARD_BADUGI: _Said("two-card badugi, {} high", 1),
    HandClass.ONE_CARD_BADUGI: _Said("one-card badugi, {} high", 1),
}


class Ranked(NamedTuple):
    """A ranked hand with its class, words and best cards."""

    strength: int
    hand_class: HandClass
    words: str
    best_cards: Ways


def explain(ranking: Ranking, hole: Cards, board: Cards = ()) -> Ranked | None:
    """Rank a hand and return it with words and cards; None for a low hand that does not qualify."""
    best = strength(ranking, hole, board)
    if best is None:
        return None
    return Ranked(best, hand_class(ranking, best), words(ranking, best), best_cards(ranking, hole, board))


def words(ranking: Ranking, strength: int, *, kickers: bool = False) -> str:
    """
    Return the hand in words; with `kickers`, precise enough that only tied hands read the same.

    >>> words(Ranking.LOW, low.low(("8s", "6d", "4c", "3c", "As")))
    'eight-six low'
    """
    name = hand_class(ranking, strength)
    is_low = RULES[ranking].side is Side.LOW
    ranks = low_ranks_of(strength) if is_low else ranks_of(strength)
    if name is HandClass.NO_PAIR:
        return "-".join(_NAME[rank] for rank in (ranks if kickers else ranks[:2])) + " low"
    said = _SAID[name]
    text = said.text.format(*(_named(rank, several=said.several) for rank in ranks[: said.named]))
    if kickers and ranks[said.named :]:
        text += " with " + _listed([_NAME[rank] for rank in ranks[said.named :]])
    return f"{text}, for low" if is_low and name in low.CLASSES else text


def _named(rank: int, *, several: bool) -> str:
    name = _NAME[rank]
    if not several:
        return name
    return f"{name}es" if name == "six" else f"{name}s"


def _listed(names: list[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last
