"""
Kill and half-kill, 14.1 and 14.11(A)(i): an option of the two omaha high-low eight-or-better games (I-14).

    rules = KillRules(kind=KillKind.KILL, times_minimum=10)
    raised(rules, stakes)                       the limits while there is a kill button
    winner(rules, awards, minimum_cents=400)    who has the kill button after a round, or None

`minimum_cents` is the minimum wager of the hand just played, which may itself have been raised by a kill.
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
    """How much a kill raises the posted limits."""

    KILL = "kill"
    """Limits are doubled."""
    HALF_KILL = "half-kill"
    """Limits are raised by half."""


class KillRules(Record, frozen=True, kw_only=True):
    """
    The posted kill: its kind, and the pot that qualifies, given as an amount or as a multiple of the minimum wager.

    The pot is the amount awarded, with side pots, after rake and bad beat contribution (14.1).
    """

    kind: KillKind
    """`kill` doubles the limits, `half-kill` raises them by half."""
    pot_cents: Cents = 0
    """In cents: the smallest pot that qualifies."""
    times_minimum: Cents = 0
    """The smallest pot that qualifies, as a multiple of the minimum wager; instead of `pot_cents`."""

    def __post_init__(self) -> None:
        """Require exactly one of the two ways to qualify."""
        if bool(self.pot_cents) is bool(self.times_minimum):
            raise ValueError(f"a {self.kind} needs either `pot_cents` or `times_minimum`, not both (14.11(A)(i))")

    def qualifying_cents(self, minimum_cents: int) -> int:
        """Return the smallest pot that qualifies in a hand with this minimum wager."""
        return self.pot_cents or self.times_minimum * minimum_cents


def raised(rules: KillRules, posted: Stakes) -> Stakes:
    """Return the limits of a kill hand: always raised from the posted limits, never twice."""
    return replace(posted, min_cents=_raised(rules, posted.min_cents), max_cents=_raised(rules, posted.max_cents))


def winner(rules: KillRules, awards: Sequence[PotAwarded], *, minimum_cents: int) -> Seat | None:
    """Return the player who won all pots of a round alone, if together they qualify (I-14)."""
    seats = {share.seat for award in awards for share in award.shares}
    if len(seats) != 1:
        return None
    qualifies = sum(award.cents for award in awards) >= rules.qualifying_cents(minimum_cents)
    return seats.pop() if qualifies else None


def what_is_wrong(rules: KillRules, game: Game, stakes: Stakes | None) -> str | None:
    """Return why this game cannot be played with this kill; None if it can."""
    if not game.kill:
        return f"{game.title} is played without a kill or half-kill (14.11(A)(i))"
    if stakes is None:
        return f"a {rules.kind} needs full tracking, because it depends on the size of the pot (14.11(A)(i))"
    above = raised(rules, stakes)
    broken = [cents for cents in (above.min_cents, above.max_cents) if cents % stakes.chip_cents]
    if broken or any(cents % 2 for cents in _limits(stakes) if rules.kind is KillKind.HALF_KILL):
        return f"limits raised by a {rules.kind} do not come in whole chips of {stakes.chip_cents} cents (14.11(A)(i))"
    owed = stakes.ante_cents + 2 * above.min_cents
    if rules.qualifying_cents(stakes.min_cents) < owed:
        return (
            f"a pot that only just qualifies is smaller than what its winner owes in the next round, {owed} cents "
            "(14.11(A)(i), 14.7(c)3)"
        )
    return None


def _raised(rules: KillRules, cents: int) -> int:
    return cents * 2 if rules.kind is KillKind.KILL else cents + cents // 2


def _limits(stakes: Stakes) -> tuple[int, int]:
    return stakes.min_cents, stakes.max_cents
