"""The stakes of a table: limits, antes, blinds and the forced bet, in whole cents (14.7(b), I-6)."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from firmware_host.rules.pots.bad_beat import BadBeatRules
from firmware_host.rules.pots.rake import NoRake, Rake, amounts_cents
from firmware_host.rules.struct import Record

Cents = Annotated[int, Meta(ge=0)]


DOLLAR, QUARTER = 100, 25
"""Coin may be used for antes below $1, in quarters and halves (14.7(c))."""


class Limit(StrEnum):
    """The kind of limit on bets."""

    FIXED = "fixed"
    SPREAD = "spread"
    POT = "pot"
    NO = "no"


class HeadsUp(StrEnum):
    """Who posts first with two players and a button (I-16)."""

    BY_PARAGRAPH = "by-paragraph"
    """The player left of the button posts the first blind and acts first (14.10(d))."""
    USUAL = "usual"
    """The button posts the small blind, acts first in the first betting round and last in later ones."""


class Stakes(Record, frozen=True, kw_only=True):
    """
    The posted limits.

    Every bet is in whole chips of `chip_cents`, except an all-in bet. The `rake` and the contribution to a `bad_beat`
    are always in whole chips (I-9, I-10).
    """

    limit: Limit
    """The betting limit of the game."""
    min_cents: Annotated[int, Meta(gt=0)]
    """In cents: the lower bet of fixed limit, the minimum bet of the other limits."""
    max_cents: Cents = 0
    """In cents: the higher bet of fixed limit, the maximum bet of spread limit; otherwise leave it out."""
    ante_cents: Cents = 0
    """In cents: the ante of each player."""
    blinds_cents: tuple[Cents, ...] = ()
    """In cents: the blind bets, the small blind first."""
    forced_cents: Cents = 0
    """In cents: the forced bet that opens a stud game."""
    chip_cents: Annotated[int, Meta(gt=0, le=100)] = 100
    """In cents: the smallest chip in use."""
    raises: Annotated[int, Meta(ge=0)] = 3
    """The most raises after a bet in one betting round, while more than two players are in; 0 is no cap."""
    blind_counts: bool = True
    """Whether the blind counts as the bet after which `raises` are counted."""
    heads_up: HeadsUp = HeadsUp.BY_PARAGRAPH
    """Which player posts first and acts first when only two play a game with a button (I-16)."""
    rake: Rake = NoRake()
    """The rake that the house takes from a pot (I-9)."""
    bad_beat: BadBeatRules | None = None

    def __post_init__(self) -> None:
        """Refuse limits that contradict each other."""
        if self.limit in (Limit.FIXED, Limit.SPREAD) and self.max_cents < self.min_cents:
            raise ValueError(f"{self.limit} limit needs max_cents of at least {self.min_cents}")
        if self.forced_cents > self.min_cents:
            raise ValueError("the forced bet is above the minimum bet")
        taken = amounts_cents(self.rake) + ((self.bad_beat.takes_cents,) if self.bad_beat else ())
        in_coin = [cents for cents in taken if cents % self.chip_cents]
        if in_coin:
            raise ValueError(f"{in_coin[0]} cents cannot be taken from a pot in whole chips of {self.chip_cents} (I-9)")


def not_in_chips(stakes: Stakes) -> str | None:
    """
    Return which posted amount cannot be paid in chips or coin; None if all can.

    Wagers are in whole chips; an ante below $1 may be coin, in quarters and halves (14.7(c)).
    """
    chip = stakes.chip_cents
    posted = [("min_cents", stakes.min_cents), ("max_cents", stakes.max_cents), ("forced_cents", stakes.forced_cents)]
    posted += [("blinds_cents", cents) for cents in stakes.blinds_cents]
    for name, cents in posted:
        if cents % chip:
            return f"`{name}` is {cents}, which is not a whole number of {chip}-cent chips (14.7(c))"
    ante = stakes.ante_cents
    if ante % chip and (ante >= DOLLAR or ante % QUARTER):
        return f"`ante_cents` is {ante}: write whole {chip}-cent chips, or less than $1 in quarters (14.7(c))"
    return None
