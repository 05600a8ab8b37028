"""
The bad beat: a very strong hand that loses, and the fund for it (I-10, because the text of 14.19 is not available).

    rules = BadBeatRules(pot_from_cents=2000, takes_cents=100, least=LeastHand(of=HandClass.FULL_HOUSE, ranks="A"),
                         loser_percent=50, winner_percent=25, table_percent=25)
    contribution_cents(rules, pot_cents=2150)                   100; `pot_cents` is net of the rake
    bad_beat(rules, game=HOLDEM, hands=..., board=...)          who lost to whom with which hands, or None
    payout(rules, fund_cents, held=..., seats=...)              what each player is paid from the fund

Where I-10 leaves a choice, these are the rules:
- It is offered at games with a flop, where "both hole cards" has a meaning. At hold 'em both must be in the best hand,
  in at least one way to form it; at omaha two always are. The winning hand may play the board.
- Cards speak: the losing hand is the best high hand shown that another hand shown beats. It counts even if its holder
  wins the low half or a side pot: it lost the centre pot, which every player who shows a hand may win.
- Only the best losing hand counts. Players who tie with it share, and so do those who tie for the winning hand.
- The table share goes to all others who were dealt in. If there are none, it goes to the loser.
- Each share is divided evenly in cents. Odd cents go to the loser; with several, one each in the order of receipt.

A table never has a high-hand payout as well, because no setting offers one. Such a payout would be another kind within
`Stakes.bad_beat`, not a setting of its own.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from firmware_host.rules.game import Game, StreetName
from firmware_host.rules.ranking import HandClass, Ranking, best_cards, strength, words
from firmware_host.rules.ranking.classes import pack
from firmware_host.rules.ranking.deck import RANKS
from firmware_host.rules.ranking.high import CLASSES
from firmware_host.rules.ranking.rankings import Cards
from firmware_host.rules.struct import Record, Seat

_Percent = Annotated[int, Meta(ge=0, le=100)]

_Amount = Annotated[int, Meta(gt=0)]


_RANKS_THAT_DECIDE = {
    HandClass.ROYAL_FLUSH: 0,
    HandClass.STRAIGHT_FLUSH: 1,
    HandClass.FOUR_OF_A_KIND: 2,
    HandClass.FULL_HOUSE: 2,
    HandClass.FLUSH: 5,
    HandClass.STRAIGHT: 1,
    HandClass.THREE_OF_A_KIND: 3,
    HandClass.TWO_PAIRS: 3,
    HandClass.ONE_PAIR: 4,
    HandClass.HIGH_CARD: 5,
}


class LeastHand(Record, frozen=True, kw_only=True):
    """
    The posted lowest hand that qualifies: its class, and the ranks that decide within the class.

    "Aces full or better" is full-house with `A`, "aces full of tens or better" full-house with `AT`.
    """

    of: HandClass
    """The class of the hand."""
    ranks: str = ""
    """The ranks that decide within the class, most important first; empty for any hand of the class."""

    def __post_init__(self) -> None:
        """Refuse a hand that cannot lose, and ranks that do not fit the class."""
        if self.of not in _RANKS_THAT_DECIDE or self.of is HandClass.ROYAL_FLUSH:
            raise ValueError(f"a bad beat cannot start at {self.of}, because that hand cannot lose")
        unknown = [rank for rank in self.ranks if rank not in RANKS]
        most = _RANKS_THAT_DECIDE[self.of]
        if unknown or len(self.ranks) > most or len(set(self.ranks)) != len(self.ranks):
            raise ValueError(
                f"{self.ranks!r} are not valid ranks for {self.of}: use at most {most} different ones of {RANKS}"
            )

    @property
    def strength(self) -> int:
        """Return the lowest strength of a high hand that qualifies."""
        return pack(CLASSES.index(self.of), [RANKS.index(rank) + 2 for rank in self.ranks])


class BadBeatRules(Record, frozen=True, kw_only=True):
    """
    The posted terms of a bad beat payout.

    A pot of at least `pot_from_cents` after rake contributes `takes_cents` to the fund.
    """

    pot_from_cents: _Amount
    """In cents: the smallest pot, after rake, that contributes to the fund."""
    takes_cents: _Amount
    """In cents: what each such pot contributes to the fund."""
    least: LeastHand
    """The lowest hand that counts as a bad beat when it loses."""
    loser_percent: _Percent
    """Percent of a payout for the losing hand."""
    winner_percent: _Percent
    """Percent of a payout for the winning hand."""
    table_percent: _Percent
    """Percent of a payout shared among the other players who were dealt in."""

    def __post_init__(self) -> None:
        """Refuse a contribution above the pot, and shares that do not add up to 100 percent."""
        if self.takes_cents > self.pot_from_cents:
            raise ValueError(f"{self.takes_cents} cents cannot be taken from a pot of {self.pot_from_cents}")
        total = self.loser_percent + self.winner_percent + self.table_percent
        if total != 100:
            raise ValueError(f"the shares of a bad beat payout add up to {total} percent, not 100")


class BadBeat(Record, frozen=True, kw_only=True):
    """The losing hand in words and who held it (several if they tie), and the winning hand and who held that."""

    losers: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    words: str
    beaten_by: str


class PaidAs(StrEnum):
    """Why a player receives part of a payout."""

    LOSER = "loser"
    WINNER = "winner"
    TABLE = "table"


class PayoutShare(Record, frozen=True, kw_only=True):
    """One player's part of a payout; `odd_cents` is the part that did not divide evenly."""

    seat: Seat
    paid_as: PaidAs
    """Why the player receives this part."""
    cents: int
    odd_cents: int = 0


