"""Facts that amend earlier facts or correct miscounted money."""

from collections.abc import Iterable

from firmware_host.rules.act_and_fact import FactBody
from firmware_host.rules.dice.wagers import Dice
from firmware_host.rules.round_facts import RoundBody
from firmware_host.rules.struct import Record
from firmware_host.rules.wording import joined, money
from firmware_host.table.facts.dice import Decided, DiceBody, MoneyDue, SumCalled
from firmware_host.table.terms import Adjustment


class Instead(Record, frozen=True, kw_only=True):
    """The new body of fact `of`; null takes the fact back."""

    of: int
    body: RoundBody | DiceBody | None
    """The new body of the fact, by its kind; null takes the fact back."""


class Amended(FactBody, frozen=True, kw_only=True, tag="amended", omit_defaults=True):
    """
    Earlier facts get new bodies, or are taken back. The first change is the correction, the others follow from it.

    Nothing is erased: the state is folded with the new bodies, and readers see both.

    Where money was already paid on the wrong fact, `due` is the net amount that the house owes each player (negative:
    is owed). `again` are the wagers that are on the table again; their amounts include what is due for them.
    """

    ends_turn = True
    marks_round = True

    changes: tuple[Instead, ...]
    """The facts that are amended, with their new bodies."""
    why: str
    due: tuple[MoneyDue, ...] = ()
    again: tuple[Decided, ...] = ()

    def sentence(self) -> str:
        first, *others = self.changes
        if all(change.body is None for change in self.changes):
            return f"{_facts(change.of for change in self.changes)} taken back; nothing is deleted from the record."
        also = f", with {'fact' if len(others) == 1 else 'facts'} {joined([str(each.of) for each in others])}"
        showed = f" The dice showed {_dice(first.body)}." if isinstance(first.body, SumCalled) else ""
        amended = f"Fact {first.of} is amended{also if others else ''}.{showed}"
        return f"{amended} Reason: {self.why}{_moved(self)}. The record keeps both versions."


class MoneyAdjusted(FactBody, frozen=True, kw_only=True, tag="money-adjusted"):
    """
    Two people counted the money and found these differences from the record.

    No fact is amended, since none is known to be wrong. The differences apply from now on.
    """

    ends_turn = True
    marks_round = True

    lines: tuple[Adjustment, ...]
    why: str

    def sentence(self) -> str:
        return f"Money corrected: {', '.join(map(_line, self.lines))}. Reason: {self.why}."


class Corrected(FactBody, frozen=True, kw_only=True, tag="corrected"):
    """Fact `of` is taken back. Only version 0.1 wrote this fact, one for each fact of a step."""

    ends_turn = True
    marks_round = True

    of: int
    why: str

    @property
    def changes(self) -> tuple[Instead, ...]:
        """Return the change that an amendment would list."""
        return (Instead(of=self.of, body=None),)

    def sentence(self) -> str:
        return f"Fact {self.of} is taken back; nothing is deleted from the record."


class SumCorrected(FactBody, frozen=True, kw_only=True, tag="sum-corrected"):
    """
    Corrected dice of a shake that was already collected on or settled. Read but never written: from version 0.1.

    `losers` and `winners` are the wagers as the corrected dice decide them. `again` are wagers that were decided
    wrongly and lie on the table again. `due` is the net amount that the house owes each player (negative: is owed).
    Wagers of a player who has left are `returned` instead, and their full amount is due.
    """

    ends_turn = True
    marks_round = True

    round: int
    was: Dice
    """The dice as they were called."""
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
        return f"Shake {self.round} showed {now} ({self.total}), not {was}: {self.why}{_moved(self)}."


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
    return f"{called.dice[0]} and {called.dice[1]} (sum {called.total})"


def _moved(it: Amended | SumCorrected) -> str:
    again = (f"seat {one.seat} again has {money(one.cents)} on {one.wager}" for one in it.again)
    return "".join(f"; {said}" for said in (*again, *map(_due, it.due)))


def _due(one: MoneyDue) -> str:
    who = f"the player who left seat {one.seat}" if one.left else f"seat {one.seat}"
    return f"{money(one.cents)} to {who}" if one.cents > 0 else f"{money(-one.cents)} from {who}"


def _line(line: Adjustment) -> str:
    where = "the pot" if line.seat is None else f"seat {line.seat}"
    return f"{where} {money(abs(line.cents))} {'more' if line.cents > 0 else 'less'}"
