"""What becomes true of earlier facts, and of money that was miscounted."""

from collections.abc import Iterable

from firmware_host.rules.dice.wagers import Dice
from firmware_host.rules.fact_body import FactBody
from firmware_host.rules.round_facts import RoundBody
from firmware_host.rules.struct import Record
from firmware_host.rules.wording import joined, money
from firmware_host.table.facts.dice import Decided, DiceBody, MoneyDue, SumCalled
from firmware_host.table.terms import Adjustment


class Instead(Record, frozen=True, kw_only=True):
    """Fact number `of` says this instead; none: it is taken back."""

    of: int
    body: RoundBody | DiceBody | None


class Amended(FactBody, frozen=True, kw_only=True, tag="amended", omit_defaults=True):
    """
    Earlier facts say something else, or nothing: the first is what was wrong, the others follow from it.

    Nothing is erased: state is the fold with these bodies in their places, readers see both.

    Where money has moved on what was wrong, `due` is what the house owes each player for it in all, or is owed, and
    `again` are the wagers that stand in their places again; what is due for those goes onto them.
    """

    ends_turn = True
    marks_round = True

    changes: tuple[Instead, ...]
    why: str
    due: tuple[MoneyDue, ...] = ()
    again: tuple[Decided, ...] = ()

    def sentence(self) -> str:
        first, *others = self.changes
        if all(change.body is None for change in self.changes):
            return f"{_facts(change.of for change in self.changes)} taken back; the record keeps both."
        also = f", and with it {joined([str(change.of) for change in others])}" if others else ""
        showed = f"the dice showed {_dice(first.body)}; " if isinstance(first.body, SumCalled) else ""
        return f"Fact {first.of} was otherwise{also}: {showed}{self.why}{_moved(self)}. The record keeps both."


class MoneyAdjusted(FactBody, frozen=True, kw_only=True, tag="money-adjusted"):
    """
    Two people counted the money, and it is another than the record says by these amounts.

    It amends no fact: none is known to be wrong. It is what was counted now, as a change of what lies there.
    """

    ends_turn = True
    marks_round = True

    lines: tuple[Adjustment, ...]
    why: str

    def sentence(self) -> str:
        return f"Money put right: {', '.join(map(_line, self.lines))}. {self.why}."


class Corrected(FactBody, frozen=True, kw_only=True, tag="corrected"):
    """Fact number `of` is taken back. Read only: version 0.1 wrote it, one for each fact of a step."""

    ends_turn = True
    marks_round = True

    of: int
    why: str

    @property
    def changes(self) -> tuple[Instead, ...]:
        """Return what an amendment would say."""
        return (Instead(of=self.of, body=None),)

    def sentence(self) -> str:
        return f"Fact {self.of} is taken back; the record keeps both."


class SumCorrected(FactBody, frozen=True, kw_only=True, tag="sum-corrected"):
    """
    The dice of a shake, collected on or settled already, had shown something else. Read only: version 0.1 wrote it.

    `losers` and `winners` are what it decides of the wagers that lay there. `again` are those that were decided and
    should not have been: each stands in its place again. `due` is what the house owes each player in all, or is owed.
    For a player who has left nothing stands again: his are `returned`, and all of it is due to him.
    """

    ends_turn = True
    marks_round = True

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

    def sentence(self) -> str:
        was, now = (f"{first} and {second}" for first, second in (self.was, self.dice))
        return f"Shake {self.round} showed {now}, {self.total}, not {was}: {self.why}{_moved(self)}."


CorrectingBody = Amended | MoneyAdjusted | Corrected | SumCorrected


def _facts(numbers: Iterable[int]) -> str:
    """
    Name facts.

    >>> _facts((33,)), _facts((33, 32, 31))
    ('Fact 33 is', 'Facts 31, 32 and 33 are')
    """
    names = [str(number) for number in sorted(numbers)]
    return f"Fact {names[0]} is" if len(names) == 1 else f"Facts {joined(names)} are"


def _dice(called: SumCalled) -> str:
    return f"{called.dice[0]} and {called.dice[1]}, {called.total}"


def _moved(it: Amended | SumCorrected) -> str:
    again = (f"seat {one.seat} has {money(one.cents)} on {one.wager} again" for one in it.again)
    return "".join(f"; {said}" for said in (*again, *map(_due, it.due)))


def _due(one: MoneyDue) -> str:
    who = f"the player who left seat {one.seat}" if one.left else f"seat {one.seat}"
    return f"{money(one.cents)} to {who}" if one.cents > 0 else f"{money(-one.cents)} from {who}"


def _line(line: Adjustment) -> str:
    where = "the pot" if line.seat is None else f"seat {line.seat}"
    return f"{where} {money(abs(line.cents))} {'more' if line.cents > 0 else 'less'}"
