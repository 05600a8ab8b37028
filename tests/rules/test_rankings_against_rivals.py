"""
Our rankings against other people's evaluators, on hands drawn at random.

Nothing is compared but order: sorted by our strength, no rival may see two neighbours the other way round, nor a tie
where we see none or the reverse. The regulation differs from no rival where one has the same kind of hand. Where it has
something of its own nobody can be asked, and the tests named by paragraph stand alone: mambo's low of three cards,
the hands showing, and odd money by suit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest

from firmware_host.rules.ranking.badugi import badugi
from firmware_host.rules.ranking.deck import CARDS
from firmware_host.rules.ranking.high import high
from firmware_host.rules.ranking.low import eight_or_better, low
from firmware_host.rules.ranking.omaha import omaha_eight_or_better, omaha_high
from firmware_host.rules.ranking.three_card_high import three_card_high

pytestmark = pytest.mark.slow


FAST, SLOW = 100_000, 3_000
"""How many hands a rival can rank in a second or so."""


@pytest.fixture(scope="module")
def pokerkit() -> Any:
    return pytest.importorskip("pokerkit", reason="a rival to compare with, in the extra `test`: pokerkit")


@pytest.fixture(scope="module")
def phevaluator() -> Any:
    return pytest.importorskip("phevaluator", reason="a rival to compare with, in the extra `test`: phevaluator")


def deals(chance: random.Random, cards: int, times: int) -> Iterable[list[str]]:
    """Deal from the whole deck, and every other time from part of it, where rare hands are common."""
    for index in range(times):
        pack = CARDS if index % 2 else chance.sample(CARDS, 20)
        yield chance.sample(pack, cards)


def same_order(found: Iterable[tuple[int, Any]]) -> None:
    best_last = sorted(found, key=lambda pair: pair[0])
    assert best_last
    for (ours, theirs), (better, theirs_for_it) in pairwise(best_last):
        assert (ours == better) == (theirs == theirs_for_it)
        assert ours == better or theirs < theirs_for_it


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_high_hands_rank_as_phevaluator_ranks_them(phevaluator: Any, chance: random.Random, cards: int) -> None:
    same_order((high(hand), -phevaluator.evaluate_cards(*hand)) for hand in deals(chance, cards, FAST))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_high_hands_rank_as_pokerkit_ranks_them(pokerkit: Any, chance: random.Random, cards: int) -> None:
    rank = pokerkit.StandardHighHand.from_game
    same_order((high(hand), rank("".join(hand))) for hand in deals(chance, cards, SLOW))


def test_omaha_ranks_as_phevaluator_ranks_it(phevaluator: Any, chance: random.Random) -> None:
    rank = phevaluator.evaluate_omaha_cards
    same_order((omaha_high(hand[5:], hand[:5]), -rank(*hand)) for hand in deals(chance, 9, FAST))


@pytest.mark.parametrize("cards", [9, 10])
def test_omaha_and_big_omaha_rank_as_pokerkit_ranks_them(pokerkit: Any, chance: random.Random, cards: int) -> None:
    rank = pokerkit.OmahaHoldemHand.from_game
    same_order(
        (omaha_high(hand[5:], hand[:5]), rank("".join(hand[5:]), "".join(hand[:5])))
        for hand in deals(chance, cards, SLOW // 2)
    )


@pytest.mark.parametrize("cards", [9, 10])
def test_an_omaha_low_ranks_and_qualifies_as_in_pokerkit(pokerkit: Any, chance: random.Random, cards: int) -> None:
    rank = pokerkit.OmahaEightOrBetterLowHand.from_game_or_none
    same_order(
        qualified(
            (omaha_eight_or_better(hand[5:], hand[:5]), rank("".join(hand[5:]), "".join(hand[:5])))
            for hand in deals(chance, cards, SLOW)
        )
    )


def test_a_low_with_pairs_ranks_as_in_pokerkit(pokerkit: Any, chance: random.Random) -> None:
    """I-13: ace-to-five as everybody plays it, the made ranks first, then the worst card down."""
    rank = pokerkit.RegularLowHand.from_game
    same_order((low(hand), rank("".join(hand))) for hand in deals(chance, 7, SLOW))
    same_order((low(hand), rank("".join(hand))) for hand in combinations(CARDS[::5], 5))
    paired = [card for card in CARDS if card[0] in "AK2"]
    same_order((low(hand), rank("".join(hand))) for hand in (chance.sample(paired, 6) for _ in range(SLOW)))


def test_eight_or_better_ranks_and_qualifies_as_in_pokerkit(pokerkit: Any, chance: random.Random) -> None:
    rank = pokerkit.EightOrBetterLowHand.from_game_or_none
    same_order(qualified((eight_or_better(hand), rank("".join(hand))) for hand in deals(chance, 7, SLOW)))


def qualified(found: Iterable[tuple[int | None, Any]]) -> Iterable[tuple[int, Any]]:
    for ours, theirs in found:
        assert (ours is None) == (theirs is None)
        if ours is not None:
            yield ours, theirs


@pytest.mark.parametrize(
    ("rival", "ours", "cards"),
    [
        ("BadugiHand", badugi, 4),
        ("RhodeIslandHoldemHand", three_card_high, 3),
        ("RhodeIslandHoldemHand", three_card_high, 4),
    ],
)
def test_three_and_four_cards_rank_as_in_pokerkit(
    pokerkit: Any, chance: random.Random, rival: str, ours: Callable[[Sequence[str]], int], cards: int
) -> None:
    """14.3(c) is the order of Rhode Island hold 'em; that its royal flush has a name changes no order."""
    rank = getattr(pokerkit, rival).from_game
    same_order((ours(hand), rank("".join(hand))) for hand in deals(chance, cards, 2 * SLOW))
