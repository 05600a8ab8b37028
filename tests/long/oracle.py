"""
Who wins which pot, worked out apart from the engine: other people's evaluators, and the regulation read once more.

Nothing of `firmware_host.rules` is imported but facts and names. High hands are ranked by phevaluator, low hands and
Badugi by pokerkit, and what no rival has (the low of eight or better, mambo's low, odd money by suit) is written here
in the words of the regulation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import combinations
from typing import Any, NamedTuple

from firmware_host.rules.game import GameName

RANKS = "23456789TJQKA"

SUITS = "cdhs"

Cards = tuple[str, ...]

Ways = Iterator[Cards]

Strength = Any
"""Larger wins; only compared with others of the same kind."""


class Kind(NamedTuple):
    """How one half of a pot is won: the hands that can be made of the cards, and what each is worth."""

    ways: Callable[[Cards, Cards], Ways]
    worth: Callable[[Cards], Strength | None]
    low: bool = False


class Book(NamedTuple):
    """What the section of a game says of its showdown."""

    high: Kind | None
    low: Kind | None
    by_suit: bool
    """Odd money goes by suit; otherwise to the first winner from the button, or from the dealer's left."""


class Pot(NamedTuple):
    cents: int
    seats: tuple[int, ...]


def any_of(size: int) -> Callable[[Cards, Cards], Ways]:
    return lambda hole, board: combinations((*hole, *board), min(size, len(hole) + len(board)))


def two_and_three(hole: Cards, board: Cards) -> Ways:
    """At omaha two cards of the hand and three of the board."""
    return ((*ours, *theirs) for ours in combinations(hole, 2) for theirs in combinations(board, 3))


@cache
def _rival(name: str) -> Any:
    """Import an evaluator that only the extra `test` holds."""
    return import_module(name)


def high(cards: Cards) -> Strength:
    return -_rival("phevaluator").evaluate_cards(*cards)


def three_high(cards: Cards) -> Strength:
    return _rival("pokerkit").RhodeIslandHoldemHand("".join(cards))


def low(cards: Cards) -> Strength:
    return _rival("pokerkit").RegularLowHand("".join(cards))


def badugi(cards: Cards) -> Strength:
    return _rival("pokerkit").BadugiHand("".join(cards))


def low_up_to(worst: int) -> Callable[[Cards], Strength | None]:
    """No pair, and no card above this one, the ace low; compared from the worst card down."""

    def worth(cards: Cards) -> Strength | None:
        ranks = sorted((_from_the_ace(card) for card in cards), reverse=True)
        return None if len(set(ranks)) < len(ranks) or ranks[0] > worst else [-rank for rank in ranks]

    return worth


def _from_the_ace(card: str) -> int:
    return 1 if card[0] == "A" else RANKS.index(card[0]) + 2


def badugi_ways(hole: Cards, board: Cards) -> Ways:
    """Of four cards those that make a Badugi hand: of different suits and ranks, as many as can be."""
    del board
    for size in (4, 3, 2, 1):
        found = [
            cards
            for cards in combinations(hole, size)
            if len({card[0] for card in cards}) == len({card[1] for card in cards}) == size
        ]
        if found:
            yield from found
            return


FIVE, THREE = any_of(5), any_of(3)

HIGH, LOW, EIGHT = Kind(FIVE, high), Kind(FIVE, low, low=True), Kind(FIVE, low_up_to(8), low=True)

OMAHA, OMAHA_EIGHT = Kind(two_and_three, high), Kind(two_and_three, low_up_to(8), low=True)

BOOKS: Mapping[GameName, Book] = {
    GameName.HOLDEM: Book(HIGH, None, by_suit=False),
    GameName.OMAHA: Book(OMAHA, None, by_suit=True),
    GameName.OMAHA_HILO_8: Book(OMAHA, OMAHA_EIGHT, by_suit=True),
    GameName.BIG_OMAHA: Book(OMAHA, None, by_suit=False),
    GameName.BIG_OMAHA_HILO_8: Book(OMAHA, OMAHA_EIGHT, by_suit=False),
    GameName.STUD: Book(HIGH, None, by_suit=True),
    GameName.STUD_HILO: Book(HIGH, LOW, by_suit=True),
    GameName.STUD_HILO_8: Book(HIGH, EIGHT, by_suit=True),
    GameName.SUPER_STUD: Book(HIGH, None, by_suit=True),
    GameName.SUPER_STUD_LOW: Book(None, LOW, by_suit=True),
    GameName.SUPER_STUD_HILO: Book(HIGH, LOW, by_suit=True),
    GameName.SUPER_STUD_HILO_8: Book(HIGH, EIGHT, by_suit=True),
    GameName.DRAW: Book(HIGH, None, by_suit=False),
    GameName.DRAW_LOW: Book(None, LOW, by_suit=False),
    GameName.BADUGI: Book(None, Kind(badugi_ways, badugi, low=True), by_suit=False),
    GameName.FIVE_STUD: Book(HIGH, None, by_suit=False),
    GameName.MAMBO_HILO_6: Book(Kind(THREE, three_high), Kind(THREE, low_up_to(6), low=True), by_suit=True),
}


