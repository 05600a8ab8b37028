"""The 52 cards as text of two characters, rank and suit: `As`, `Td`, `2c`."""

from collections.abc import Iterable, Sequence
from typing import NoReturn

RANKS = "23456789TJQKA"
"""Lowest first, as in 14.3(a)."""


SUITS = "cdhs"
"""Lowest first. Suits count only to find an opener (14.9(d)) and for odd money (14.9(i)2iv), never in a hand."""


CARDS = tuple(rank + suit for rank in reversed(RANKS) for suit in reversed(SUITS))
"""The deck of 14.2(a), aces first."""


ACE, ACE_LOW = 14, 1


class NotACard(ValueError):  # noqa: N818 - named after what is wrong
    """Text that is not a card of the deck."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not a card; write a rank ({RANKS}) and a suit ({SUITS}), like As or Td")
        self.text = text


class CardTwice(ValueError):  # noqa: N818 - named after what is wrong
    """A card that occurs twice; a deck has each card once."""

    def __init__(self, card: str) -> None:
        super().__init__(f"{card} occurs twice")
        self.card = card


class PerCard(dict[str, int]):
    """A number for each card. Raises `NotACard` for anything else, at no cost to valid look-ups."""

    def __missing__(self, card: str) -> NoReturn:
        raise NotACard(card)


RANK = PerCard({card: RANKS.index(card[0]) + 2 for card in CARDS})
"""2 to 14, the ace highest: 14.3(a)."""


LOW_RANK = PerCard({card: rank if rank < ACE else ACE_LOW for card, rank in RANK.items()})
"""1 to 13, the ace lowest: 14.3(e) and 14.9(d)2."""


SUIT = PerCard({card: SUITS.index(card[1]) for card in CARDS})
"""0 to 3, clubs to spades."""


def parse(text: str) -> tuple[str, ...]:
    """
    Read cards that people wrote, with or without spaces.

    >>> parse("As Td2c")
    ('As', 'Td', '2c')
    """
    joined = "".join(text.split())
    found = tuple(joined[start : start + 2] for start in range(0, len(joined), 2))
    check(found)
    return found


def check(cards: Iterable[str]) -> None:
    """Raise `NotACard` or `CardTwice` unless these cards can all be of one deck."""
    seen: set[str] = set()
    for card in cards:
        if card not in RANK:
            raise NotACard(card)
        if card in seen:
            raise CardTwice(card)
        seen.add(card)


def wrong_number(cards: Sequence[str], wanted: str) -> NoReturn:
    """Raise ValueError: a ranking was called with a wrong number of cards, a bug in the caller."""
    raise ValueError(f"{len(cards)} cards, but this ranking needs {wanted}: {' '.join(cards)}")


RANK_COUNTS = (1 << 32) - 1
"""The part of a sum of keys that counts ranks."""


_SUIT_COUNTS = 32

_ONE_OF_EACH_SUIT = 0x1111 << _SUIT_COUNTS


def rank_key(rank: int) -> int:
    return int(5 ** (rank - 2))


KEY = PerCard({card: rank_key(RANK[card]) | 1 << (_SUIT_COUNTS + 4 * SUIT[card]) for card in CARDS})
"""
Add the keys of some cards, and the sum tells how many there are of each rank and of each suit. The low 32 bits are a
number in base five with one digit for each rank; above them are four bits for each suit. This makes ranking a hand a
single look-up of the sum.
"""


def at_least(suited: int) -> int:
    """
    Return a number that, added to a sum of up to nine keys, makes `MANY_OF_A_SUIT` find suits with this many cards.

    Each suit has four bits; starting from 8 - `suited`, the highest bit is set when the count reaches `suited`.
    """
    return (8 - suited) * _ONE_OF_EACH_SUIT


MANY_OF_A_SUIT = 8 * _ONE_OF_EACH_SUIT


def suit_found(many: int) -> str:
    """Return the suit of the only bit left after masking with `MANY_OF_A_SUIT`."""
    return SUITS[(many.bit_length() - 1 - _SUIT_COUNTS) // 4]


def rank_counts(key: int) -> dict[int, int]:
    """Return the number of cards of each rank in a sum of keys, highest first, without absent ranks."""
    counts = {}
    left = key & RANK_COUNTS
    for rank in range(ACE, 1, -1):
        count, left = divmod(left, rank_key(rank))
        if count:
            counts[rank] = count
    return counts


def rank_bits(cards: Iterable[str], suit: str) -> int:
    """Return one bit for each rank present in this suit."""
    return sum(1 << RANK[card] for card in cards if card[1] == suit)
