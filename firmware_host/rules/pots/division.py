"""
Who wins a pot and how it is divided, by the showdown paragraph of each game, and where odd money goes (I-5).

Divides one pot at a time, the centre pot or a side pot, net of rake and contribution: first into halves if the game has
a high and a low winner, then each half among the hands that tie for it.

    found = divide(game=OMAHA_HILO_8, pot_cents=10100, chip_cents=100, hands=..., board=..., order=...)
    found.shares        {1: 7600, 4: 2500}
    found.parts         high and low, or whole: winners, their hand in words, who received the odd units and why

The unit is the chip, but at most $1. The remainder is given out in pieces, each to another player: first the units one
by one, then any amount below a unit as a last piece. That piece is coin, which is not broken (14.7(c)2 turns it into a
chip). So no player's excess is above $1, as 14.9(i)2i to iii and the like require.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from firmware_host.rules.game import Game, GameName, OddMoney
from firmware_host.rules.ranking import Ranking, deciding_card, odd_money, strength, words
from firmware_host.rules.ranking.rankings import Cards
from firmware_host.rules.seats import clockwise_from
from firmware_host.rules.struct import Paragraphs, Record, Seat, once

MOST_ODD_CENTS = 100
"""14.9(i)2i and the like: the excess shall not exceed $1.00."""


LOW_MUST_QUALIFY: Mapping[GameName, Paragraphs] = {
    GameName.STUD_HILO_8: ("14.9(j)",),
    GameName.SUPER_STUD_HILO_8: ("14.9B(j)",),
    GameName.OMAHA_HILO_8: ("14.11(g)",),
    GameName.BIG_OMAHA_HILO_8: ("14.11(A)(g)",),
    GameName.MAMBO_HILO_6: ("I-4",),
}
"""The paragraphs on which low hands qualify, and that the high hand wins the whole pot if none does."""


LOWS = frozenset(
    {
        Ranking.LOW,
        Ranking.LOW_EIGHT_OR_BETTER,
        Ranking.OMAHA_LOW_EIGHT_OR_BETTER,
        Ranking.THREE_CARD_LOW_SIX_OR_BETTER,
    }
)

LOW_RANKS: Paragraphs = ("14.3(f)", "I-13")

LAST_PLAYER: Paragraphs = ("14.6(e)5",)


class PartName(StrEnum):
    """The part of a pot: the high half, the low half, or the whole pot."""

    HIGH = "high"
    LOW = "low"
    WHOLE = "whole"


class OddUnit(Record, frozen=True, kw_only=True):
    """A piece that did not divide among tied hands; `card` is the card by suit that decided for this seat."""

    seat: Seat
    cents: int
    card: str | None = None
    paragraphs: Paragraphs


class Part(Record, frozen=True, kw_only=True):
    """
    One half, or the whole.

    `odd_cents` is the odd unit of dividing the pot in halves, `odd` the odd units of dividing among tied hands; with
    `odd`, `winners` are in the order of receipt. `hand` is in words; None for the last player left, who need not show.
    """

    name: PartName
    cents: int
    winners: tuple[Seat, ...]
    hand: str | None
    paragraphs: Paragraphs
    odd_cents: int = 0
    odd_cents_paragraphs: Paragraphs = ()
    odd: tuple[OddUnit, ...] = ()


class Division(Record, frozen=True, kw_only=True):
    """How one pot is divided. `shares` has every eligible seat, even with 0, and adds up to the pot."""

    pot_cents: int
    unit_cents: int
    shares: Mapping[Seat, int]
    parts: tuple[Part, ...]

    @property
    def won_whole_by(self) -> Seat | None:
        """Return the player who wins all of this pot alone; None if it is shared."""
        winners = {seat for part in self.parts for seat in part.winners}
        return winners.pop() if len(winners) == 1 else None


class HandWords(NamedTuple):
    """A shown hand in words, high and low; None if it does not qualify or the game has no such half."""

    high: str | None
    low: str | None


class _Best(NamedTuple):
    """The best hand of one kind and the seats that tie for it, in the order of receipt."""

    ranking: Ranking
    strength: int
    seats: tuple[Seat, ...]


def divide(
    *, game: Game, pot_cents: int, chip_cents: int, hands: Mapping[Seat, Cards], board: Cards, order: Sequence[Seat]
) -> Division:
    """
    Divide one pot among the seats in `hands`, which may win it. A single seat wins without showing (14.6(e)5).

    `order` is from `order_of_receipt`; seats not in `hands` are skipped. The cards must already be checked to be of one
    deck. Raises ValueError for input that no table can produce.
    """
    seats = tuple([seat for seat in order if seat in hands])
    if pot_cents < 0 or chip_cents < 1:
        raise ValueError(f"a pot of {pot_cents} cents cannot be divided in chips of {chip_cents}")
    if not seats or len(seats) != len(hands):
        raise ValueError(f"the order of receipt {tuple(order)} does not contain all seats {tuple(hands)}")
    showdown = _Showdown(game, min(chip_cents, MOST_ODD_CENTS), hands, board, seats)
    parts = showdown.parts(pot_cents)
    return Division(pot_cents=pot_cents, unit_cents=showdown.unit_cents, shares=_shares(seats, parts), parts=parts)


def order_of_receipt(game: Game, seats: Sequence[Seat], button: Seat | None) -> tuple[Seat, ...]:
    """Return the seats in the order for odd money: from the button's left, the button last; or the dealer's left."""
    if game.button and button is not None:
        return clockwise_from(button, seats)
    return tuple(sorted(seats))


def in_words(game: Game, hole: Cards, board: Cards) -> HandWords:
    """Return a shown hand in words, precise enough that only tied hands read the same (14.3(g))."""
    return HandWords(*(_hand_in_words(ranking, hole, board) for ranking in (game.high, game.low)))


def _hand_in_words(ranking: Ranking | None, hole: Cards, board: Cards) -> str | None:
    best = strength(ranking, hole, board) if ranking else None
    return _exactly(ranking, best) if ranking and best is not None else None


def _shares(seats: Sequence[Seat], parts: Sequence[Part]) -> dict[Seat, int]:
    shares = dict.fromkeys(seats, 0)
    for part in parts:
        each = (part.cents - sum([odd.cents for odd in part.odd])) // len(part.winners)
        for seat in part.winners:
            shares[seat] += each
        for odd in part.odd:
            shares[odd.seat] += odd.cents
    return shares


@cache
def _exactly(ranking: Ranking, best: int) -> str:
    """Return a hand in words. Cached: a ranking has only a few thousand hands, and a replay repeats them."""
    return words(ranking, best, kickers=True)


class _Showdown(NamedTuple):
    """One pot's eligible hands; `seats` are in the order of receipt."""

    game: Game
    unit_cents: int
    hands: Mapping[Seat, Cards]
    board: Cards
    seats: tuple[Seat, ...]

    def parts(self, pot_cents: int) -> tuple[Part, ...]:
        game = self.game
        if len(self.seats) == 1:
            return (self._uncontested(pot_cents),)
        high, low = self._best(game.high), self._best(game.low)
        if high and low:
            return self._halves(pot_cents, high, low)
        won_by = high or low
        if won_by is None:
            raise ValueError(f"{game.title} has no ranking that wins a pot")
        nobody_low = LOW_MUST_QUALIFY[game.name] if high and game.low else game.showdown_paragraphs[:2]
        whole = Part(
            name=PartName.WHOLE,
            cents=pot_cents,
            winners=won_by.seats,
            hand=_exactly(won_by.ranking, won_by.strength),
            paragraphs=once((*nobody_low, *_of_low(won_by.ranking))),
        )
        return (self._among_tied(whole, won_by),)

    def _uncontested(self, pot_cents: int) -> Part:
        return Part(name=PartName.WHOLE, cents=pot_cents, winners=self.seats, hand=None, paragraphs=LAST_PLAYER)

    def _best(self, ranking: Ranking | None) -> _Best | None:
        if ranking is None:
            return None
        hands, board = self.hands, self.board
        strengths = {seat: strength(ranking, hands[seat], board) for seat in self.seats}
        best = max([found for found in strengths.values() if found is not None], default=None)
        if best is None:
            return None
        return _Best(ranking, best, tuple([seat for seat, found in strengths.items() if found == best]))

    def _halves(self, pot_cents: int, high: _Best, low: _Best) -> tuple[Part, ...]:
        more, less = _spread(pot_cents, 2, self.unit_cents)
        to_high, to_low = (less, more) if self._low_served_first(high, low) else (more, less)
        showdown_paragraphs = self.game.showdown_paragraphs[:2]
        of_halves = _odd_paragraphs(self.game, 0)
        parts = (
            Part(
                name=name,
                cents=half.cents,
                winners=best.seats,
                hand=_exactly(best.ranking, best.strength),
                paragraphs=once((*paragraphs, *_of_low(best.ranking))),
                odd_cents=half.odd_cents,
                odd_cents_paragraphs=of_halves if half.odd_cents else (),
            )
            for name, half, best, paragraphs in (
                (PartName.HIGH, to_high, high, showdown_paragraphs),
                (PartName.LOW, to_low, low, showdown_paragraphs + LOW_MUST_QUALIFY.get(self.game.name, ())),
            )
        )
        return tuple(self._among_tied(part, best) for part, best in zip(parts, (high, low), strict=True))

    def _low_served_first(self, high: _Best, low: _Best) -> bool:
        """
        Return whether the low half gets the odd unit of the halves.

        By suit it goes to the high half (14.9(i)2i), otherwise to the half of the first winner by seat (14.11(A)(f)2i).
        A player who wins in both halves gets it in the half won alone, or else in the high half.
        """
        if self.game.odd is OddMoney.BY_SUIT:
            return False
        first = next(seat for seat in self.seats if seat in high.seats or seat in low.seats)
        if first in high.seats and first in low.seats:
            return len(low.seats) == 1 < len(high.seats)
        return first in low.seats

    def _among_tied(self, part: Part, best: _Best) -> Part:
        pieces = _spread(part.cents, len(best.seats), self.unit_cents)
        if len(best.seats) == 1 or not pieces[0].odd_cents:
            return part
        served = self._served(best)
        return replace(part, winners=served, odd=self._odd_units(best.ranking, served, pieces))

    def _served(self, best: _Best) -> tuple[Seat, ...]:
        if self.game.odd is not OddMoney.BY_SUIT:
            return best.seats
        return odd_money(best.ranking, {seat: self.hands[seat] for seat in best.seats}, self.board)

    def _odd_units(self, ranking: Ranking, served: tuple[Seat, ...], pieces: list["_Piece"]) -> tuple[OddUnit, ...]:
        deciding = self._deciding_cards(ranking, served) if self.game.odd is OddMoney.BY_SUIT else {}
        paragraphs = _odd_paragraphs(self.game, 1 if ranking is self.game.high else 2, 3)
        if ranking in LOWS and self.game.odd is OddMoney.BY_SUIT:
            paragraphs = (*paragraphs, "I-25")
        return tuple(
            OddUnit(seat=seat, cents=piece.odd_cents, card=deciding.get(seat), paragraphs=paragraphs)
            for seat, piece in zip(served, pieces, strict=True)
            if piece.odd_cents
        )

    def _deciding_cards(self, ranking: Ranking, served: tuple[Seat, ...]) -> dict[Seat, str | None]:
        hands, board = self.hands, self.board
        return {seat: deciding_card(ranking, hands[seat], hands[after], board) for seat, after in pairwise(served)}


class _Piece(NamedTuple):
    """One player's share; `odd_cents` is the part that did not divide evenly."""

    cents: int
    odd_cents: int


def _spread(cents: int, among: int, unit_cents: int) -> list[_Piece]:
    """Divide equally in whole units; the first ones get the remainder, one piece each, coin last."""
    units, coin = divmod(cents, unit_cents)
    each, over = divmod(units, among)
    odd = [unit_cents] * over + [coin] + [0] * (among - over - 1)
    return [_Piece(each * unit_cents + piece, piece) for piece in odd]


def _of_low(ranking: Ranking) -> Paragraphs:
    """How low hands rank against one another is read in two ways (14.3(d), (e), (f))."""
    return LOW_RANKS if ranking in LOWS else ()


def _odd_paragraphs(game: Game, *places: int) -> Paragraphs:
    """Return the odd-money paragraphs: in split games i halves, ii tied high, iii tied low, iv suits."""
    said = game.odd_paragraphs
    return tuple(said[place] for place in places if place < len(said)) if len(said) > 2 else said
