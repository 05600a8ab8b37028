"""
Kill and half-kill, 14.1 and 14.11(A)(i): an option of the two omaha high-low eight games (I-14).

    rules = KillRules(kind=KillKind.KILL, times_minimum=10)
    raised(rules, stakes)                       the limits while the button lies
    winner(rules, awards, minimum_cents=400)    whose the button is after a round, none where it is collected

`minimum_cents` is that of the hand just played, which may have been a raised one itself.
"""

from collections.abc import Sequence
from enum import StrEnum

from msgspec.structs import replace

from firmware_host.rules.game import Game
from firmware_host.rules.round_facts import PotAwarded
from firmware_host.rules.stakes import Cents, Stakes
from firmware_host.rules.struct import Paragraphs, Record, Seat

KILL: Paragraphs = ("14.11(A)(i)", "14.1")

ENDS: Paragraphs = (*KILL, "I-14")

LAPSES: Paragraphs = (*KILL, "I-23")


class KillKind(StrEnum):
    """By how much the posted limits are raised."""

    KILL = "kill"
    """They are twice as high."""
    HALF_KILL = "half-kill"
    """They are half as high again."""


class KillRules(Record, frozen=True, kw_only=True):
    """
    What the house posts: the kind, and which pot qualifies.

    An amount, or a multiple of the hand's own minimum wager. The pot is what is awarded, net of rake and contribution
    (14.1), its side pots with it.
    """

    kind: KillKind
    """Doubled or half as much again."""
    pot_cents: Cents = 0
    """The least pot that qualifies."""
    times_minimum: Cents = 0
    """The same, as a multiple of the least wager."""

    def __post_init__(self) -> None:
        """Refuse a pot that qualifies in two ways or in none."""
        if bool(self.pot_cents) is bool(self.times_minimum):
            raise ValueError(f"a {self.kind} needs one of `pot_cents` and `times_minimum`, not both (14.11(A)(i))")

    def qualifying_cents(self, minimum_cents: int) -> int:
        """Return the least pot that qualifies in a hand of this minimum wager."""
        return self.pot_cents or self.times_minimum * minimum_cents


def raised(rules: KillRules, posted: Stakes) -> Stakes:
    """Return the limits while the button lies: raised once from the posted ones, whatever was played before."""
    return replace(posted, min_cents=_raised(rules, posted.min_cents), max_cents=_raised(rules, posted.max_cents))


def winner(rules: KillRules, awards: Sequence[PotAwarded], *, minimum_cents: int) -> Seat | None:
    """Name the one player who won every pot of a round whole, if all of them together qualify (I-14)."""
    seats = {share.seat for award in awards for share in award.shares}
    if len(seats) != 1:
        return None
    qualifies = sum(award.cents for award in awards) >= rules.qualifying_cents(minimum_cents)
    return seats.pop() if qualifies else None


def what_is_wrong(rules: KillRules, game: Game, stakes: Stakes | None) -> str | None:
    """Say why this game cannot be played with this kill; none where it can."""
    if not game.kill:
        return f"{game.title} is played without a kill or half-kill (14.11(A)(i))"
    if stakes is None:
        return f"a {rules.kind} needs full tracking: the table must know the pot (14.11(A)(i))"
    above = raised(rules, stakes)
    broken = [cents for cents in (above.min_cents, above.max_cents) if cents % stakes.chip_cents]
    if broken or any(cents % 2 for cents in _limits(stakes) if rules.kind is KillKind.HALF_KILL):
        return f"limits raised by a {rules.kind} are not in whole chips of {stakes.chip_cents} (14.11(A)(i))"
    owed = stakes.ante_cents + 2 * above.min_cents
    if rules.qualifying_cents(stakes.min_cents) < owed:
        return f"a qualifying pot is too small: its winner owes {owed} for the next hand (14.11(A)(i), 14.7(c)3)"
    return None


def _raised(rules: KillRules, cents: int) -> int:
    return cents * 2 if rules.kind is KillKind.KILL else cents + cents // 2


def _limits(stakes: Stakes) -> tuple[int, int]:
    return stakes.min_cents, stakes.max_cents