def pots(put_in: Mapping[int, int], live: Sequence[int]) -> list[Pot]:
    """Cut all that was put in at the amounts that the players in play could match, the centre pot first."""
    found, below = [], 0
    for level in sorted({put_in[seat] for seat in live}):
        cents = sum(min(cents, level) - min(cents, below) for cents in put_in.values())
        if cents:
            found.append(Pot(cents, tuple(seat for seat in live if put_in[seat] >= level)))
        below = level
    return found


class Showdown:
    """The hands that were shown, and who gets what of a pot."""

    def __init__(
        self, game: GameName, hands: Mapping[int, Cards], board: Cards, *, order: Sequence[int], unit: int
    ) -> None:
        """`order` is from the button's left, or from the dealer's left where there is no button."""
        self.book = BOOKS[game]
        self.unit = unit
        self.order = order
        self.made = {
            kind: {seat: self._best(kind, hole, board) for seat, hole in hands.items()}
            for kind in (self.book.high, self.book.low)
            if kind is not None
        }

    @staticmethod
    def _best(kind: Kind, hole: Cards, board: Cards) -> tuple[Strength, list[Cards]] | None:
        """Return the best worth, and every way to make it; none where nothing qualifies."""
        worths = [(worth, cards) for cards in kind.ways(hole, board) if (worth := kind.worth(cards)) is not None]
        if not worths:
            return None
        best = max(worth for worth, _ in worths)
        return best, [cards for worth, cards in worths if worth == best]

    def shares(self, pot: Pot) -> list[dict[int, int]]:
        """Return every division of the pot that the regulation allows; mostly one."""
        highs, lows = (self._winners(kind, pot.seats) for kind in (self.book.high, self.book.low))
        if not highs or not lows:
            kind = self.book.high if highs else self.book.low
            return [self._split(kind, highs or lows, pot.cents)]
        halves = pot.cents // (2 * self.unit) * self.unit
        odd = pot.cents - 2 * halves
        both = []
        for to_high in self._odd_half(highs, lows):
            shared = self._split(self.book.high, highs, halves + odd * to_high)
            for seat, cents in self._split(self.book.low, lows, halves + odd * (not to_high)).items():
                shared[seat] = shared.get(seat, 0) + cents
            both.append(shared)
        return both

    def _odd_half(self, highs: Sequence[int], lows: Sequence[int]) -> list[bool]:
        if self.book.by_suit:
            return [True]
        first = next(seat for seat in self.order if seat in (*highs, *lows))
        return [half for half, winners in ((True, highs), (False, lows)) if first in winners]

    def _winners(self, kind: Kind | None, seats: Sequence[int]) -> list[int]:
        if kind is None:
            return []
        made = [(seat, found) for seat in seats if (found := self.made[kind][seat]) is not None]
        return [seat for seat, (worth, _) in made if not any(other > worth for _, (other, _) in made)]

    def _split(self, kind: Kind | None, winners: Sequence[int], cents: int) -> dict[int, int]:
        each = cents // (len(winners) * self.unit) * self.unit
        shared = dict.fromkeys(winners, each)
        odd = (cents - each * len(winners)) // self.unit
        for seat in self._first(kind, winners)[:odd]:
            shared[seat] += self.unit
        return shared

    def _first(self, kind: Kind | None, winners: Sequence[int]) -> list[int]:
        if not self.book.by_suit or kind is None:
            return [seat for seat in self.order if seat in winners]
        return sorted(winners, key=lambda seat: self._by_suit(kind, seat))

    def _by_suit(self, kind: Kind, seat: int) -> list[tuple[int, int]]:
        """Rank first, then suit; of several ways the one best for the player. A card that both hold decides nothing."""
        found = self.made[kind][seat]
        assert found is not None
        place = _nearest_the_ace if kind.low else _highest_first
        return min(sorted(map(place, cards)) for cards in found[1])


def _highest_first(card: str) -> tuple[int, int]:
    return -RANKS.index(card[0]), -SUITS.index(card[1])


def _nearest_the_ace(card: str) -> tuple[int, int]:
    return _from_the_ace(card), SUITS.index(card[1])
