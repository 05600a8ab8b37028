"""What was put right: a line for each kind of fact that amends earlier ones, or money."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from firmware_host.rules.money import money
from firmware_host.rules.wording import joined
from firmware_host.table.facts.corrections import Amended, Corrected, MoneyAdjusted, SumCorrected
from firmware_host.table.facts.dice import MoneyDue, SumCalled
from firmware_host.table.terms import Adjustment


def _amended(it: Amended) -> str:
    first, *others = it.changes
    if all(change.body is None for change in it.changes):
        return f"{_facts(change.of for change in it.changes)} taken back; the record keeps both."
    also = f", and with it {joined([str(change.of) for change in others])}" if others else ""
    showed = f"the dice showed {_dice(first.body)}; " if isinstance(first.body, SumCalled) else ""
    return f"Fact {first.of} was otherwise{also}: {showed}{it.why}{_moved(it)}. The record keeps both."


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


def _sum_corrected(it: SumCorrected) -> str:
    was, now = (f"{first} and {second}" for first, second in (it.was, it.dice))
    return f"Shake {it.round} showed {now}, {it.total}, not {was}: {it.why}{_moved(it)}."


def _adjusted(it: MoneyAdjusted) -> str:
    return f"Money put right: {', '.join(map(_line, it.lines))}. {it.why}."


def _line(line: Adjustment) -> str:
    where = "the pot" if line.seat is None else f"seat {line.seat}"
    return f"{where} {money(abs(line.cents))} {'more' if line.cents > 0 else 'less'}"


WORDS: Mapping[type, Callable[[Any], str]] = {
    Amended: _amended,
    MoneyAdjusted: _adjusted,
    Corrected: lambda it: f"Fact {it.of} is taken back; the record keeps both.",
    SumCorrected: _sum_corrected,
}