def offered_at(game: Game) -> bool:
    """Return whether this game can have a bad beat, that is, whether it has a flop."""
    return any(street.name is StreetName.FLOP for street in game.streets)


def contribution_cents(rules: BadBeatRules, *, pot_cents: int) -> int:
    """Return a pot's contribution to the fund; `pot_cents` is net of the rake. Raises ValueError below zero."""
    if pot_cents < 0:
        raise ValueError(f"a pot cannot be {pot_cents} cents")
    return rules.takes_cents if pot_cents >= rules.pot_from_cents else 0


def bad_beat(rules: BadBeatRules, *, game: Game, hands: Mapping[Seat, Cards], board: Cards) -> BadBeat | None:
    """
    Look for a bad beat among the hands shown at a showdown; `hands` are complete, in the order of receipt.

    The cards decide who won. Raises the errors of `strength` for cards that cannot be on one table.
    """
    ranking = game.high
    if ranking is None or not offered_at(game) or len(hands) < 2:
        return None
    worth = {seat: strength(ranking, cards, board) or 0 for seat, cards in hands.items()}
    best = max(worth.values())
    lost = {
        seat: found
        for seat, found in worth.items()
        if rules.least.strength <= found < best and _both_play(ranking, hands[seat], board)
    }
    if not lost:
        return None
    losing = max(lost.values())
    return BadBeat(
        losers=tuple(seat for seat, found in lost.items() if found == losing),
        winners=tuple(seat for seat, found in worth.items() if found == best),
        words=words(ranking, losing, kickers=True),
        beaten_by=words(ranking, best, kickers=True),
    )


def payout(rules: BadBeatRules, fund_cents: int, *, held: BadBeat, seats: Sequence[Seat]) -> tuple[PayoutShare, ...]:
    """
    Divide the whole fund: losers first, then winners, then the others of `seats`, who were dealt in.

    Raises ValueError for a fund below zero.
    """
    if fund_cents < 0:
        raise ValueError(f"a fund cannot be {fund_cents} cents")
    others = tuple(seat for seat in seats if seat not in (*held.losers, *held.winners))
    winners_cents = fund_cents * rules.winner_percent // 100
    others_cents = fund_cents * rules.table_percent // 100 if others else 0
    to_winners = _each(winners_cents, held.winners, PaidAs.WINNER)
    to_others = _each(others_cents, others, PaidAs.TABLE)
    rest = fund_cents - sum(share.cents for share in (*to_winners, *to_others))
    posted = fund_cents * (rules.loser_percent + (0 if others else rules.table_percent)) // 100
    return (*_with_the_rest(rest, posted, held.losers), *to_winners, *to_others)


def _both_play(ranking: Ranking, hole: Cards, board: Cards) -> bool:
    if ranking is not Ranking.HIGH:
        return True
    return any(set(hole) <= set(way) for way in best_cards(ranking, hole, board))


def _each(cents: int, seats: Sequence[Seat], paid_as: PaidAs) -> tuple[PayoutShare, ...]:
    """Divide evenly, without the odd cents."""
    return tuple(PayoutShare(seat=seat, paid_as=paid_as, cents=cents // len(seats)) for seat in seats)


def _with_the_rest(rest_cents: int, posted_cents: int, losers: Sequence[Seat]) -> tuple[PayoutShare, ...]:
    even = posted_cents // len(losers)
    rounds, over = divmod(rest_cents - even * len(losers), len(losers))
    odd = [rounds + (place < over) for place in range(len(losers))]
    return tuple(
        PayoutShare(seat=seat, paid_as=PaidAs.LOSER, cents=even + more, odd_cents=more)
        for seat, more in zip(losers, odd, strict=True)
    )
