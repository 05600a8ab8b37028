"""What becomes true of earlier facts, and of money that was miscounted."""

from firmware_host.rules.dice.wagers import Dice
from firmware_host.rules.round_facts import RoundBody
from firmware_host.rules.struct import Record, Tagged
from firmware_host.table.facts.dice import Decided, DiceBody, MoneyDue
from firmware_host.table.terms import Adjustment


class Instead(Record, frozen=True, kw_only=True):
    """Fact number `of` says this instead; none: it is taken back."""

    of: int
    body: RoundBody | DiceBody | None


class Amended(Tagged, frozen=True, kw_only=True, tag="amended", omit_defaults=True):
    """
    Earlier facts say something else, or nothing: the first is what was wrong, the others follow from it.

    Nothing is erased: state is the fold with these bodies in their places, readers see both.

    Where money has moved on what was wrong, `due` is what the house owes each player for it in all, or is owed, and
    `again` are the wagers that stand in their places again; what is due for those goes onto them.
    """

    changes: tuple[Instead, ...]
    why: str
    due: tuple[MoneyDue, ...] = ()
    again: tuple[Decided, ...] = ()


class MoneyAdjusted(Tagged, frozen=True, kw_only=True, tag="money-adjusted"):
    """
    Two people counted the money, and it is another than the record says by these amounts.

    It amends no fact: none is known to be wrong. It is what was counted now, as a change of what lies there.
    """

    lines: tuple[Adjustment, ...]
    why: str


class Corrected(Tagged, frozen=True, kw_only=True, tag="corrected"):
    """Fact number `of` is taken back. Read only: version 0.1 wrote it, one for each fact of a step."""

    of: int
    why: str

    @property
    def changes(self) -> tuple[Instead, ...]:
        """Return what an amendment would say."""
        return (Instead(of=self.of, body=None),)


class SumCorrected(Tagged, frozen=True, kw_only=True, tag="sum-corrected"):
    """
    The dice of a shake, collected on or settled already, had shown something else. Read only: version 0.1 wrote it.

    `losers` and `winners` are what it decides of the wagers that lay there. `again` are those that were decided and
    should not have been: each stands in its place again. `due` is what the house owes each player in all, or is owed.
    For a player who has left nothing stands again: his are `returned`, and all of it is due to him.
    """

    round: int
    was: Dice
    dice: Dice
    total: int
    losers: tuple[Decided, ...] = ()
    winners: tuple[Decided, ...] = ()
    again: tuple[Decided, ...] = ()
    due: tuple[MoneyDue, ...] = ()
    returned: tuple[Decided, ...] = ()
    why: str


CorrectingBody = Amended | MoneyAdjusted | Corrected | SumCorrected
